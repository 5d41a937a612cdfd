"""The parts of the native search behind a card that was led, and the door to the search."""

from __future__ import annotations

from claimdsl.native.ordering import gathered
from claimdsl.native.plan import FAR, MOST_HELD, Plan

_RATE = "call i64 @early(ptr %x, i64 %leader, i64 %card0, i64 %card, i64 %opens)"


def reply(plan: Plan) -> str:
    """Print the search behind a card that was led."""
    v = plan.vector
    given = ", ".join(f"{v} %{name}" for name in ("s", "left", "ups", "downs"))
    return f"""
define internal i1 @reply(ptr %x, ptr %pos, i64 %card0, {given}, i64 %opens, ptr %out) {{
entry:
  %list = alloca [{MOST_HELD} x i64]
{_begun(plan)}
{gathered(plan, "%start", _RATE)}
loop:
  %i = phi i64 [ 0, %gather ], [ 0, %only ], [ %i1, %deeper ]
  %many = phi i64 [ %count, %gather ], [ 1, %only ], [ %many, %deeper ]
  %all = phi {v} [ %spared, %gather ], [ %none, %only ], [ %joined, %deeper ]
  %through = icmp sge i64 %i, %many
  br i1 %through, label %failed, label %deeper
{_deeper(plan)}
reached:
  store {v} %mapped, ptr %out, align 4
  ret i1 %mine
failed:
  store {v} %all, ptr %out, align 4
  ret i1 %lead.is.me
}}"""


def _begun(plan: Plan) -> str:
    """Print: what may be played; of one card there is nothing to ask."""
    v = plan.vector
    return f"""  %next = alloca [{plan.size} x i64]
  %deep = alloca {v}
  %sums = alloca [2 x {v}]
{plan.cell("%pos", plan.leader, "%leader")}
{plan.field("me", "%me")}
  %lead.is.me = icmp eq i64 %leader, %me
  %mine = xor i1 %lead.is.me, true
{plan.cell("%pos", "%leader", "%others")}
  %none = select i1 %mine, {v} {plan.each("i32", FAR)}, {v} {plan.each("i32", -FAR)}
  %start = call i64 @replies(ptr %pos, i64 %card0)
  %ones = sub i64 %start, 1
  %again = and i64 %start, %ones
  %forced = icmp eq i64 %again, 0
  br i1 %forced, label %only, label %gather
only:
  %single = call i64 @llvm.cttz.i64(i64 %start, i1 true)
  store i64 %single, ptr %list
  br label %loop"""


def _deeper(plan: Plan) -> str:
    v = plan.vector
    return f"""deeper:
  %i1 = add i64 %i, 1
  %item.at = getelementptr inbounds i64, ptr %list, i64 %i
  %picked = load i64, ptr %item.at
  %card1 = and i64 %picked, 255
  call void @trick(ptr %pos, i64 %card0, i64 %card1, ptr %next)
  call void @moved(ptr %x, ptr %pos, ptr %next, {v} %s, {v} %left, ptr %sums)
{plan.row("%sums", 0, "%sum")}
{plan.row("%sums", 1, "%fewer")}
  %result = call i1 @search(ptr %x, ptr %next, {v} %sum, {v} %fewer, ptr %deep)
  %child = load {v}, ptr %deep, align 4
  %brought = sub {v} %sum, %s
  %mapped = sub {v} %child, %brought
  %joined = call {v} @joined(i1 %mine, {v} %all, {v} %mapped)
  %wanted = icmp eq i1 %result, %mine
  %lesson = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  call void @learn(ptr %lesson, i1 %wanted)
  br i1 %wanted, label %reached, label %loop"""


def door(plan: Plan) -> str:
    """Print the door: a position, its lanes and what is left; and a card that was led, or -1."""
    v = plan.vector
    unsettled = f"{v} zeroinitializer, {v} zeroinitializer, i64 -1"
    return f"""
define i64 @ask(ptr %x, ptr %pos, ptr %sum, ptr %open, i64 %card) {{
entry:
  %out = alloca {v}
  %s = load {v}, ptr %sum, align 4
  %left = load {v}, ptr %open, align 4
  %between = icmp slt i64 %card, 0
  br i1 %between, label %whole, label %half
whole:
  %a = call i1 @search(ptr %x, ptr %pos, {v} %s, {v} %left, ptr %out)
  %a.wide = zext i1 %a to i64
  ret i64 %a.wide
half:
  %b = call i1 @reply(ptr %x, ptr %pos, i64 %card, {v} %s, {v} %left, {unsettled}, ptr %out)
  %b.wide = zext i1 %b to i64
  ret i64 %b.wide
}}"""
