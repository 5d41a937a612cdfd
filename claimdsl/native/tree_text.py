"""The tree of a search by many played games, as LLVM text: its edges, how good one looks, what is learnt at the end.

One tree of what all have seen; an edge is a decision, kept in a table under a number mixed from all that led to it.
Selection: UCB1 over the edges that are possible in the world at hand, the logarithm being of how often each was.
Source: Cowling, Powley and Whitehouse, Information Set Monte Carlo Tree Search, 2012 (SO-ISMCTS).
"""

from __future__ import annotations

from claimdsl.engine.binding import Binding
from claimdsl.native.asm import NUM, Asm

FIELDS = (
    "rows", "worlds", "done", "rng", "script", "scripted", "playing_out", "depth", "path", "here", "table", "mask",
    "room", "log", "logged", "payoffs", "tallies", "world", "first", "explore", "greed", "faults", "looking",
    "cells", "loose", "stirs",
)
AT = {name: index for index, name in enumerate(FIELDS)}

NONE, GREEDY, OTHER = -3, -2, -1
"""What stands for a card: nothing in the script; let greedy choose; the choice that is no card seen (or to pass)."""

ENTRY = 4
"""Unit: numbers.  An edge is its key, how often it was taken, how often it was possible, and its payoffs together."""
LONGEST = 1 << 10
"""Unit: decisions of a path, and of the log of a game."""
SCALE = 2400
"""The payoff of a game won by all that there is."""

_GOLD = 0x9E3779B97F4A7C15 - (1 << 64)
_FIRST = 0xBF58476D1CE4E5B9 - (1 << 64)
_SECOND = 0x94D049BB133111EB - (1 << 64)
_LN2 = "0x3CA62E42FEFA39EF"
"""The natural logarithm of 2, times two to the power -52."""


def at(name: str, into: str, base: str = "%x") -> str:
    """Print the place of a field."""
    return f"  {into} = getelementptr inbounds i64, ptr {base}, i64 {AT[name]}"


def read(name: str, into: str, of: str = "i64") -> str:
    """Print the reading of a field."""
    return f"{at(name, into + '.at')}\n  {into} = load {of}, ptr {into}.at"


def write(name: str, value: str, tag: str) -> str:
    """Print the writing of a field."""
    return f"{at(name, f'%to.{tag}')}\n  store i64 {value}, ptr %to.{tag}"


def functions(binding: Binding) -> str:
    """Print what decisions are made with."""
    asm = Asm(len(binding.cards))
    firsts = tuple((copies & -copies).bit_length() - 1 for copies in binding.copies)
    firsts += tuple(range(len(firsts), asm.width + 1))
    sides = (*binding.side_of, *(0 for _ in range(8 - binding.players)))
    return "\n".join((_table("firsts", firsts, asm), _table("sides", sides, asm), _SMALL))


def _table(name: str, values: tuple[int, ...], asm: Asm) -> str:
    cells = ", ".join(f"i64 {asm.literal(value, NUM)}" for value in values)
    return f"@{name} = internal constant [{len(values)} x i64] [{cells}]"


