"""What is chosen at a decision of a search by played games, as LLVM text: by the script, in the tree, beyond it."""

from __future__ import annotations

from claimdsl.native.asm import Asm
from claimdsl.native.tree_text import GREEDY, LONGEST, NONE, OTHER, read, write


def decide(asm: Asm, nth: str) -> str:
    """Print what is chosen of some options: in the script, in the tree, or beyond it.

    `%extra` is 1 where there is an option more that is no card; `%tag` has the seat in its low bits, and the place in
    the program; `%is_card` says whether options are cards, of which equal ones are one edge.
    """
    mask = asm.mask
    return f"""
define internal i64 @decide(ptr %x, {mask} %options, i64 %extra, i64 %tag, i1 %is_card) noinline {{
entry:
  %code = call i64 @given(ptr %x)
  %has = icmp ne i64 %code, {NONE}
  br i1 %has, label %scripted, label %count_them
scripted:
  ret i64 %code
count_them:
  %cards.0 = call {mask} @llvm.ctpop.{mask}({mask} %options)
{_number(asm, "%cards", "%cards.0")}
  %count = add i64 %cards, %extra
  %none = icmp eq i64 %count, 0
  br i1 %none, label %nothing, label %ask
nothing:
  ret i64 {asm.width}
ask:
{read("playing_out", "%out")}
  %is_out = icmp ne i64 %out, 0
  br i1 %is_out, label %beyond, label %inside
inside:
  %grown = call i64 @grown(ptr %x, {mask} %options, i64 %extra, i64 %tag, i1 %is_card)
  ret i64 %grown
beyond:
  %single = icmp eq i64 %count, 1
  br i1 %single, label %draw, label %weigh
weigh:
{read("greed", "%greed")}
  %chance = call i64 @below(ptr %x, i64 4294967296)
  %is_greedy = icmp ult i64 %chance, %greed
  br i1 %is_greedy, label %greedily, label %draw
greedily:
  ret i64 {GREEDY}
draw:
  %number = call i64 @below(ptr %x, i64 %count)
  %seen = icmp ult i64 %number, %cards
  br i1 %seen, label %card, label %other
card:
  %drawn = call i64 @{nth}({mask} %options, i64 %number)
  ret i64 %drawn
other:
  ret i64 {OTHER}
}}"""


def _number(asm: Asm, into: str, wide: str) -> str:
    return f"  {into} = trunc {asm.mask} {wide} to i64" if asm.width > 64 else f"  {into} = add i64 {wide}, 0"


def grown(asm: Asm) -> str:
    """Print what is chosen inside the tree: an edge that was never taken, by chance, else the one that looks best."""
    mask = asm.mask
    return f"""
define internal i64 @grown(ptr %x, {mask} %options, i64 %extra, i64 %tag, i1 %is_card) noinline {{
entry:
  %rest = alloca {mask}
  %other = alloca i64
  %fresh = alloca i64
  %chosen = alloca i64
  %best = alloca double
  %best.edge = alloca ptr
  %best.key = alloca i64
  %best.name = alloca i64
  %key.to = alloca i64
  store {mask} %options, ptr %rest
  store i64 %extra, ptr %other
  store i64 0, ptr %fresh
  store i64 {OTHER}, ptr %chosen
  store double -1.0, ptr %best
  store ptr null, ptr %best.edge
{read("explore", "%explore", "double")}
  br label %head
head:
  %r0 = load {mask}, ptr %rest
  %some = icmp ne {mask} %r0, 0
  br i1 %some, label %card, label %last
card:
  %r1 = sub {mask} %r0, 1
  %r2 = and {mask} %r0, %r1
  store {mask} %r2, ptr %rest
  %card.0 = call {mask} @llvm.cttz.{mask}({mask} %r0, i1 false)
{_number(asm, "%card.1", "%card.0")}
  %first.at = getelementptr inbounds i64, ptr @firsts, i64 %card.1
  %first = load i64, ptr %first.at
  %card.2 = select i1 %is_card, i64 %first, i64 %card.1
  br label %look
last:
  %o0 = load i64, ptr %other
  %more = icmp ne i64 %o0, 0
  br i1 %more, label %another, label %through
another:
  store i64 0, ptr %other
  br label %look
look:
  %code = phi i64 [ %card.1, %card ], [ {OTHER}, %another ]
  %name = phi i64 [ %card.2, %card ], [ {OTHER}, %another ]
  %edge = call ptr @edge(ptr %x, i64 %tag, i64 %name, ptr %key.to)
  %key = load i64, ptr %key.to
  %visits.at = getelementptr inbounds i64, ptr %edge, i64 1
  %visits = load i64, ptr %visits.at
  %known = icmp ne i64 %visits, 0
  br i1 %known, label %weigh, label %untried
weigh:
  %possible.at = getelementptr inbounds i64, ptr %edge, i64 2
  %possible = load i64, ptr %possible.at
  %oftener = add i64 %possible, 1
  store i64 %oftener, ptr %possible.at
  %f0 = load i64, ptr %fresh
  %any_fresh = icmp ne i64 %f0, 0
  br i1 %any_fresh, label %head, label %compare
compare:
  %value = call double @bound(ptr %edge, i64 %visits, double %explore)
  %old = load double, ptr %best
  %better = fcmp ogt double %value, %old
  br i1 %better, label %keep_best, label %head
keep_best:
  store double %value, ptr %best
  br label %keep
untried:
  %f1 = load i64, ptr %fresh
  %f2 = add i64 %f1, 1
  store i64 %f2, ptr %fresh
  %lot = call i64 @below(ptr %x, i64 %f2)
  %drawn = icmp eq i64 %lot, 0
  br i1 %drawn, label %keep, label %head
keep:
  store i64 %code, ptr %chosen
  store ptr %edge, ptr %best.edge
  store i64 %key, ptr %best.key
  store i64 %name, ptr %best.name
  br label %head
through:
  %taking = load ptr, ptr %best.edge
  %its.key = load i64, ptr %best.key
  %answer = load i64, ptr %chosen
{read("depth", "%depth")}
  %is_long = icmp sge i64 %depth, {LONGEST}
  br i1 %is_long, label %leave, label %check
check:
  %f3 = load i64, ptr %fresh
  %grows = icmp ne i64 %f3, 0
  br i1 %grows, label %grow, label %follow
grow:
{write("playing_out", "1", "grow")}
  %its.first = load i64, ptr %taking
  %is_new = icmp eq i64 %its.first, 0
  br i1 %is_new, label %enter, label %again
enter:
{read("room", "%room")}
  %full = icmp sle i64 %room, 0
  br i1 %full, label %leave, label %plant
plant:
  %less = sub i64 %room, 1
  store i64 %less, ptr %room.at
  store i64 %its.key, ptr %taking
  br label %again
again:
  %count.at = getelementptr inbounds i64, ptr %taking, i64 2
  %count = load i64, ptr %count.at
  %counted = add i64 %count, 1
  store i64 %counted, ptr %count.at
  br label %follow
follow:
  %its.name = load i64, ptr %best.name
  call void @taken(ptr %x, ptr %taking, i64 %its.key, i64 %tag, i64 %its.name)
  ret i64 %answer
leave:
{write("playing_out", "1", "leave")}
  ret i64 %answer
}}"""


