"""The parts of the native search that say which move to try first: what two cards bring, and what has been learned.

None of this can change an answer.  For each pair of cards, and either leader, there are four short numbers side by
side: what has been learned of the answer, what the next lead is worth to who answers, and what the two cards bring.
"""

from __future__ import annotations

from claimdsl.native.plan import MOST_CARDS, Plan

_TEMPO, _GAIN = 48, 32
_MOST_LEARNED, _RIGHT, _WRONG = 256, 5, 6
_ANSWERS = 512
_PARTS = ("learned", "tempo", "first", "second")


def early(plan: Plan) -> str:
    """Print: how early the second player should try a card; `opens` are the cards of factions that are open."""
    return f"""
define internal i64 @early(ptr %x, i64 %leader, i64 %card0, i64 %card1, i64 %opens) alwaysinline {{
  %cell = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  %all = load i64, ptr %cell
{_part("learned")}
{_part("tempo")}
{_part("first")}
{_part("second")}
{_if_open("first", "%card0")}
{_if_open("second", "%card1")}
  %some = add i64 %learned, %tempo
  %more = add i64 %some, %first.now
  %sum = add i64 %more, %second.now
  ret i64 %sum
}}"""


def _part(name: str) -> str:
    return f"""  %{name}.up = shl i64 %all, {48 - 16 * _PARTS.index(name)}
  %{name} = ashr i64 %{name}.up, 48"""


def _if_open(name: str, card: str) -> str:
    return f"""  %{name}.at = lshr i64 %opens, {card}
  %{name}.bit = and i64 %{name}.at, 1
  %{name}.mask = sub i64 0, %{name}.bit
  %{name}.now = and i64 %{name}, %{name}.mask"""


def learn(plan: Plan) -> str:
    """Print: note of a move that it was right, or that it was not; what is kept moves towards the one or the other."""
    return f"""
define internal void @learn(ptr %cell, i1 %right) alwaysinline {{
  %short = load i16, ptr %cell
  %old = sext i16 %short to i64
  %aim = select i1 %right, i64 {_MOST_LEARNED}, i64 -{_MOST_LEARNED}
  %way = sub i64 %aim, %old
  %fast = ashr i64 %way, {_RIGHT}
  %slow = ashr i64 %way, {_WRONG}
  %step = select i1 %right, i64 %fast, i64 %slow
  %new = add i64 %old, %step
  %kept = trunc i64 %new to i16
  store i16 %kept, ptr %cell
  ret void
}}
{_cells(plan)}"""


def _cells(plan: Plan) -> str:
    return f"""
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
    """Print: try each pair of cards, for either leader, in the position as it is, and note what it does."""
    return f"""
define void @prepare(ptr %x, ptr %pos) {{
entry:
  %here = alloca [{plan.size} x i64]
  call void @llvm.memcpy.p0.p0.i64(ptr %here, ptr %pos, i64 {8 * plan.size}, i1 false)
  %leader.at = getelementptr inbounds i64, ptr %here, i64 {plan.leader}
{plan.cell("%pos", 0, "%hand0")}
{plan.cell("%pos", 1, "%hand1")}
  store i64 0, ptr %leader.at
  call void @pairs(ptr %x, ptr %here, i64 %hand0, i64 %hand1)
  store i64 1, ptr %leader.at
  call void @pairs(ptr %x, ptr %here, i64 %hand1, i64 %hand0)
  ret void
}}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
{_pairs()}
{_noted(plan)}"""


def _pairs() -> str:
    return """
define internal void @pairs(ptr %x, ptr %here, i64 %own, i64 %their) {
entry:
  br label %outer
outer:
  %rest0 = phi i64 [ %own, %entry ], [ %less0, %inner ]
  %none0 = icmp eq i64 %rest0, 0
  br i1 %none0, label %after, label %first
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
  call void @noted(ptr %x, ptr %here, i64 %card0, i64 %card1)
  br label %inner
after:
  ret void
}"""


def _noted(plan: Plan) -> str:
    return f"""
