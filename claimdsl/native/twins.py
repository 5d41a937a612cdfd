"""The parts of the native search that leave out what is as good as something else, and only that.

Two cards of a faction are alike where tricks with every other card end alike but for the two themselves.  Each card
knows the next lower one that it may be alike with, and which cards tell the two apart; so alike cards are chains that
break where a card that tells is left with the other seat.  Of a hand the lowest of a chain is tried; a position is kept
in the table with lower cards in place of higher ones that have become alike.
"""

from __future__ import annotations

from claimdsl.native.plan import FAR, Plan

LINKS = 2
"""Unit: numbers for each card of a chain: the next lower card as a mask, and the cards that tell the two apart."""


def twin(plan: Plan) -> str:
    """Print: is a card as good as a lower one of some?  `opens` are the cards of factions that are open."""
    return f"""
define internal i1 @twin(ptr %x, i64 %some, i64 %start, i64 %others, i64 %opens) {{
entry:
{plan.field("alike", "%alike", "ptr")}
{plan.field("kin", "%kin", "ptr")}
  %open.0 = lshr i64 %opens, %start
  %open = trunc i64 %open.0 to i1
  %chain = select i1 %open, ptr %alike, ptr %kin
  br label %head
head:
  %card = phi i64 [ %start, %entry ], [ %next, %down ]
{_link(plan, "%chain", "%others")}
  br i1 %broken, label %no, label %look
look:
  %met = and i64 %lower, %some
  %found = icmp ne i64 %met, 0
  br i1 %found, label %yes, label %down
down:
  %next = call i64 @llvm.cttz.i64(i64 %lower, i1 true)
  br label %head
yes:
  ret i1 true
no:
  ret i1 false
}}"""


def _link(plan: Plan, chain: str, others: str) -> str:
    """Print: the next lower card of a chain, and whether the chain is broken there, or at its end."""
    return f"""  %link = mul i64 %card, {LINKS}
  %link.1 = add i64 %link, 1
{plan.cell(chain, "%link", "%lower")}
{plan.cell(chain, "%link.1", "%telling")}
  %told = and i64 %telling, {others}
  %tells = icmp ne i64 %told, 0
  %end = icmp eq i64 %lower, 0
  %broken = or i1 %tells, %end"""


def usual(plan: Plan) -> str:
    """Print: the hands with each card put for a lower one that is gone, where nothing left tells the two apart.

    From the lowest card up, so that whatever lies below one of the own cards is taken by then.
    """
    return f"""
define internal i64 @lowered(ptr %x, i64 %start, i64 %other) {{
entry:
{plan.field("alike", "%alike", "ptr")}
  br label %head
head:
  %hand = phi i64 [ %start, %entry ], [ %kept, %next ]
  %rest = phi i64 [ %start, %entry ], [ %less, %next ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %each
{_each_lowered(plan)}
next:
  %kept = or i64 %without, %best
  br label %head
after:
  ret i64 %hand
}}
{_usual(plan)}"""


def _each_lowered(plan: Plan) -> str:
    return f"""each:
  %first = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %bit = xor i64 %rest, %less
  %without = xor i64 %hand, %bit
  br label %walk
walk:
  %card = phi i64 [ %first, %each ], [ %down, %on ]
  %best = phi i64 [ %bit, %each ], [ %lower, %on ]
{_link(plan, "%alike", "%other")}
  %held = and i64 %lower, %without
  %meets = icmp ne i64 %held, 0
  %stays = or i1 %broken, %meets
  br i1 %stays, label %next, label %on
on:
  %down = call i64 @llvm.cttz.i64(i64 %lower, i1 true)
  br label %walk"""


def _usual(plan: Plan) -> str:
    return f"""
define internal void @usual(ptr %x, ptr %pos, ptr %hands) {{
{plan.cell("%pos", 0, "%h0")}
{plan.cell("%pos", 1, "%h1")}
  %l0 = call i64 @lowered(ptr %x, i64 %h0, i64 %h1)
  %l1 = call i64 @lowered(ptr %x, i64 %h1, i64 %l0)
  store i64 %l0, ptr %hands
  %second = getelementptr inbounds i64, ptr %hands, i64 1
  store i64 %l1, ptr %second
  ret void
}}"""


def passed(plan: Plan) -> str:
    """Print: what has been learned where a card was passed over, for its faction is settled: that it must stay so."""
    v, n = plan.vector, plan.lanes
    return f"""
define internal {v} @passed(ptr %x, i1 %least, {v} %all, {v} %s, {v} %ups, {v} %downs, i64 %card, i64 %opens) {{
{plan.field("lane_of", "%lane_of", "ptr")}
{plan.cell("%lane_of", "%card", "%lane")}
  %open.0 = lshr i64 %opens, %card
  %open = trunc i64 %open.0 to i1
  %now = extractelement {v} %s, i64 %lane
  %up = extractelement {v} %ups, i64 %lane
  %down = extractelement {v} %downs, i64 %lane
  %plus = icmp sge i32 %now, %up
  %good.0 = select i1 %plus, i32 %up, i32 -{FAR}
  %bad.0 = select i1 %plus, i32 {FAR}, i32 %down
  %free = select i1 %least, i32 {FAR}, i32 -{FAR}
  %value.0 = select i1 %least, i32 %bad.0, i32 %good.0
  %value = select i1 %open, i32 %free, i32 %value.0
  %every.0 = insertelement {v} undef, i32 %free, i32 0
  %every = shufflevector {v} %every.0, {v} undef, <{n} x i32> zeroinitializer
  %row = insertelement {v} %every, i32 %value, i64 %lane
  %found = call {v} @joined(i1 %least, {v} %all, {v} %row)
  ret {v} %found
}}"""


