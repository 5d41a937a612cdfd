"""The parts of the native search that leave out what is as good as something else, and only that.

Two cards of a faction are alike where tricks with every other card end alike but for the two themselves.  Of a hand
one of them is tried; a position is kept in the table with lower cards in place of higher ones that have become alike.
"""

from __future__ import annotations

from claimdsl.native.plan import FAR, MOST_CARDS, Plan


def twin(plan: Plan) -> str:
    """Print: is a card as good as one that was tried?  No card that is left (`others`) may tell them apart."""
    return f"""
define internal i1 @twin(ptr %x, i64 %tried, i64 %card, i64 %others, ptr %weights) {{
entry:
{plan.field("alike", "%alike", "ptr")}
{plan.field("kin", "%kin", "ptr")}
{plan.field("apart", "%apart", "ptr")}
{plan.field("lane_of", "%lane_of", "ptr")}
{plan.cell("%lane_of", "%card", "%lane")}
{plan.cell("%weights", "%lane", "%weight")}
  %settled = icmp eq i64 %weight, 0
  %sames = select i1 %settled, ptr %kin, ptr %alike
{plan.cell("%sames", "%card", "%same")}
  %start = and i64 %same, %tried
  %base = mul i64 %card, {MOST_CARDS}
  br label %head
head:
  %rest = phi i64 [ %start, %entry ], [ %less, %body ]
  %none = icmp eq i64 %rest, 0
  br i1 %none, label %no, label %body
body:
  %other = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %cell = add i64 %base, %other
{plan.cell("%apart", "%cell", "%telling")}
  %left = and i64 %telling, %others
  %equal = icmp eq i64 %left, 0
  br i1 %equal, label %yes, label %head
yes:
  ret i1 true
no:
  ret i1 false
}}"""


def usual(plan: Plan) -> str:
    """Print: the hands with each card put for a lower one that is gone, where nothing left tells the two apart."""
    return f"""
define internal i64 @lowered(ptr %x, i64 %start, i64 %other) {{
entry:
{plan.field("alike", "%alike", "ptr")}
{plan.field("apart", "%apart", "ptr")}
  br label %head
head:
  %hand = phi i64 [ %start, %entry ], [ %kept, %next ]
  %rest = phi i64 [ %start, %entry ], [ %less, %next ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %card
card:
  %c = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
{plan.cell("%alike", "%c", "%same")}
  %held = or i64 %hand, %other
  %free = xor i64 %held, -1
  %bit = shl i64 1, %c
  %lower = sub i64 %bit, 1
  %w0 = and i64 %same, %free
  %w1 = and i64 %w0, %lower
  %base = mul i64 %c, {MOST_CARDS}
  br label %look
look:
  %left = phi i64 [ %w1, %card ], [ %fewer, %test ]
  %none = icmp eq i64 %left, 0
  br i1 %none, label %next, label %test
test:
  %d = call i64 @llvm.cttz.i64(i64 %left, i1 true)
  %dm = sub i64 %left, 1
  %fewer = and i64 %left, %dm
  %cell = add i64 %base, %d
{plan.cell("%apart", "%cell", "%telling")}
  %told = and i64 %telling, %other
  %fits = icmp eq i64 %told, 0
  br i1 %fits, label %put, label %look
put:
  %dbit = shl i64 1, %d
  %without = xor i64 %hand, %bit
  %with = or i64 %without, %dbit
  br label %next
next:
  %kept = phi i64 [ %hand, %look ], [ %with, %put ]
  br label %head
after:
  ret i64 %hand
}}
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
define internal {v} @passed(ptr %x, i1 %least, {v} %all, {v} %s, {v} %left, i64 %card, ptr %weights) {{
{plan.field("lane_of", "%lane_of", "ptr")}
{plan.cell("%lane_of", "%card", "%lane")}
{plan.cell("%weights", "%lane", "%weight")}
  %open = icmp ne i64 %weight, 0
  %now = extractelement {v} %s, i64 %lane
  %rest = extractelement {v} %left, i64 %lane
  %up = add i32 %rest, 1
  %down = sub i32 0, %up
  %plus = icmp sgt i32 %now, 0
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
    text = "\n".join(checks)
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
  %bit0 = shl i64 1, %card
  %bit1 = shl i64 1, %other
  %bits = or i64 %bit0, %bit1
  %mask = xor i64 %bits, -1
  %none0 = load i64, ptr %here
  %none1 = and i64 %none0, %mask
  store i64 %none1, ptr %here
  %hand1.at = getelementptr inbounds i64, ptr %here, i64 1
  %some0 = load i64, ptr %hand1.at
  %some1 = and i64 %some0, %mask
  store i64 %some1, ptr %hand1.at
  call void @trick(ptr %here, i64 %a.0, i64 %a.1, ptr %one)
  call void @trick(ptr %here, i64 %b.0, i64 %b.1, ptr %two)
{text}
  ret i1 %ok.{plan.size}
}}
define void @compare(ptr %x, ptr %pos, i64 %one, i64 %two, i64 %cards) {{
entry:
{plan.field("apart", "%apart", "ptr")}
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
  %s0 = call i1 @alike_with(ptr %pos, i64 0, i64 %one, i64 %two, i64 %card, i1 true)
  %s1 = call i1 @alike_with(ptr %pos, i64 1, i64 %one, i64 %two, i64 %card, i1 true)
  %s2 = call i1 @alike_with(ptr %pos, i64 0, i64 %one, i64 %two, i64 %card, i1 false)
  %s3 = call i1 @alike_with(ptr %pos, i64 1, i64 %one, i64 %two, i64 %card, i1 false)
  %t0 = and i1 %s0, %s1
  %t1 = and i1 %s2, %s3
  %t2 = and i1 %t0, %t1
  %d = xor i1 %t2, true
  %wide = zext i1 %d to i64
  %bit = shl i64 %wide, %card
  %more = or i64 %sum, %bit
  br label %head
after:
  %a.0 = mul i64 %one, {MOST_CARDS}
  %a = add i64 %a.0, %two
  %b.0 = mul i64 %two, {MOST_CARDS}
  %b = add i64 %b.0, %one
  %pa = getelementptr inbounds i64, ptr %apart, i64 %a
  %pb = getelementptr inbounds i64, ptr %apart, i64 %b
  store i64 %sum, ptr %pa
  store i64 %sum, ptr %pb
  ret void
}}"""
