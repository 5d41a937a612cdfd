"""The parts of the native search that read positions and lanes: sums of lanes, the end."""

from __future__ import annotations

from claimdsl.native.plan import FAR, TIED, Plan


def small(plan: Plan) -> str:
    """Print: insert into a list that falls; all lanes at least so great; count lanes."""
    n, v = plan.lanes, plan.vector
    return f"""
declare i{n} @llvm.ctpop.i{n}(i{n})
define internal void @insert(ptr %list, i64 %count, i64 %item) {{
entry:
  br label %head
head:
  %i = phi i64 [ %count, %entry ], [ %j, %move ]
  %first = icmp eq i64 %i, 0
  br i1 %first, label %put, label %look
look:
  %j = sub i64 %i, 1
  %from = getelementptr inbounds i64, ptr %list, i64 %j
  %old = load i64, ptr %from
  %less = icmp slt i64 %old, %item
  br i1 %less, label %move, label %put
move:
  %to = getelementptr inbounds i64, ptr %list, i64 %i
  store i64 %old, ptr %to
  br label %head
put:
  %place = getelementptr inbounds i64, ptr %list, i64 %i
  store i64 %item, ptr %place
  ret void
}}
define internal i1 @covers({v} %a, {v} %b) alwaysinline {{
  %c = icmp sge {v} %a, %b
  %m = bitcast <{n} x i1> %c to i{n}
  %all = icmp eq i{n} %m, -1
  ret i1 %all
}}
define internal {v} @joined(i1 %least, {v} %a, {v} %b) alwaysinline {{
  %more = icmp sgt {v} %a, %b
  %flip = insertelement <{n} x i1> undef, i1 %least, i32 0
  %same = shufflevector <{n} x i1> %flip, <{n} x i1> undef, <{n} x i32> zeroinitializer
  %first = xor <{n} x i1> %more, %same
  %found = select <{n} x i1> %first, {v} %a, {v} %b
  ret {v} %found
}}
define internal i64 @some(<{n} x i1> %c) alwaysinline {{
  %m = bitcast <{n} x i1> %c to i{n}
  %count = call i{n} @llvm.ctpop.i{n}(i{n} %m)
  %wide = zext i{n} %count to i64
  ret i64 %wide
}}"""


def gained(plan: Plan) -> str:
    """Print: add to lanes what a table says of each card that came to a pile."""
    v, bytes_ = plan.vector, 4 * plan.lanes
    return f"""
define internal {v} @gained(ptr %row, i64 %cards, {v} %start) {{
entry:
  br label %head
head:
  %rest = phi i64 [ %cards, %entry ], [ %less, %body ]
  %sum = phi {v} [ %start, %entry ], [ %next, %body ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %body
body:
  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %place = mul i64 %card, {bytes_}
  %at = getelementptr inbounds i8, ptr %row, i64 %place
  %one = load {v}, ptr %at, align 4
  %next = add {v} %sum, %one
  br label %head
after:
  ret {v} %sum
}}"""


def opened(plan: Plan) -> str:
    """Print: the cards of some lanes."""
    n = plan.lanes
    return f"""
declare i64 @llvm.vector.reduce.or.v{n}i64(<{n} x i64>)
define internal i64 @cards_of(ptr %x, <{n} x i1> %some) alwaysinline {{
{plan.field("lane_cards", "%rows", "ptr")}
  %cards = load <{n} x i64>, ptr %rows, align 8
  %kept = select <{n} x i1> %some, <{n} x i64> %cards, <{n} x i64> zeroinitializer
  %all = call i64 @llvm.vector.reduce.or.v{n}i64(<{n} x i64> %kept)
  ret i64 %all
}}"""


