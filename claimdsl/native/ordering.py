"""The parts of the native search that say which move to try first: what two cards bring, and what has been learned.

None of this can change an answer.
"""

from __future__ import annotations

from claimdsl.native.plan import MOST_CARDS, Plan

_TEMPO, _GAIN, _BROUGHT = 12, 8, 4
_MOST_LEARNED, _RIGHT, _WRONG = 256, 5, 6
_ANSWERS = 512


def early(plan: Plan) -> str:
    """Print: how early the second player should try a card, from what the two cards bring."""
    return f"""
define internal i64 @early(ptr %x, i64 %leader, i64 %card0, i64 %card1, ptr %weights) {{
{plan.field("signs", "%signs", "ptr")}
{plan.field("worths", "%worths", "ptr")}
{plan.field("lane_of", "%lane_of", "ptr")}
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row.1 = add i64 %row.0, %card0
  %row.2 = mul i64 %row.1, {MOST_CARDS}
  %row = add i64 %row.2, %card1
  %sign.at = getelementptr inbounds i8, ptr %signs, i64 %row
  %sign.8 = load i8, ptr %sign.at
  %sign = zext i8 %sign.8 to i64
  %b0 = and i64 %sign, 1
  %s1 = lshr i64 %sign, 1
  %b1 = and i64 %s1, 1
  %s2 = lshr i64 %sign, 2
  %b2 = and i64 %s2, 1
  %s3 = lshr i64 %sign, 3
  %b3 = and i64 %s3, 1
  %s4 = lshr i64 %sign, 4
  %next = and i64 %s4, 1
{plan.cell("%worths", "%card0", "%w0")}
{plan.cell("%worths", "%card1", "%w1")}
{plan.cell("%lane_of", "%card0", "%l0")}
{plan.cell("%lane_of", "%card1", "%l1")}
{plan.cell("%weights", "%l0", "%f0")}
{plan.cell("%weights", "%l1", "%f1")}
  %v0 = mul i64 %w0, %f0
  %v1 = mul i64 %w1, %f1
  %d0 = sub i64 %b0, %b1
  %d1 = sub i64 %b2, %b3
  %g0 = mul i64 %v0, %d0
  %g1 = mul i64 %v1, %d1
  %gain0 = add i64 %g0, %g1
  %gain1 = sub i64 0, %gain0
  %is0 = icmp eq i64 %leader, 1
  %gain = select i1 %is0, i64 %gain0, i64 %gain1
  %keeps = icmp ne i64 %next, %leader
  %tempo = select i1 %keeps, i64 {_TEMPO}, i64 0
  %big = mul i64 %gain, {_GAIN}
  %some = add i64 %big, %tempo
  %much = mul i64 %some, {_BROUGHT}
  %cell = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  %known = load i64, ptr %cell
  %sum = add i64 %much, %known
  ret i64 %sum
}}"""


def learn(plan: Plan) -> str:
    """Print: note of a move that it was right, or that it was not; what is kept moves towards the one or the other."""
    return f"""
define internal void @learn(ptr %cell, i1 %right) alwaysinline {{
  %old = load i64, ptr %cell
  %aim = select i1 %right, i64 {_MOST_LEARNED}, i64 -{_MOST_LEARNED}
  %way = sub i64 %aim, %old
  %fast = ashr i64 %way, {_RIGHT}
  %slow = ashr i64 %way, {_WRONG}
  %step = select i1 %right, i64 %fast, i64 %slow
  %new = add i64 %old, %step
  store i64 %new, ptr %cell
  ret void
}}
define internal ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1) alwaysinline {{
{plan.field("answers", "%answers", "ptr")}
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row.1 = add i64 %row.0, %card0
  %row.2 = mul i64 %row.1, {MOST_CARDS}
  %row = add i64 %row.2, %card1
  %cell = getelementptr inbounds i64, ptr %answers, i64 %row
  ret ptr %cell
}}
define internal ptr @opening(ptr %x, i64 %leader, i64 %card) alwaysinline {{
{plan.field("openings", "%openings", "ptr")}
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row = add i64 %row.0, %card
  %cell = getelementptr inbounds i64, ptr %openings, i64 %row
  ret ptr %cell
}}"""


