"""Worlds that change from game to game, as LLVM text: before each, some loose cards change places in a world's row.

A cell is a place that a loose card lies in, `CELL` numbers long: the card, the mask of the cells that it may lie in,
and where in the row the cell is (bytes, times two, and one more where it is a place in a pile with an order).
Source: `engine/loose.py` says which cards, and why each world of such a walk is as likely as the first.
"""

from __future__ import annotations

from claimdsl.native.tree_text import read

CELL = 3
"""Unit: numbers."""
MOST = 64
"""Unit: cells, which a mask has room for."""

STIR = f"""
define internal void @turned(ptr %row, i64 %place, i64 %card) alwaysinline {{
  %offset = lshr i64 %place, 1
  %at = getelementptr inbounds i8, ptr %row, i64 %offset
  %has_order = trunc i64 %place to i1
  br i1 %has_order, label %ordered, label %plain
ordered:
  %small = trunc i64 %card to i8
  store i8 %small, ptr %at
  ret void
plain:
  %number = lshr i64 %card, 6
  %word.at = getelementptr inbounds i64, ptr %at, i64 %number
  %word = load i64, ptr %word.at
  %low = and i64 %card, 63
  %bit = shl i64 1, %low
  %other = xor i64 %word, %bit
  store i64 %other, ptr %word.at
  ret void
}}

define internal void @stir(ptr %x, ptr %row, i64 %world) noinline {{
entry:
{read("loose", "%count")}
{read("stirs", "%stirs")}
{read("cells", "%every", "ptr")}
  %numbers = mul i64 %count, {CELL}
  %start = mul i64 %numbers, %world
  %cells = getelementptr inbounds i64, ptr %every, i64 %start
  %some = icmp ugt i64 %count, 1
  br i1 %some, label %head, label %after
head:
  %k = phi i64 [ 0, %entry ], [ %next, %inside ], [ %next, %change ]
  %next = add i64 %k, 1
  %more = icmp ult i64 %k, %stirs
  br i1 %more, label %inside, label %after
inside:
  %i = call i64 @below(ptr %x, i64 %count)
  %j = call i64 @below(ptr %x, i64 %count)
  %i.3 = mul i64 %i, {CELL}
  %j.3 = mul i64 %j, {CELL}
  %i.card = getelementptr inbounds i64, ptr %cells, i64 %i.3
  %j.card = getelementptr inbounds i64, ptr %cells, i64 %j.3
  %i.may = getelementptr inbounds i64, ptr %i.card, i64 1
  %j.may = getelementptr inbounds i64, ptr %j.card, i64 1
  %may.i = load i64, ptr %i.may
  %may.j = load i64, ptr %j.may
  %there = lshr i64 %may.i, %j
  %here = lshr i64 %may.j, %i
  %both = and i64 %there, %here
  %possible = trunc i64 %both to i1
  br i1 %possible, label %change, label %head
change:
  %i.place = getelementptr inbounds i64, ptr %i.card, i64 2
  %j.place = getelementptr inbounds i64, ptr %j.card, i64 2
  %place.i = load i64, ptr %i.place
  %place.j = load i64, ptr %j.place
  %card.i = load i64, ptr %i.card
  %card.j = load i64, ptr %j.card
  call void @turned(ptr %row, i64 %place.i, i64 %card.i)
  call void @turned(ptr %row, i64 %place.j, i64 %card.j)
  call void @turned(ptr %row, i64 %place.i, i64 %card.j)
  call void @turned(ptr %row, i64 %place.j, i64 %card.i)
  store i64 %card.j, ptr %i.card
  store i64 %card.i, ptr %j.card
  store i64 %may.j, ptr %i.may
  store i64 %may.i, ptr %j.may
  br label %head
after:
  ret void
}}"""
