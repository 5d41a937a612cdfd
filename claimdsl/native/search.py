"""The native search: alpha-beta over whole tricks, with a table of positions, as LLVM IR beside the printed tricks.

It asks one question: does seat `me` reach a goal?  The score is a row of lanes that only grow for the better: whoever
reaches a goal reaches it with more in every lane.  Each answer comes with the least (or the most) that it needs of each
lane; that is what the table keeps with a position, and compares by.
"""

from __future__ import annotations

from claimdsl.native.certain import certain, note
from claimdsl.native.lanes_text import ended, gained, moved, opened, small
from claimdsl.native.leads import explored
from claimdsl.native.ordering import early, learn, prepare, worst
from claimdsl.native.plan import FAR, Plan
from claimdsl.native.positions import remembering
from claimdsl.native.replies import door, reply
from claimdsl.native.tricks import HANDS
from claimdsl.native.twins import apart, passed, twin, usual


def text(plan: Plan, exact: bool) -> str:
    """Print all functions; `exact`: the end is counted by the rules, not by lanes."""
    parts = [
        small(plan), gained(plan), remembering(plan), twin(plan), usual(plan), passed(plan), early(plan), learn(plan),
        worst(plan), moved(plan), opened(plan), certain(plan), note(plan), ended(plan, exact), _entered(plan),
        _verdict(plan), _reach(plan), _search(plan), explored(plan), reply(plan), prepare(plan), apart(plan),
        door(plan),
    ]
    return "\n".join(parts)


def _entered(plan: Plan) -> str:
    """Print: count a position; is the search to go on?"""
    return f"""
define internal i1 @entered(ptr %x) alwaysinline {{
entry:
  %nodes = load i64, ptr %x
  %more = add i64 %nodes, 1
  store i64 %more, ptr %x
{plan.field("stop", "%stop", "ptr")}
{plan.field("limit", "%limit")}
  %asked = load volatile i64, ptr %stop
  %many = icmp ugt i64 %more, %limit
  br i1 %many, label %stopping, label %after
stopping:
  store i64 1, ptr %stop
  br label %after
after:
  %begun = phi i64 [ %asked, %entry ], [ 1, %stopping ]
  %goes = icmp eq i64 %begun, 0
  ret i1 %goes
}}"""


def _verdict(plan: Plan) -> str:
    """Print: 1 or 0 where the least and the most that each lane may come to decide; else 2."""
    n, v = plan.lanes, plan.vector
    return f"""
define internal i64 @verdict(ptr %x, {v} %s, {v} %least, {v} %most, ptr %out) alwaysinline {{
entry:
{plan.field("voted", "%all")}
{plan.field("goals", "%goals", "ptr")}
  %ahead = icmp sgt {v} %least, zeroinitializer
  %behind = icmp slt {v} %most, zeroinitializer
  %mine = call i64 @some(<{n} x i1> %ahead)
  %theirs = call i64 @some(<{n} x i1> %behind)
  %rest = sub i64 %all, %mine
{_goal("%mine", "%rest", "low")}
  %sure = icmp eq i8 %low, 1
  br i1 %sure, label %surely, label %above
{_surely(plan)}
above:
  %best = sub i64 %all, %theirs
{_goal("%best", "%theirs", "high")}
  %lost = icmp eq i8 %high, 0
  br i1 %lost, label %hopeless, label %open
{_hopeless(plan)}
open:
  ret i64 2
}}"""


def _goal(mine: str, theirs: str, into: str) -> str:
    """Print what the table of goals says of numbers of votes."""
    return f"""  %{into}.0 = mul i64 {mine}, 16
  %{into}.1 = add i64 %{into}.0, {theirs}
  %{into}.at = getelementptr inbounds i8, ptr %goals, i64 %{into}.1
  %{into} = load i8, ptr %{into}.at"""


def _surely(plan: Plan) -> str:
    n, v = plan.lanes, plan.vector
    return f"""surely:
  %lead.0 = sub {v} %s, %least
  %lead.1 = add {v} %lead.0, {plan.each("i32", 1)}
  %needed = select <{n} x i1> %ahead, {v} %lead.1, {v} {plan.each("i32", -FAR)}
  store {v} %needed, ptr %out, align 4
  ret i64 1"""


def _hopeless(plan: Plan) -> str:
    n, v = plan.lanes, plan.vector
    return f"""hopeless:
  %lag.0 = sub {v} %s, %most
  %lag.1 = sub {v} %lag.0, {plan.each("i32", 1)}
  %barred = select <{n} x i1> %behind, {v} %lag.1, {v} {plan.each("i32", FAR)}
  store {v} %barred, ptr %out, align 4
  ret i64 0"""


