"""The parts of the native search behind a card that was led, and the door to the search."""

from __future__ import annotations

from claimdsl.native.plan import FAR, Plan


def reply(plan: Plan) -> str:
    """Print the search behind a card that was led."""
    v = plan.vector
    first, second = plan.scored
    return f"""
define internal i1 @reply(ptr %x, ptr %pos, i64 %card0, {v} %s, {v} %left, ptr %weights, ptr %out) {{
entry:
  %next = alloca [{plan.size} x i64]
  %list = alloca [32 x i64]
  %deep = alloca {v}
{plan.cell("%pos", plan.leader, "%leader")}
{plan.field("me", "%me")}
{plan.field("left", "%left_of", "ptr")}
  %lead_is_me = icmp eq i64 %leader, %me
  %reply_is_me = xor i1 %lead_is_me, true
{plan.cell("%pos", "%leader", "%others")}
  %none = select i1 %reply_is_me, {v} {plan.each("i32", FAR)}, {v} {plan.each("i32", -FAR)}
  %start = call i64 @replies(ptr %pos, i64 %card0)
  br label %gather
gather:
  %rest = phi i64 [ %start, %entry ], [ %less, %rate ]
  %count = phi i64 [ 0, %entry ], [ %more, %rate ]
  %empty = icmp eq i64 %rest, 0
  br i1 %empty, label %loop, label %rate
rate:
  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %early = call i64 @early(ptr %x, i64 %leader, i64 %card0, i64 %card, ptr %weights)
  %up = shl i64 %early, 8
  %item = or i64 %up, %card
  call void @insert(ptr %list, i64 %count, i64 %item)
  %more = add i64 %count, 1
  br label %gather
loop:
  %i = phi i64 [ 0, %gather ], [ %i1, %again ]
  %tried = phi i64 [ 0, %gather ], [ %t1, %again ]
  %all = phi {v} [ %none, %gather ], [ %after, %again ]
  %through = icmp sge i64 %i, %count
  br i1 %through, label %failed, label %one
one:
  %i1 = add i64 %i, 1
  %item.at = getelementptr inbounds i64, ptr %list, i64 %i
  %picked = load i64, ptr %item.at
  %card1 = and i64 %picked, 255
  %twin = call i1 @twin(ptr %x, i64 %tried, i64 %card1, i64 %others, ptr %weights)
  br i1 %twin, label %skip, label %deeper
skip:
  %passed = call {v} @passed(ptr %x, i1 %reply_is_me, {v} %all, {v} %s, {v} %left, i64 %card1, ptr %weights)
  br label %again
deeper:
  call void @trick(ptr %pos, i64 %card0, i64 %card1, ptr %next)
  %sum = call {v} @brought(ptr %x, ptr %pos, ptr %next, {v} %s)
{plan.cell("%pos", first, "%a0")}
{plan.cell("%pos", second, "%a1")}
{plan.cell("%next", first, "%b0")}
{plan.cell("%next", second, "%b1")}
  %new0 = xor i64 %a0, %b0
  %new1 = xor i64 %a1, %b1
  %new = or i64 %new0, %new1
  %fewer = call {v} @gained(ptr %left_of, i64 %new, {v} %left)
  %result = call i1 @search(ptr %x, ptr %next, {v} %sum, {v} %fewer, ptr %deep)
  %child = load {v}, ptr %deep, align 4
  %brought = sub {v} %sum, %s
  %mapped = sub {v} %child, %brought
  %joined = call {v} @joined(i1 %reply_is_me, {v} %all, {v} %mapped)
  %wanted = icmp eq i1 %result, %reply_is_me
  %lesson = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  call void @learn(ptr %lesson, i1 %wanted)
  br i1 %wanted, label %reached, label %again
again:
  %after = phi {v} [ %passed, %skip ], [ %joined, %deeper ]
  %bit = shl i64 1, %card1
  %t1 = or i64 %tried, %bit
  br label %loop
reached:
  store {v} %mapped, ptr %out, align 4
  ret i1 %reply_is_me
failed:
  store {v} %all, ptr %out, align 4
  ret i1 %lead_is_me
}}"""


def door(plan: Plan) -> str:
    """Print the door: a position, its lanes and what is left; and a card that was led, or -1."""
    n, v = plan.lanes, plan.vector
    return f"""
define i64 @ask(ptr %x, ptr %pos, ptr %sum, ptr %open, i64 %card) {{
entry:
  %weights = alloca [{n} x i64]
  %out = alloca {v}
  store <{n} x i64> {plan.each("i64", 1)}, ptr %weights, align 8
  %s = load {v}, ptr %sum, align 4
  %left = load {v}, ptr %open, align 4
  %between = icmp slt i64 %card, 0
  br i1 %between, label %whole, label %half
whole:
  %a = call i1 @search(ptr %x, ptr %pos, {v} %s, {v} %left, ptr %out)
  %a.wide = zext i1 %a to i64
  ret i64 %a.wide
half:
  %b = call i1 @reply(ptr %x, ptr %pos, i64 %card, {v} %s, {v} %left, ptr %weights, ptr %out)
  %b.wide = zext i1 %b to i64
  ret i64 %b.wide
}}"""