def moved(plan: Plan) -> str:
    """Print: the sums of lanes and what is left of them after a trick; mostly two cards have been scored."""
    v = plan.vector
    return f"""
define internal void @moved(ptr %x, ptr %pos, ptr %to, {v} %s, {v} %left, ptr %sums) {{
entry:
{_scored(plan)}
  %new = or i64 %new0, %new1
{plan.field("left", "%left_of", "ptr")}
  br label %head
head:
  %rest = phi i64 [ %new, %entry ], [ %less, %body ]
  %sum = phi {v} [ %s, %entry ], [ %next, %body ]
  %fewer = phi {v} [ %left, %entry ], [ %then, %body ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %body
body:
{_moved(plan)}
  br label %head
after:
{plan.rows("%sums", ("%sum", "%fewer"))}
  ret void
}}"""


def _moved(plan: Plan) -> str:
    v = plan.vector
    return f"""  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %bit = xor i64 %rest, %less
  %first = and i64 %bit, %new0
  %is1 = icmp eq i64 %first, 0
  %scores = select i1 %is1, ptr %scores1, ptr %scores0
  %place = mul i64 %card, {4 * plan.lanes}
  %at = getelementptr inbounds i8, ptr %scores, i64 %place
  %left.at = getelementptr inbounds i8, ptr %left_of, i64 %place
  %one = load {v}, ptr %at, align 4
  %two = load {v}, ptr %left.at, align 4
  %next = add {v} %sum, %one
  %then = add {v} %fewer, %two"""


def ended(plan: Plan, exact: bool) -> str:
    """Print: is the goal reached at the end?"""
    if exact:
        return _counted(plan)
    v = plan.vector
    return f"""
define internal i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out) {{
entry:
  %end = alloca [{plan.size} x i64]
  %row = alloca {v}
  call void @finish(ptr %pos, ptr %end)
  %sum = call {v} @brought(ptr %x, ptr %pos, ptr %end, {v} %s)
{_votes(plan)}
  %tied = icmp eq i8 %goal, {TIED}
  br i1 %tied, label %tie, label %plain
plain:
{_plain(plan)}
tie:
  store {v} %s, ptr %out, align 4
  store {v} %sum, ptr %row
{_tie(plan)}
}}
{_brought(plan)}"""


def _votes(plan: Plan) -> str:
    n, v = plan.lanes, plan.vector
    return f"""{plan.field("lanes", "%lanes")}
{plan.field("goals", "%goals", "ptr")}
  %lane.0 = trunc i64 %lanes to i{n}
  %counted = bitcast i{n} %lane.0 to <{n} x i1>
  %over = icmp sgt {v} %sum, zeroinitializer
  %below = icmp slt {v} %sum, zeroinitializer
  %plus = and <{n} x i1> %over, %counted
  %minus = and <{n} x i1> %below, %counted
  %mine = call i64 @some(<{n} x i1> %plus)
  %theirs = call i64 @some(<{n} x i1> %minus)
  %line = mul i64 %mine, 16
  %cell = add i64 %line, %theirs
  %goal.at = getelementptr inbounds i8, ptr %goals, i64 %cell
  %goal = load i8, ptr %goal.at"""


def _plain(plan: Plan) -> str:
    """Print: votes decide; what is learned is that each lane must stay on its side."""
    n, v = plan.lanes, plan.vector
    return f"""  %yes = icmp eq i8 %goal, 1
  %brought = sub {v} %sum, %s
  %up.0 = select <{n} x i1> %plus, {v} {plan.each("i32", 1)}, {v} zeroinitializer
  %up.1 = select <{n} x i1> %minus, {v} {plan.each("i32", -FAR)}, {v} %up.0
  %down.0 = select <{n} x i1> %minus, {v} {plan.each("i32", -1)}, {v} zeroinitializer
  %down.1 = select <{n} x i1> %plus, {v} {plan.each("i32", FAR)}, {v} %down.0
  %limit.0 = select i1 %yes, {v} %up.1, {v} %down.1
  %free.0 = select i1 %yes, {v} {plan.each("i32", -FAR)}, {v} {plan.each("i32", FAR)}
  %limit.1 = select <{n} x i1> %counted, {v} %limit.0, {v} %free.0
  %limit.2 = sub {v} %limit.1, %brought
  store {v} %limit.2, ptr %out, align 4
  ret i1 %yes"""


