"""The part of the native search that tries one lead after the other."""

from __future__ import annotations

from claimdsl.native.ordering import gathered
from claimdsl.native.plan import FAR, MOST_HELD, Plan

_RATE = "call i64 @worst(ptr %x, ptr %pos, i64 %leader, i64 %card, i64 %opens)"


def explored(plan: Plan) -> str:
    """Print the search of a position by playing on.  `lower` and `upper` is what lanes come to however that goes."""
    v = plan.vector
    return f"""
define internal i1 @explored(ptr %x, ptr %pos, {v} %s, {v} %left, {v} %lower, {v} %upper, ptr %out) noinline {{
entry:
  %list = alloca [{MOST_HELD} x i64]
  %deep = alloca {v}
{_begun(plan)}
  br label %gather
{gathered(plan, "%cards", _RATE)}
{_tried(plan)}
reached:
  store {v} %one, ptr %out, align 4
  ret i1 %mine
failed:
  %joined = call {v} @joined(i1 %mine, {v} %all, {v} %one)
  br label %loop
none.left:
  store {v} %all, ptr %out, align 4
  ret i1 %other.is.me
}}"""


def _begun(plan: Plan) -> str:
    n, v = plan.lanes, plan.vector
    return f"""{plan.cell("%pos", plan.leader, "%leader")}
{plan.field("me", "%me")}
  %mine = icmp eq i64 %leader, %me
  %other.is.me = xor i1 %mine, true
  %second = xor i64 %leader, 1
{plan.cell("%pos", "%second", "%others")}
  %ups.0 = sub {v} %s, %lower
  %ups = add {v} %ups.0, {plan.each("i32", 1)}
  %downs.0 = sub {v} %s, %upper
  %downs = sub {v} %downs.0, {plan.each("i32", 1)}
  %ahead = icmp sgt {v} %lower, zeroinitializer
  %behind = icmp slt {v} %upper, zeroinitializer
  %settled = or <{n} x i1> %ahead, %behind
  %open = xor <{n} x i1> %settled, {plan.each("i1", "true")}
  %opens = call i64 @cards_of(ptr %x, <{n} x i1> %open)
  %none = select i1 %mine, {v} {plan.each("i32", FAR)}, {v} {plan.each("i32", -FAR)}
  %cards = call i64 @leads(ptr %pos)"""


def _tried(plan: Plan) -> str:
    v = plan.vector
    lanes = ", ".join(f"{v} %{name}" for name in ("s", "left", "ups", "downs"))
    return f"""loop:
  %i = phi i64 [ 0, %gather ], [ %i1, %failed ]
  %all = phi {v} [ %spared, %gather ], [ %joined, %failed ]
  %through = icmp sge i64 %i, %count
  br i1 %through, label %none.left, label %try
try:
  %i1 = add i64 %i, 1
  %item.at = getelementptr inbounds i64, ptr %list, i64 %i
  %picked = load i64, ptr %item.at
  %led = and i64 %picked, 255
  %result = call i1 @reply(ptr %x, ptr %pos, i64 %led, {lanes}, i64 %opens, ptr %deep)
  %wanted = icmp eq i1 %result, %mine
  %lesson = call ptr @opening(ptr %x, i64 %leader, i64 %led)
  call void @learn(ptr %lesson, i1 %wanted)
  %one = load {v}, ptr %deep
  br i1 %wanted, label %reached, label %failed"""