def prepare(plan: Plan) -> str:
    """Print: what each pair of cards does, as bits, for either leader, in the position as it is."""
    first, second = plan.scored
    return f"""
define void @prepare(ptr %x, ptr %pos) {{
entry:
  %here = alloca [{plan.size} x i64]
  %next = alloca [{plan.size} x i64]
{plan.field("signs", "%signs", "ptr")}
{plan.cell("%pos", first, "%a0")}
{plan.cell("%pos", second, "%a1")}
  call void @llvm.memcpy.p0.p0.i64(ptr %here, ptr %pos, i64 {8 * plan.size}, i1 false)
  %leader.at = getelementptr inbounds i64, ptr %here, i64 {plan.leader}
  br label %seats
seats:
  %leader = phi i64 [ 0, %entry ], [ %l1, %turn ]
  %end = icmp sge i64 %leader, 2
  br i1 %end, label %after, label %seat
seat:
  %l1 = add i64 %leader, 1
  %other = sub i64 1, %leader
  store i64 %leader, ptr %leader.at
{plan.cell("%pos", "%leader", "%own")}
{plan.cell("%pos", "%other", "%their")}
  br label %outer
outer:
  %rest0 = phi i64 [ %own, %seat ], [ %less0, %inner ]
  %none0 = icmp eq i64 %rest0, 0
  br i1 %none0, label %turn, label %first
first:
  %card0 = call i64 @llvm.cttz.i64(i64 %rest0, i1 true)
  %minus0 = sub i64 %rest0, 1
  %less0 = and i64 %rest0, %minus0
  br label %inner
inner:
  %rest1 = phi i64 [ %their, %first ], [ %less1, %second ]
  %none1 = icmp eq i64 %rest1, 0
  br i1 %none1, label %outer, label %second
second:
  %card1 = call i64 @llvm.cttz.i64(i64 %rest1, i1 true)
  %minus1 = sub i64 %rest1, 1
  %less1 = and i64 %rest1, %minus1
  call void @trick(ptr %here, i64 %card0, i64 %card1, ptr %next)
{plan.cell("%next", first, "%b0")}
{plan.cell("%next", second, "%b1")}
{plan.cell("%next", plan.leader, "%then")}
  %new0 = xor i64 %a0, %b0
  %new1 = xor i64 %a1, %b1
  %p00 = lshr i64 %new0, %card0
  %p01 = lshr i64 %new1, %card0
  %p10 = lshr i64 %new0, %card1
  %p11 = lshr i64 %new1, %card1
  %q00 = and i64 %p00, 1
  %q01.0 = and i64 %p01, 1
  %q01 = shl i64 %q01.0, 1
  %q10.0 = and i64 %p10, 1
  %q10 = shl i64 %q10.0, 2
  %q11.0 = and i64 %p11, 1
  %q11 = shl i64 %q11.0, 3
  %q2.0 = and i64 %then, 1
  %q2 = shl i64 %q2.0, 4
  %o0 = or i64 %q00, %q01
  %o1 = or i64 %q10, %q11
  %o2 = or i64 %o0, %o1
  %o3 = or i64 %o2, %q2
  %small = trunc i64 %o3 to i8
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row.1 = add i64 %row.0, %card0
  %row.2 = mul i64 %row.1, {MOST_CARDS}
  %row = add i64 %row.2, %card1
  %cell = getelementptr inbounds i8, ptr %signs, i64 %row
  store i8 %small, ptr %cell
  br label %inner
turn:
  br label %seats
after:
  ret void
}}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)"""


def worst(plan: Plan) -> str:
    """Print how a lead is rated: by the best answer to it, and better the fewer answers there are."""
    return f"""
define internal i64 @worst(ptr %x, ptr %pos, i64 %leader, i64 %card, ptr %weights) {{
entry:
  %start = call i64 @replies(ptr %pos, i64 %card)
  br label %head
head:
  %rest = phi i64 [ %start, %entry ], [ %less, %body ]
  %best = phi i64 [ -1048576, %entry ], [ %most, %body ]
  %n = phi i64 [ 0, %entry ], [ %n1, %body ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %body
body:
  %other = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %early = call i64 @early(ptr %x, i64 %leader, i64 %card, i64 %other, ptr %weights)
  %greater = icmp sgt i64 %early, %best
  %n1 = add i64 %n, 1
  %most = select i1 %greater, i64 %early, i64 %best
  br label %head
after:
  %few = mul i64 %n, {_ANSWERS}
  %worst = add i64 %best, %few
  %rated.0 = sub i64 0, %worst
  %cell = call ptr @opening(ptr %x, i64 %leader, i64 %card)
  %known = load i64, ptr %cell
  %rated = add i64 %rated.0, %known
  ret i64 %rated
}}"""
