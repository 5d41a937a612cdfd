"""The native search: alpha-beta over whole tricks, with a table of positions, as LLVM IR beside the printed tricks.

It asks one question: does seat `me` reach a goal?  The score is a row of lanes that only grow for the better: whoever
reaches a goal reaches it with more in every lane.  Each answer comes with the least (or the most) that it needs of each
lane; that is what the table keeps with a position, and compares by.
"""

from __future__ import annotations

from claimdsl.native.lanes_text import ended, gained, small
from claimdsl.native.ordering import early, learn, prepare, worst
from claimdsl.native.plan import FAR, Plan
from claimdsl.native.positions import remembering
from claimdsl.native.replies import door, reply
from claimdsl.native.twins import apart, passed, twin, usual


def text(plan: Plan, exact: bool) -> str:
    """Print all functions; `exact`: the end is counted by the rules, not by lanes."""
    parts = [
        small(plan), gained(plan), remembering(plan), twin(plan), usual(plan), passed(plan), early(plan), learn(plan),
        worst(plan), ended(plan, exact), _search(plan), reply(plan), prepare(plan), apart(plan), door(plan),
    ]
    return "\n".join(parts)


def _search(plan: Plan) -> str:
    """Print the search of a position between two tricks."""
    n, v = plan.lanes, plan.vector
    return f"""
define internal i1 @search(ptr %x, ptr %pos, {v} %s, {v} %left, ptr %out) {{
entry:
  %list = alloca [32 x i64]
  %weights = alloca [{n} x i64]
  %tried = alloca i64
  %deep = alloca {v}
  %hands = alloca [2 x i64]
  %all = alloca {v}
  %i = alloca i64
  %rest = alloca i64
  %count = alloca i64
  %answer = alloca i1
  %nodes = load i64, ptr %x
  %more = add i64 %nodes, 1
  store i64 %more, ptr %x
{plan.field("stop", "%stop", "ptr")}
  %asked = load volatile i64, ptr %stop
  %stopped = icmp ne i64 %asked, 0
  br i1 %stopped, label %halt, label %within
within:
{plan.field("limit", "%limit")}
  %many = icmp ugt i64 %more, %limit
  br i1 %many, label %stopping, label %begin
stopping:
  store i64 1, ptr %stop
  br label %halt
halt:
  ret i1 false
begin:
{plan.cell("%pos", 0, "%hand0")}
{plan.cell("%pos", 1, "%hand1")}
{plan.cell("%pos", plan.leader, "%leader")}
{plan.field("me", "%me")}
  %both = or i64 %hand0, %hand1
  %over = icmp eq i64 %both, 0
  br i1 %over, label %last, label %bound
last:
  %reached = call i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out)
  ret i1 %reached
bound:
{plan.field("lanes", "%lanes")}
{plan.field("goals", "%goals", "ptr")}
  %owed = sub {v} zeroinitializer, %left
  %lane.0 = trunc i64 %lanes to i{n}
  %counted = bitcast i{n} %lane.0 to <{n} x i1>
  %over_left = icmp sgt {v} %s, %left
  %below = icmp slt {v} %s, %owed
  %ahead = and <{n} x i1> %over_left, %counted
  %behind = and <{n} x i1> %below, %counted
  %settled = or <{n} x i1> %ahead, %behind
  %open = xor <{n} x i1> %settled, {plan.each("i1", "true")}
  %mine = call i64 @some(<{n} x i1> %ahead, i64 %lanes)
  %theirs = call i64 @some(<{n} x i1> %behind, i64 %lanes)
  %free = call i64 @some(<{n} x i1> %open, i64 %lanes)
  %low.0 = mul i64 %mine, 16
  %low.1 = add i64 %low.0, %theirs
  %low.2 = add i64 %low.1, %free
  %low.at = getelementptr inbounds i8, ptr %goals, i64 %low.2
  %low = load i8, ptr %low.at
  %sure = icmp eq i8 %low, 1
  br i1 %sure, label %surely, label %upper
surely:
  %one_more = add {v} %left, {plan.each("i32", 1)}
  %needed = select <{n} x i1> %ahead, {v} %one_more, {v} {plan.each("i32", -FAR)}
  store {v} %needed, ptr %out, align 4
  br label %yes
upper:
  %high.0 = add i64 %mine, %free
  %high.1 = mul i64 %high.0, 16
  %high.2 = add i64 %high.1, %theirs
  %high.at = getelementptr inbounds i8, ptr %goals, i64 %high.2
  %high = load i8, ptr %high.at
  %lost = icmp eq i8 %high, 0
  br i1 %lost, label %hopeless, label %probe
hopeless:
  %one_less = sub {v} %owed, {plan.each("i32", 1)}
  %barred = select <{n} x i1> %behind, {v} %one_less, {v} {plan.each("i32", FAR)}
  store {v} %barred, ptr %out, align 4
  br label %no
yes:
  ret i1 true
no:
  ret i1 false
probe:
  call void @usual(ptr %x, ptr %pos, ptr %hands)
  %bucket = call ptr @bucket(ptr %x, ptr %pos, ptr %hands)
  %recalled = call i64 @recall(ptr %x, ptr %pos, ptr %hands, ptr %bucket, {v} %s, ptr %out)
  switch i64 %recalled, label %fresh [ i64 0, label %no i64 1, label %yes ]
fresh:
  %wide = sext <{n} x i1> %open to <{n} x i64>
  %ones = and <{n} x i64> %wide, {plan.each("i64", 1)}
  store <{n} x i64> %ones, ptr %weights, align 8
  %is1 = icmp eq i64 %leader, 1
  %others = select i1 %is1, i64 %hand0, i64 %hand1
  %lead_is_me = icmp eq i64 %leader, %me
  %reply_is_me = xor i1 %lead_is_me, true
  %cards = call i64 @leads(ptr %pos)
  store i64 %cards, ptr %rest
  store i64 0, ptr %count
  br label %gather
gather:
  %r0 = load i64, ptr %rest
  %empty = icmp eq i64 %r0, 0
  br i1 %empty, label %try, label %rate
rate:
  %card.0 = call i64 @llvm.cttz.i64(i64 %r0, i1 true)
  %r1 = sub i64 %r0, 1
  %r2 = and i64 %r0, %r1
  store i64 %r2, ptr %rest
  %rated = call i64 @worst(ptr %x, ptr %pos, i64 %leader, i64 %card.0, ptr %weights)
  %up = shl i64 %rated, 8
  %item = or i64 %up, %card.0
  %c0 = load i64, ptr %count
  call void @insert(ptr %list, i64 %c0, i64 %item)
  %c1 = add i64 %c0, 1
  store i64 %c1, ptr %count
  br label %gather
try:
  store i64 0, ptr %i
  store i64 0, ptr %tried
  %none = select i1 %lead_is_me, {v} {plan.each("i32", FAR)}, {v} {plan.each("i32", -FAR)}
  store {v} %none, ptr %all
  br label %loop
loop:
  %i0 = load i64, ptr %i
  %c2 = load i64, ptr %count
  %through = icmp sge i64 %i0, %c2
  br i1 %through, label %failed, label %pick
pick:
  %i1 = add i64 %i0, 1
  store i64 %i1, ptr %i
  %item.at = getelementptr inbounds i64, ptr %list, i64 %i0
  %picked = load i64, ptr %item.at
  %card = and i64 %picked, 255
  %t0 = load i64, ptr %tried
  %again = call i1 @twin(ptr %x, i64 %t0, i64 %card, i64 %others, ptr %weights)
  br i1 %again, label %pass, label %deeper
pass:
  %before_pass = load {v}, ptr %all
  %after_pass = call {v} @passed(ptr %x, i1 %lead_is_me, {v} %before_pass, {v} %s, {v} %left, i64 %card, ptr %weights)
  store {v} %after_pass, ptr %all
  br label %loop
deeper:
  %bit = shl i64 1, %card
  %t1 = or i64 %t0, %bit
  store i64 %t1, ptr %tried
  %result = call i1 @reply(ptr %x, ptr %pos, i64 %card, {v} %s, {v} %left, ptr %weights, ptr %deep)
  %wanted = icmp eq i1 %result, %lead_is_me
  %lesson = call ptr @opening(ptr %x, i64 %leader, i64 %card)
  call void @learn(ptr %lesson, i1 %wanted)
  %one = load {v}, ptr %deep
  br i1 %wanted, label %reachedit, label %gather_all
gather_all:
  %before = load {v}, ptr %all
  %joined = call {v} @joined(i1 %lead_is_me, {v} %before, {v} %one)
  store {v} %joined, ptr %all
  br label %loop
reachedit:
  store {v} %one, ptr %all
  store i1 %lead_is_me, ptr %answer
  br label %keep
failed:
  store i1 %reply_is_me, ptr %answer
  br label %keep
keep:
  %final = load i1, ptr %answer
  %halted = load volatile i64, ptr %stop
  %cut = icmp ne i64 %halted, 0
  br i1 %cut, label %no, label %note
note:
  %learned = load {v}, ptr %all
  %by_now = load i64, ptr %x
  %size = sub i64 %by_now, %nodes
  call void @keep(ptr %x, ptr %pos, ptr %hands, ptr %bucket, i1 %final, {v} %learned, i64 %size)
  store {v} %learned, ptr %out, align 4
  ret i1 %final
}}"""