define internal void @noted(ptr %x, ptr %here, i64 %card0, i64 %card1) {{
  %next = alloca [{plan.size} x i64]
  call void @trick(ptr %here, i64 %card0, i64 %card1, ptr %next)
{_scored(plan)}
  call void @note(ptr %x, i64 %card0, i64 %card1, i64 %leads, i64 %answers, i1 %on)
  %cell = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  %tempo = select i1 %on, i64 0, i64 {_TEMPO << 16}
  %first = call i64 @brings(i64 %card0, i64 %leads, i64 %answers)
  %second = call i64 @brings(i64 %card1, i64 %leads, i64 %answers)
  %first.up = shl i64 %first, 32
  %second.up = shl i64 %second, 48
  %some = or i64 %tempo, %first.up
  %all = or i64 %some, %second.up
  store i64 %all, ptr %cell
  ret void
}}
{_brings()}"""


def _scored(plan: Plan) -> str:
    """Print: what the leader of a trick scores, what the other seat, and whether he leads the next one."""
    first, second = plan.scored
    return f"""{plan.cell("%here", plan.leader, "%leader")}
{plan.cell("%next", plan.leader, "%then")}
{plan.cell("%here", first, "%a0")}
{plan.cell("%here", second, "%a1")}
{plan.cell("%next", first, "%b0")}
{plan.cell("%next", second, "%b1")}
  %on = icmp eq i64 %leader, %then
  %new0 = xor i64 %a0, %b0
  %new1 = xor i64 %a1, %b1
  %is0 = icmp eq i64 %leader, 0
  %leads = select i1 %is0, i64 %new0, i64 %new1
  %answers = select i1 %is0, i64 %new1, i64 %new0"""


def _brings() -> str:
    return f"""
define internal i64 @brings(i64 %card, i64 %leads, i64 %answers) {{
  %a = lshr i64 %leads, %card
  %a1 = and i64 %a, 1
  %b = lshr i64 %answers, %card
  %b1 = and i64 %b, 1
  %d = sub i64 %b1, %a1
  %f = mul i64 %d, {_GAIN}
  %short = and i64 %f, 65535
  ret i64 %short
}}"""


def worst(plan: Plan) -> str:
    """Print how a lead is rated: by the best answer to it, and better the fewer answers there are."""
    return f"""
define internal i64 @worst(ptr %x, ptr %pos, i64 %leader, i64 %card, i64 %opens) {{
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
  %early = call i64 @early(ptr %x, i64 %leader, i64 %card, i64 %other, i64 %opens)
  %greater = icmp sgt i64 %early, %best
  %n1 = add i64 %n, 1
  %most = select i1 %greater, i64 %early, i64 %best
  br label %head
after:
  %few = mul i64 %n, {_ANSWERS}
  %worst = add i64 %best, %few
  %rated.0 = sub i64 0, %worst
  %cell = call ptr @opening(ptr %x, i64 %leader, i64 %card)
  %short = load i16, ptr %cell
  %known = sext i16 %short to i64
  %rated = add i64 %rated.0, %known
  ret i64 %rated
}}"""


def gathered(plan: Plan, cards: str, rate: str) -> str:
    """Print the loop that lists what may be tried, best first: of cards alike one; `rate` says how good `%card` looks.

    It goes on to `%loop` with `%count` of them in `%list`, and what the others spare in `%spared`.
    """
    v = plan.vector
    given = ", ".join(f"{v} %{name}" for name in ("spared", "s", "ups", "downs"))
    return f"""gather:
  %rest = phi i64 [ {cards}, %entry ], [ %less, %skip ], [ %less, %rate ]
  %count = phi i64 [ 0, %entry ], [ %count, %skip ], [ %more, %rate ]
  %spared = phi {v} [ %none, %entry ], [ %passed, %skip ], [ %spared, %rate ]
  %empty = icmp eq i64 %rest, 0
  br i1 %empty, label %loop, label %each
each:
  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %twin = call i1 @twin(ptr %x, i64 {cards}, i64 %card, i64 %others, i64 %opens)
  br i1 %twin, label %skip, label %rate
skip:
  %passed = call {v} @passed(ptr %x, i1 %mine, {given}, i64 %card, i64 %opens)
  br label %gather
rate:
  %rated = {rate}
  %up = shl i64 %rated, 8
  %item = or i64 %up, %card
  call void @insert(ptr %list, i64 %count, i64 %item)
  %more = add i64 %count, 1
  br label %gather"""