def _tie(plan: Plan) -> str:
    """Print: later keys decide, summed over the factions that each side has won."""
    return f"""{plan.field("factions", "%count")}
{plan.field("least", "%least")}
  br label %head
head:
  %i = phi i64 [ 0, %tie ], [ %up, %body ]
  %total = phi i64 [ 0, %tie ], [ %more, %body ]
  %done = icmp sge i64 %i, %count
  br i1 %done, label %after, label %body
body:
  %up = add i64 %i, 1
  %j = add i64 %i, %count
  %k = add i64 %j, %count
{_lane("%i", "%vote")}
{_lane("%j", "%own")}
{_lane("%k", "%their")}
  %won = icmp sgt i32 %vote, 0
  %lost = icmp slt i32 %vote, 0
  %a = select i1 %won, i32 %own, i32 0
  %b = select i1 %lost, i32 %their, i32 %a
  %part = sext i32 %b to i64
  %more = add i64 %total, %part
  br label %head
after:
  %enough = icmp sge i64 %total, %least
  ret i1 %enough"""


def _lane(index: str, into: str) -> str:
    return f"  {into}.at = getelementptr inbounds i32, ptr %row, i64 {index}\n  {into} = load i32, ptr {into}.at"


def _brought(plan: Plan) -> str:
    v = plan.vector
    return f"""
define internal {v} @brought(ptr %x, ptr %pos, ptr %to, {v} %s) {{
{_scored(plan)}
  %one = call {v} @gained(ptr %scores0, i64 %new0, {v} %s)
  %two = call {v} @gained(ptr %scores1, i64 %new1, {v} %one)
  ret {v} %two
}}"""


def _scored(plan: Plan) -> str:
    """Print: the cards that each seat has scored from one position to another, and what these bring."""
    first, second = plan.scored
    return f"""{plan.cell("%pos", first, "%a0")}
{plan.cell("%pos", second, "%a1")}
{plan.cell("%to", first, "%b0")}
{plan.cell("%to", second, "%b1")}
  %new0 = xor i64 %a0, %b0
  %new1 = xor i64 %a1, %b1
{plan.field("scores0", "%scores0", "ptr")}
{plan.field("scores1", "%scores1", "ptr")}"""


def _counted(plan: Plan) -> str:
    """Print the end by the rules: `goals` says for each set of winners, or each margin, whether it is reached."""
    v = plan.vector
    return f"""
define internal i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out) {{
  store {v} %s, ptr %out, align 4
  %end = alloca [{plan.size} x i64]
  call void @finish(ptr %pos, ptr %end)
  %record = call i64 @record(ptr %end)
{plan.field("goals", "%goals", "ptr")}
{plan.field("least", "%is_margin")}
{plan.field("factions", "%count")}
  %winners = and i64 %record, 15
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %up, %body ]
  %sum = phi i64 [ 16, %0 ], [ %more, %body ]
  %done = icmp sge i64 %i, %count
  br i1 %done, label %after, label %body
body:
  %up = add i64 %i, 1
  %three = mul i64 %i, 3
  %shift = add i64 %three, 8
  %moved = lshr i64 %record, %shift
  %side = and i64 %moved, 7
  %zero = icmp eq i64 %side, 1
  %other = icmp eq i64 %side, 2
  %plus = zext i1 %zero to i64
  %minus = zext i1 %other to i64
  %added = add i64 %sum, %plus
  %more = sub i64 %added, %minus
  br label %head
after:
  %margin = icmp ne i64 %is_margin, 0
  %cell = select i1 %margin, i64 %sum, i64 %winners
  %goal.at = getelementptr inbounds i8, ptr %goals, i64 %cell
  %goal = load i8, ptr %goal.at
  %yes = icmp eq i8 %goal, 1
  ret i1 %yes
}}
{_brought(plan)}"""