def apart(plan: Plan) -> str:
    """Print: for two cards, the others that tell them apart: with which a trick does not end alike."""
    return f"""
define internal i1 @alike_with(ptr %pos, i64 %leader, i64 %card, i64 %other, i64 %third, i1 %first) {{
entry:
  %here = alloca [{plan.size} x i64]
  %one = alloca [{plan.size} x i64]
  %two = alloca [{plan.size} x i64]
  call void @llvm.memcpy.p0.p0.i64(ptr %here, ptr %pos, i64 {8 * plan.size}, i1 false)
  %leader.at = getelementptr inbounds i64, ptr %here, i64 {plan.leader}
  store i64 %leader, ptr %leader.at
  %a.0 = select i1 %first, i64 %card, i64 %third
  %a.1 = select i1 %first, i64 %third, i64 %card
  %b.0 = select i1 %first, i64 %other, i64 %third
  %b.1 = select i1 %first, i64 %third, i64 %other
{_held_by_none(plan)}
  call void @trick(ptr %here, i64 %a.0, i64 %a.1, ptr %one)
  call void @trick(ptr %here, i64 %b.0, i64 %b.1, ptr %two)
{_same_but_for(plan)}
  ret i1 %ok.{plan.size}
}}
{_compare()}"""


def _held_by_none(plan: Plan) -> str:
    return f"""  %bit0 = shl i64 1, %card
  %bit1 = shl i64 1, %other
  %bits = or i64 %bit0, %bit1
  %mask = xor i64 %bits, -1
{plan.cell("%here", 0, "%hand0")}
{plan.cell("%here", 1, "%hand1")}
  %rest0 = and i64 %hand0, %mask
  %rest1 = and i64 %hand1, %mask
  store i64 %rest0, ptr %hand0.at
  store i64 %rest1, ptr %hand1.at"""


def _same_but_for(plan: Plan) -> str:
    """Print: are two positions alike but for the two cards, which lie in the same places?"""
    checks = ["  %ok.0 = xor i1 false, true"]
    for index, is_cards in enumerate(plan.places):
        checks += [plan.cell("%one", index, f"%a{index}"), plan.cell("%two", index, f"%b{index}")]
        if is_cards:
            checks += [
                f"  %m{index} = and i64 %a{index}, %mask", f"  %n{index} = and i64 %b{index}, %mask",
                f"  %e{index} = icmp eq i64 %m{index}, %n{index}", f"  %p{index} = lshr i64 %a{index}, %card",
                f"  %q{index} = lshr i64 %b{index}, %other", f"  %x{index} = xor i64 %p{index}, %q{index}",
                f"  %y{index} = and i64 %x{index}, 1",
                f"  %z{index} = icmp eq i64 %y{index}, 0",
                f"  %u{index} = and i1 %e{index}, %z{index}",
            ]
        else:
            checks.append(f"  %u{index} = icmp eq i64 %a{index}, %b{index}")
        checks.append(f"  %ok.{index + 1} = and i1 %ok.{index}, %u{index}")
    return "\n".join(checks)


def _compare() -> str:
    return f"""
define i64 @compare(ptr %pos, i64 %one, i64 %two, i64 %cards) {{
entry:
  br label %head
head:
  %rest = phi i64 [ %cards, %entry ], [ %less, %body ]
  %sum = phi i64 [ 0, %entry ], [ %more, %body ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %body
body:
  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
{_told()}
  %wide = zext i1 %d to i64
  %bit = shl i64 %wide, %card
  %more = or i64 %sum, %bit
  br label %head
after:
  ret i64 %sum
}}"""


def _told() -> str:
    """Print: does a card tell two apart, whoever leads, and whichever of them is led?"""
    lines = []
    for number, (leader, first) in enumerate(((0, "true"), (1, "true"), (0, "false"), (1, "false"))):
        given = f"ptr %pos, i64 {leader}, i64 %one, i64 %two, i64 %card, i1 {first}"
        lines.append(f"  %s{number} = call i1 @alike_with({given})")
    lines += ["  %t0 = and i1 %s0, %s1", "  %t1 = and i1 %s2, %s3", "  %t2 = and i1 %t0, %t1"]
    lines.append("  %d = xor i1 %t2, true")
    return "\n".join(lines)