def _reach(plan: Plan) -> str:
    """Print: the least and the most that lanes may come to: however play goes on, and as the leader can have it."""
    v = plan.vector
    return f"""
define internal void @reach(ptr %x, ptr %pos, {v} %s, {v} %left, i1 %mine, ptr %rows) alwaysinline {{
{plan.cell("%pos", plan.leader, "%leader")}
  %second = xor i64 %leader, 1
{plan.cell("%pos", "%leader", "%own")}
{plan.cell("%pos", "%second", "%other")}
{plan.field("cashed", "%cashed")}
{_counted(plan, "%own", "%other", "%cashed", "leads")}
{_counted(plan, "%other", "%own", "0", "answers")}
  %leader.sure = add {v} %leads.0, %answers.1
  %other.sure = add {v} %leads.1, %answers.0
  %mine.sure = select i1 %mine, {v} %leader.sure, {v} %other.sure
  %their.sure = select i1 %mine, {v} %other.sure, {v} %leader.sure
  %mine.run = select i1 %mine, {v} %leads.2, {v} zeroinitializer
  %their.run = select i1 %mine, {v} zeroinitializer, {v} %leads.2
  %lower.0 = sub {v} %s, %left
  %lower = add {v} %lower.0, %mine.sure
  %upper.0 = add {v} %s, %left
  %upper = sub {v} %upper.0, %their.sure
  %least = add {v} %lower, %mine.run
  %most = sub {v} %upper, %their.run
{plan.rows("%rows", ("%lower", "%upper", "%least", "%most"))}
  ret void
}}"""


def _counted(plan: Plan, cards: str, other: str, led: str, into: str) -> str:
    v = plan.vector
    lines = [
        f"  %{into} = alloca [3 x {v}]", plan.rows(f"%{into}", ("zeroinitializer",) * 3),
        f"  call void @certain(ptr %x, i64 {cards}, i64 {other}, i64 {led}, ptr %{into})",
    ]
    for place in range(3):
        lines += [
            f"  %{into}.at{place} = getelementptr inbounds {v}, ptr %{into}, i64 {place}",
            f"  %{into}.{place} = load {v}, ptr %{into}.at{place}",
        ]
    return "\n".join(lines)


def _search(plan: Plan) -> str:
    """Print the search of a position between two tricks: what can be said of it without playing on."""
    v = plan.vector
    return f"""
define internal i1 @search(ptr %x, ptr %pos, {v} %s, {v} %left, ptr %out) {{
entry:
  %hands = alloca [{len(HANDS)} x i64]
  %rows = alloca [4 x {v}]
  %goes = call i1 @entered(ptr %x)
  br i1 %goes, label %begin, label %no
begin:
{plan.cell("%pos", 0, "%hand0")}
  %over = icmp eq i64 %hand0, 0
  br i1 %over, label %last, label %bound
last:
  %reached = call i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out)
  ret i1 %reached
{_bound(plan)}
{_probed(plan)}
{_fresh(plan)}
yes:
  ret i1 true
no:
  ret i1 false
}}"""


def _bound(plan: Plan) -> str:
    """Print: look at what is left; then ask for the table's memory, and look at what is won for certain meanwhile."""
    v = plan.vector
    return f"""bound:
  %under = sub {v} %s, %left
  %above = add {v} %s, %left
  %first = call i64 @verdict(ptr %x, {v} %s, {v} %under, {v} %above, ptr %out)
  switch i64 %first, label %look [ i64 0, label %no i64 1, label %yes ]
look:
  call void @usual(ptr %x, ptr %pos, ptr %hands)
  %bucket = call ptr @bucket(ptr %x, ptr %pos, ptr %hands)
  call void @fetched(ptr %bucket)
{plan.cell("%pos", plan.leader, "%leader")}
{plan.field("me", "%me")}
  %mine = icmp eq i64 %leader, %me
  call void @reach(ptr %x, ptr %pos, {v} %s, {v} %left, i1 %mine, ptr %rows)
{plan.row("%rows", 2, "%least")}
{plan.row("%rows", 3, "%most")}
  %second = call i64 @verdict(ptr %x, {v} %s, {v} %least, {v} %most, ptr %out)
  switch i64 %second, label %probe [ i64 0, label %no i64 1, label %yes ]"""


def _probed(plan: Plan) -> str:
    v = plan.vector
    return f"""probe:
  %recalled = call i64 @recall(ptr %x, ptr %pos, ptr %hands, ptr %bucket, {v} %s, ptr %out)
  switch i64 %recalled, label %fresh [ i64 0, label %no i64 1, label %yes ]"""


def _fresh(plan: Plan) -> str:
    """Print: play on, and keep the answer with the number of positions that it took."""
    v = plan.vector
    return f"""fresh:
{plan.row("%rows", 0, "%lower")}
{plan.row("%rows", 1, "%upper")}
  %before = load i64, ptr %x
  %found = call i1 @explored(ptr %x, ptr %pos, {v} %s, {v} %left, {v} %lower, {v} %upper, ptr %out)
{plan.field("stop", "%stop", "ptr")}
  %halted = load volatile i64, ptr %stop
  %cut = icmp ne i64 %halted, 0
  br i1 %cut, label %no, label %keep
keep:
  %row = load {v}, ptr %out, align 4
  %after = load i64, ptr %x
  %work = sub i64 %after, %before
  call void @keep(ptr %x, ptr %pos, ptr %hands, ptr %bucket, i1 %found, {v} %row, i64 %work)
  ret i1 %found"""