_SMALL = f"""
declare double @llvm.sqrt.f64(double)

define internal i64 @mixed(i64 %z0) alwaysinline {{
  %a = lshr i64 %z0, 30
  %b = xor i64 %z0, %a
  %z1 = mul i64 %b, {_FIRST}
  %c = lshr i64 %z1, 27
  %d = xor i64 %z1, %c
  %z2 = mul i64 %d, {_SECOND}
  %e = lshr i64 %z2, 31
  %f = xor i64 %z2, %e
  ret i64 %f
}}

define internal i64 @below(ptr %x, i64 %count) alwaysinline {{
{read("rng", "%old")}
  %new = add i64 %old, {_GOLD}
  store i64 %new, ptr %old.at
  %z = call i64 @mixed(i64 %new)
  %high = lshr i64 %z, 32
  %product = mul i64 %high, %count
  %found = lshr i64 %product, 32
  ret i64 %found
}}

define internal void @note(ptr %x, i64 %code) alwaysinline {{
{read("log", "%log", "ptr")}
{read("logged", "%count")}
  %more = add i64 %count, 1
  store i64 %more, ptr %count.at
  %place = and i64 %count, {LONGEST - 1}
  %cell = getelementptr inbounds i64, ptr %log, i64 %place
  store i64 %code, ptr %cell
  ret void
}}

define internal void @look(ptr %x, i64 %seen) {{
{read("here", "%here")}
{read("looking", "%looking")}
  %kept = and i64 %seen, %looking
  %sum = add i64 %here, {_GOLD}
  %both = xor i64 %sum, %kept
  %new = call i64 @mixed(i64 %both)
  store i64 %new, ptr %here.at
  ret void
}}

define internal i64 @given(ptr %x) alwaysinline {{
{read("scripted", "%left")}
  %some = icmp sgt i64 %left, 0
  br i1 %some, label %next, label %none
next:
  %less = sub i64 %left, 1
  store i64 %less, ptr %left.at
{read("script", "%cell", "ptr")}
  %code = load i64, ptr %cell
  %after = getelementptr inbounds i64, ptr %cell, i64 1
  store ptr %after, ptr %cell.at
  ret i64 %code
none:
  ret i64 {NONE}
}}

define internal ptr @edge(ptr %x, i64 %tag, i64 %code, ptr %key.to) alwaysinline {{
entry:
{read("here", "%here")}
{read("table", "%table", "ptr")}
{read("mask", "%mask")}
  %tagged = shl i64 %tag, 16
  %coded = add i64 %code, 2
  %both = add i64 %tagged, %coded
  %times = mul i64 %both, {_GOLD}
  %sum = add i64 %here, %times
  %mixed = call i64 @mixed(i64 %sum)
  %key = or i64 %mixed, 1
  store i64 %key, ptr %key.to
  %first = lshr i64 %mixed, 20
  br label %look
look:
  %index = phi i64 [ %first, %entry ], [ %next, %further ]
  %place = and i64 %index, %mask
  %start = mul i64 %place, {ENTRY}
  %found = getelementptr inbounds i64, ptr %table, i64 %start
  %there = load i64, ptr %found
  %same = icmp eq i64 %there, %key
  %free = icmp eq i64 %there, 0
  %stop = or i1 %same, %free
  br i1 %stop, label %done, label %further
further:
  %next = add i64 %index, 1
  br label %look
done:
  ret ptr %found
}}

define internal void @taken(ptr %x, ptr %edge, i64 %key, i64 %tag, i64 %name) alwaysinline {{
{read("path", "%path", "ptr")}
{read("depth", "%depth")}
  %at_root = icmp eq i64 %depth, 0
{read("first", "%first")}
  %named = select i1 %at_root, i64 %name, i64 %first
  store i64 %named, ptr %first.at
  %more = add i64 %depth, 1
  store i64 %more, ptr %depth.at
  %place = and i64 %depth, {LONGEST - 1}
  %two = shl i64 %place, 1
  %cell = getelementptr inbounds i64, ptr %path, i64 %two
  store ptr %edge, ptr %cell
  %seat = and i64 %tag, 7
  %side.at = getelementptr inbounds i64, ptr @sides, i64 %seat
  %side = load i64, ptr %side.at
  %second = getelementptr inbounds i64, ptr %cell, i64 1
  store i64 %side, ptr %second
{write("here", "%key", "here")}
  ret void
}}

define internal void @learn(ptr %x) {{
entry:
{read("path", "%path", "ptr")}
{read("depth", "%depth")}
{read("payoffs", "%payoffs", "ptr")}
  %grew = icmp sgt i64 %depth, 0
  br i1 %grew, label %tally, label %after
tally:
{read("tallies", "%tallies", "ptr")}
{read("first", "%first")}
{read("worlds", "%worlds")}
{read("world", "%world")}
  %number = add i64 %first, 1
  %row = mul i64 %number, %worlds
  %place = add i64 %row, %world
  %twice = shl i64 %place, 1
  %tried.at = getelementptr inbounds i64, ptr %tallies, i64 %twice
  %tried = load i64, ptr %tried.at
  %once_more = add i64 %tried, 1
  store i64 %once_more, ptr %tried.at
  %brought.at = getelementptr inbounds i64, ptr %tried.at, i64 1
  %brought = load i64, ptr %brought.at
  %its.side.at = getelementptr inbounds i64, ptr %path, i64 1
  %its.side = load i64, ptr %its.side.at
  %its.payoff.at = getelementptr inbounds i64, ptr %payoffs, i64 %its.side
  %its.payoff = load i64, ptr %its.payoff.at
  %brought.more = add i64 %brought, %its.payoff
  store i64 %brought.more, ptr %brought.at
  br label %head
head:
  %i = phi i64 [ 0, %tally ], [ %next, %inside ]
  %more = icmp slt i64 %i, %depth
  br i1 %more, label %inside, label %after
inside:
  %two = shl i64 %i, 1
  %cell = getelementptr inbounds i64, ptr %path, i64 %two
  %edge = load ptr, ptr %cell
  %second = getelementptr inbounds i64, ptr %cell, i64 1
  %side = load i64, ptr %second
  %payoff.at = getelementptr inbounds i64, ptr %payoffs, i64 %side
  %payoff = load i64, ptr %payoff.at
  %visits.at = getelementptr inbounds i64, ptr %edge, i64 1
  %visits = load i64, ptr %visits.at
  %visited = add i64 %visits, 1
  store i64 %visited, ptr %visits.at
  %total.at = getelementptr inbounds i64, ptr %edge, i64 3
  %total = load i64, ptr %total.at
  %sum = add i64 %total, %payoff
  store i64 %sum, ptr %total.at
  %next = add i64 %i, 1
  br label %head
after:
  ret void
}}

; how good an edge looks: its mean, and more for how seldom it was taken; the logarithm is near enough, and exactly so
define internal double @bound(ptr %edge, i64 %visits, double %explore) alwaysinline {{
  %possible.at = getelementptr inbounds i64, ptr %edge, i64 2
  %possible = load i64, ptr %possible.at
  %total.at = getelementptr inbounds i64, ptr %edge, i64 3
  %total = load i64, ptr %total.at
  %n = uitofp i64 %visits to double
  %all = mul i64 %visits, {SCALE}
  %most = uitofp i64 %all to double
  %sum = uitofp i64 %total to double
  %mean = fdiv double %sum, %most
  %a = uitofp i64 %possible to double
  %bits = bitcast double %a to i64
  %above = sub i64 %bits, {1023 << 52}
  %wide = sitofp i64 %above to double
  %ln = fmul double %wide, {_LN2}
  %ratio = fdiv double %ln, %n
  %root = call double @llvm.sqrt.f64(double %ratio)
  %bonus = fmul double %explore, %root
  %found = fadd double %mean, %bonus
  ret double %found
}}
"""
