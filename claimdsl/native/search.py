"""The native search: alpha-beta over whole tricks, with a table of positions, as LLVM IR beside the printed tricks.

It asks one question: does seat `me` reach a goal?  The score is a row of lanes that only grow for the better; whoever
reached a goal reaches it with more in every lane, so the table keeps lanes with a position and compares by them.

The context, a row of numbers and pointers, by name in `FIELDS`.  Lists of moves are numbers with a card in the low byte
and, above it, how early it is to be tried.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

FIELDS = (
    "nodes", "table", "mask", "stop", "me", "goals", "scores0", "scores1", "left", "signs", "lanes", "least", "apart",
    "alike", "stamp", "factions", "worths", "lane_of", "limit", "answers", "openings", "kin",
)
AT = {name: index for index, name in enumerate(FIELDS)}
MOST_CARDS = 64
UNDECIDED, TIED = 2, 3


class Search:
    """Prints the search for positions of `size` numbers, told apart by `keys`, with so many lanes."""

    def __init__(
        self, places: Sequence[bool], keys: Sequence[int], leader: int, scored: tuple[int, int], lanes: int
    ) -> None:
        """Say of each number of a position whether it is a set of cards; the first two are the hands."""
        self.places = tuple(places)
        self.size = len(self.places)
        self.keys = tuple(keys)
        self.leader = leader
        self.scored = scored
        self.lanes = lanes
        self.vector = f"<{lanes} x i32>"

    @property
    def entry_bytes(self) -> int:
        """Give the length of an entry of the table: stamp, keys and leader, two rows of lanes."""
        return 8 * (2 + len(self.keys)) + 8 * self.lanes

    def text(self, exact: bool) -> str:
        """Print all functions; `exact`: the end is counted by the rules, not by lanes."""
        parts = [
            self._small(), self._gained(), self._found(), self._twin(), self._usual(), self._passed(), self._early(), self._learn(), self._ended(exact),
            self._search(), self._reply(), self._prepare(), self._entry(),
        ]
        return "\n".join(parts)

    def _field(self, name: str, into: str, of: str = "i64") -> str:
        """Print the reading of a field of the context."""
        return (
            f"  {into}.at = getelementptr inbounds i64, ptr %x, i64 {AT[name]}\n"
            f"  {into} = load {of}, ptr {into}.at"
        )

    def _cell(self, base: str, index: int | str, into: str) -> str:
        """Print the reading of a number of a position."""
        return (
            f"  {into}.at = getelementptr inbounds i64, ptr {base}, i64 {index}\n  {into} = load i64, ptr {into}.at"
        )

    def _small(self) -> str:
        """Print: insert into a list that falls; all lanes at least so great; count lanes."""
        n, v = self.lanes, self.vector
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
define internal i64 @some(<{n} x i1> %c, i64 %lanes) alwaysinline {{
  %m = bitcast <{n} x i1> %c to i{n}
  %only = trunc i64 %lanes to i{n}
  %kept = and i{n} %m, %only
  %count = call i{n} @llvm.ctpop.i{n}(i{n} %kept)
  %wide = zext i{n} %count to i64
  ret i64 %wide
}}"""

    def _gained(self) -> str:
        """Print: add to lanes what a table says of each card that came to a pile."""
        v, bytes_ = self.vector, 4 * self.lanes
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

    def _found(self) -> str:
        """Print: the entry of a position, and whether it is this very position's."""
        lines = [
            "define internal { ptr, i1 } @found(ptr %x, ptr %pos, ptr %hands) alwaysinline {",
            self._field("stamp", "%stamp"), self._cell("%pos", self.leader, "%leader"),
            "  %seat = shl i64 %leader, 2", "  %head = add i64 %stamp, %seat", "  %h.0 = mul i64 %head, -7046029254386353131",
        ]
        for index, key in enumerate(self.keys):
            lines += [
                self._cell("%pos" if key > 1 else "%hands", key, f"%k{index}"), f"  %m{index} = xor i64 %h.{index}, %k{index}",
                f"  %p{index} = mul i64 %m{index}, -4658895280553007687", f"  %s{index} = lshr i64 %p{index}, 29",
                f"  %h.{index + 1} = xor i64 %p{index}, %s{index}",
            ]
        lines += [
            self._field("mask", "%mask"), self._field("table", "%table", "ptr"),
            f"  %index = and i64 %h.{len(self.keys)}, %mask", f"  %place = mul i64 %index, {self.entry_bytes}",
            "  %entry = getelementptr inbounds i8, ptr %table, i64 %place", "  %stamped = load i64, ptr %entry",
            "  %old = and i64 %stamped, -4", "  %e.0 = icmp eq i64 %old, %head",
        ]
        for index, _ in enumerate(self.keys):
            lines += [
                self._cell("%entry", index + 1, f"%o{index}"), f"  %q{index} = icmp eq i64 %o{index}, %k{index}",
                f"  %e.{index + 1} = and i1 %e.{index}, %q{index}",
            ]
        lines += [
            "  %r0 = insertvalue { ptr, i1 } undef, ptr %entry, 0",
            f"  %r1 = insertvalue {{ ptr, i1 }} %r0, i1 %e.{len(self.keys)}, 1", "  ret { ptr, i1 } %r1", "}",
        ]
        return "\n".join(lines)

    def _twin(self) -> str:
        """Print: is a card as good as one that was tried?  No card that is left (`others`) may tell them apart."""
        return f"""
define internal i1 @twin(ptr %x, i64 %tried, i64 %card, i64 %others, ptr %weights) {{
entry:
{self._field("alike", "%alike", "ptr")}
{self._field("kin", "%kin", "ptr")}
{self._field("apart", "%apart", "ptr")}
{self._field("lane_of", "%lane_of", "ptr")}
{self._cell("%lane_of", "%card", "%lane")}
{self._cell("%weights", "%lane", "%weight")}
  %settled = icmp eq i64 %weight, 0
  %sames = select i1 %settled, ptr %kin, ptr %alike
{self._cell("%sames", "%card", "%same")}
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
{self._cell("%apart", "%cell", "%telling")}
  %left = and i64 %telling, %others
  %equal = icmp eq i64 %left, 0
  br i1 %equal, label %yes, label %head
yes:
  ret i1 true
no:
  ret i1 false
}}"""

    def _usual(self) -> str:
        """Print: the hands with each card put for a lower one that is gone, where nothing left tells the two apart."""
        return f"""
define internal i64 @lowered(ptr %x, i64 %start, i64 %other) {{
entry:
{self._field("alike", "%alike", "ptr")}
{self._field("apart", "%apart", "ptr")}
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
{self._cell("%alike", "%c", "%same")}
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
{self._cell("%apart", "%cell", "%telling")}
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
{self._cell("%pos", 0, "%h0")}
{self._cell("%pos", 1, "%h1")}
  %l0 = call i64 @lowered(ptr %x, i64 %h0, i64 %h1)
  %l1 = call i64 @lowered(ptr %x, i64 %h1, i64 %l0)
  store i64 %l0, ptr %hands
  %second = getelementptr inbounds i64, ptr %hands, i64 1
  store i64 %l1, ptr %second
  ret void
}}"""

    def _passed(self) -> str:
        """Print: what has been learned where a card was passed over, for its faction is settled: that it must stay so."""
        v, n = self.vector, self.lanes
        return f"""
define internal {v} @passed(ptr %x, i1 %least, {v} %all, {v} %s, {v} %left, i64 %card, ptr %weights) {{
{self._field("lane_of", "%lane_of", "ptr")}
{self._cell("%lane_of", "%card", "%lane")}
{self._cell("%weights", "%lane", "%weight")}
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

    def _early(self) -> str:
        """Print: how early the second player should try a card, from what the two cards bring."""
        return f"""
define internal i64 @early(ptr %x, i64 %leader, i64 %card0, i64 %card1, ptr %weights) {{
{self._field("signs", "%signs", "ptr")}
{self._field("worths", "%worths", "ptr")}
{self._field("lane_of", "%lane_of", "ptr")}
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
{self._cell("%worths", "%card0", "%w0")}
{self._cell("%worths", "%card1", "%w1")}
{self._cell("%lane_of", "%card0", "%l0")}
{self._cell("%lane_of", "%card1", "%l1")}
{self._cell("%weights", "%l0", "%f0")}
{self._cell("%weights", "%l1", "%f1")}
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
  %tempo = select i1 %keeps, i64 LEAD_BONUS, i64 0
  %big = mul i64 %gain, GAIN_FACTOR
  %some = add i64 %big, %tempo
  %much = mul i64 %some, STATIC
  %cell = call ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1)
  %known = load i64, ptr %cell
  %sum = add i64 %much, %known
  ret i64 %sum
}}""".replace("STATIC", str(STATIC)).replace("LEAD_BONUS", str(LEAD_BONUS)).replace("GAIN_FACTOR", str(GAIN_FACTOR))

    def _learn(self) -> str:
        """Print: note of a move that it was right, or that it was not; what is kept moves towards the one or the other."""
        return f"""
define internal void @learn(ptr %cell, i1 %right) alwaysinline {{
  %old = load i64, ptr %cell
  %aim = select i1 %right, i64 {MOST_LEARNED}, i64 -{MOST_LEARNED}
  %way = sub i64 %aim, %old
  %fast = ashr i64 %way, {UP_SHIFT}
  %slow = ashr i64 %way, {DOWN_SHIFT}
  %step = select i1 %right, i64 %fast, i64 %slow
  %new = add i64 %old, %step
  store i64 %new, ptr %cell
  ret void
}}
define internal ptr @answer_to(ptr %x, i64 %leader, i64 %card0, i64 %card1) alwaysinline {{
{self._field("answers", "%answers", "ptr")}
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row.1 = add i64 %row.0, %card0
  %row.2 = mul i64 %row.1, {MOST_CARDS}
  %row = add i64 %row.2, %card1
  %cell = getelementptr inbounds i64, ptr %answers, i64 %row
  ret ptr %cell
}}
define internal ptr @opening(ptr %x, i64 %leader, i64 %card) alwaysinline {{
{self._field("openings", "%openings", "ptr")}
  %row.0 = mul i64 %leader, {MOST_CARDS}
  %row = add i64 %row.0, %card
  %cell = getelementptr inbounds i64, ptr %openings, i64 %row
  ret ptr %cell
}}"""

    def _ended(self, exact: bool) -> str:
        """Print: is the goal reached at the end?"""
        if exact:
            return self._counted()
        n, v = self.lanes, self.vector
        return f"""
define internal i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out) {{
entry:
  %end = alloca [{self.size} x i64]
  %row = alloca {v}
  call void @finish(ptr %pos, ptr %end)
  %sum = call {v} @brought(ptr %x, ptr %pos, ptr %end, {v} %s)
{self._field("lanes", "%lanes")}
{self._field("goals", "%goals", "ptr")}
  %lane.0 = trunc i64 %lanes to i{n}
  %counted = bitcast i{n} %lane.0 to <{n} x i1>
  %plus = icmp sgt {v} %sum, zeroinitializer
  %minus = icmp slt {v} %sum, zeroinitializer
  %mine = call i64 @some(<{n} x i1> %plus, i64 %lanes)
  %theirs = call i64 @some(<{n} x i1> %minus, i64 %lanes)
  %line = mul i64 %mine, 16
  %cell = add i64 %line, %theirs
  %goal.at = getelementptr inbounds i8, ptr %goals, i64 %cell
  %goal = load i8, ptr %goal.at
  %tied = icmp eq i8 %goal, {TIED}
  br i1 %tied, label %tie, label %plain
plain:
  %yes = icmp eq i8 %goal, 1
  %brought = sub {v} %sum, %s
  %up.0 = select <{n} x i1> %plus, {v} {self._each(n, "i32", 1)}, {v} zeroinitializer
  %up.1 = select <{n} x i1> %minus, {v} {self._each(n, "i32", -FAR)}, {v} %up.0
  %down.0 = select <{n} x i1> %minus, {v} {self._each(n, "i32", -1)}, {v} zeroinitializer
  %down.1 = select <{n} x i1> %plus, {v} {self._each(n, "i32", FAR)}, {v} %down.0
  %limit.0 = select i1 %yes, {v} %up.1, {v} %down.1
  %free.0 = select i1 %yes, {v} {self._each(n, "i32", -FAR)}, {v} {self._each(n, "i32", FAR)}
  %limit.1 = select <{n} x i1> %counted, {v} %limit.0, {v} %free.0
  %limit.2 = sub {v} %limit.1, %brought
  store {v} %limit.2, ptr %out, align 4
  ret i1 %yes
tie:
  store {v} %s, ptr %out, align 4
  store {v} %sum, ptr %row
{self._field("factions", "%count")}
{self._field("least", "%least")}
  br label %head
head:
  %i = phi i64 [ 0, %tie ], [ %up, %body ]
  %total = phi i64 [ 0, %tie ], [ %more, %body ]
  %done = icmp sge i64 %i, %count
  br i1 %done, label %after, label %body
body:
  %up = add i64 %i, 1
  %vote.at = getelementptr inbounds i32, ptr %row, i64 %i
  %vote = load i32, ptr %vote.at
  %j = add i64 %i, %count
  %k = add i64 %j, %count
  %own.at = getelementptr inbounds i32, ptr %row, i64 %j
  %own = load i32, ptr %own.at
  %their.at = getelementptr inbounds i32, ptr %row, i64 %k
  %their = load i32, ptr %their.at
  %won = icmp sgt i32 %vote, 0
  %lost = icmp slt i32 %vote, 0
  %a = select i1 %won, i32 %own, i32 0
  %b = select i1 %lost, i32 %their, i32 %a
  %part = sext i32 %b to i64
  %more = add i64 %total, %part
  br label %head
after:
  %enough = icmp sge i64 %total, %least
  ret i1 %enough
}}
{self._brought()}"""

    def _brought(self) -> str:
        v, (first, second) = self.vector, self.scored
        return f"""
define internal {v} @brought(ptr %x, ptr %pos, ptr %to, {v} %s) {{
{self._cell("%pos", first, "%a0")}
{self._cell("%pos", second, "%a1")}
{self._cell("%to", first, "%b0")}
{self._cell("%to", second, "%b1")}
  %new0 = xor i64 %a0, %b0
  %new1 = xor i64 %a1, %b1
{self._field("scores0", "%scores0", "ptr")}
{self._field("scores1", "%scores1", "ptr")}
  %one = call {v} @gained(ptr %scores0, i64 %new0, {v} %s)
  %two = call {v} @gained(ptr %scores1, i64 %new1, {v} %one)
  ret {v} %two
}}"""

    def _counted(self) -> str:
        """Print the end by the rules: `goals` says for each set of winners, or each margin, whether it is reached."""
        v = self.vector
        return f"""
define internal i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out) {{
  store {v} %s, ptr %out, align 4
  %end = alloca [{self.size} x i64]
  call void @finish(ptr %pos, ptr %end)
  %record = call i64 @record(ptr %end)
{self._field("goals", "%goals", "ptr")}
{self._field("least", "%is_margin")}
{self._field("factions", "%count")}
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
{self._brought()}"""

    def _search(self) -> str:
        """Print the search of a position between two tricks."""
        n, v = self.lanes, self.vector
        row = 8 * (1 + len(self.keys))
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
{self._field("stop", "%stop", "ptr")}
  %asked = load volatile i64, ptr %stop
  %stopped = icmp ne i64 %asked, 0
  br i1 %stopped, label %halt, label %within
within:
{self._field("limit", "%limit")}
  %many = icmp ugt i64 %more, %limit
  br i1 %many, label %stopping, label %begin
stopping:
  store i64 1, ptr %stop
  br label %halt
halt:
  ret i1 false
begin:
{self._cell("%pos", 0, "%hand0")}
{self._cell("%pos", 1, "%hand1")}
{self._cell("%pos", self.leader, "%leader")}
{self._field("me", "%me")}
  %both = or i64 %hand0, %hand1
  %over = icmp eq i64 %both, 0
  br i1 %over, label %last, label %bound
last:
  %reached = call i1 @ended(ptr %x, ptr %pos, {v} %s, ptr %out)
  ret i1 %reached
bound:
{self._field("lanes", "%lanes")}
{self._field("goals", "%goals", "ptr")}
  %owed = sub {v} zeroinitializer, %left
  %lane.0 = trunc i64 %lanes to i{n}
  %counted = bitcast i{n} %lane.0 to <{n} x i1>
  %over_left = icmp sgt {v} %s, %left
  %below = icmp slt {v} %s, %owed
  %ahead = and <{n} x i1> %over_left, %counted
  %behind = and <{n} x i1> %below, %counted
  %settled = or <{n} x i1> %ahead, %behind
  %open = xor <{n} x i1> %settled, {self._ones()}
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
  %one_more = add {v} %left, {self._each(n, "i32", 1)}
  %needed = select <{n} x i1> %ahead, {v} %one_more, {v} {self._each(n, "i32", -FAR)}
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
  %one_less = sub {v} %owed, {self._each(n, "i32", 1)}
  %barred = select <{n} x i1> %behind, {v} %one_less, {v} {self._each(n, "i32", FAR)}
  store {v} %barred, ptr %out, align 4
  br label %no
yes:
  ret i1 true
no:
  ret i1 false
probe:
  call void @usual(ptr %x, ptr %pos, ptr %hands)
  %entry.1 = call {{ ptr, i1 }} @found(ptr %x, ptr %pos, ptr %hands)
  %entry.at = extractvalue {{ ptr, i1 }} %entry.1, 0
  %known = extractvalue {{ ptr, i1 }} %entry.1, 1
  br i1 %known, label %recall, label %fresh
recall:
  %flags.0 = load i64, ptr %entry.at
  %good.at = getelementptr inbounds i8, ptr %entry.at, i64 {row}
  %bad.at = getelementptr inbounds i8, ptr %entry.at, i64 {row + 4 * n}
  %has_good.0 = and i64 %flags.0, 1
  %has_good = icmp ne i64 %has_good.0, 0
  %good = load {v}, ptr %good.at, align 4
  %enough = call i1 @covers({v} %s, {v} %good)
  %is_yes = and i1 %has_good, %enough
  br i1 %is_yes, label %recalled, label %other
recalled:
  store {v} %good, ptr %out, align 4
  br label %yes
other:
  %has_bad.0 = and i64 %flags.0, 2
  %has_bad = icmp ne i64 %has_bad.0, 0
  %bad = load {v}, ptr %bad.at, align 4
  %less = call i1 @covers({v} %bad, {v} %s)
  %is_no = and i1 %has_bad, %less
  br i1 %is_no, label %dismissed, label %fresh
dismissed:
  store {v} %bad, ptr %out, align 4
  br label %no
fresh:
  %wide = sext <{n} x i1> %open to <{n} x i64>
  %ones = and <{n} x i64> %wide, {self._each(n, "i64", 1)}
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
  %none = select i1 %lead_is_me, {v} {self._each(n, "i32", FAR)}, {v} {self._each(n, "i32", -FAR)}
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
  %entry.2 = call {{ ptr, i1 }} @found(ptr %x, ptr %pos, ptr %hands)
  %place = extractvalue {{ ptr, i1 }} %entry.2, 0
  %there = extractvalue {{ ptr, i1 }} %entry.2, 1
  %flag = select i1 %final, i64 1, i64 2
  br i1 %there, label %mark, label %fill
fill:
{self._field("stamp", "%stamp")}
  %seat = shl i64 %leader, 2
  %head = add i64 %stamp, %seat
  store i64 %head, ptr %place
{self._fill()}
  br label %mark
mark:
  %f0 = load i64, ptr %place
  %f1 = or i64 %f0, %flag
  store i64 %f1, ptr %place
  %offset = select i1 %final, i64 {row}, i64 {row + 4 * n}
  %vector.at = getelementptr inbounds i8, ptr %place, i64 %offset
  %learned = load {v}, ptr %all
  store {v} %learned, ptr %vector.at, align 4
  store {v} %learned, ptr %out, align 4
  ret i1 %final
}}"""

    def _ones(self) -> str:
        return f"<{', '.join(['i1 true'] * self.lanes)}>"

    def _each(self, count: int, of: str, value: int) -> str:
        return f"<{', '.join([f'{of} {value}'] * count)}>"

    def _fill(self) -> str:
        lines = []
        for index, key in enumerate(self.keys):
            lines += [
                self._cell("%pos" if key > 1 else "%hands", key, f"%w{index}"),
                f"  %w{index}.to = getelementptr inbounds i64, ptr %place, i64 {index + 1}",
                f"  store i64 %w{index}, ptr %w{index}.to",
            ]
        return "\n".join(lines)

    def _reply(self) -> str:
        """Print the search behind a card that was led, and how a lead is rated: by the best answer to it."""
        v = self.vector
        first, second = self.scored
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
  %few = mul i64 %n, {FEW}
  %worst = add i64 %best, %few
  %rated.0 = sub i64 0, %worst
  %cell = call ptr @opening(ptr %x, i64 %leader, i64 %card)
  %known = load i64, ptr %cell
  %weighed = mul i64 %known, {LEADK}
  %rated = add i64 %rated.0, %weighed
  ret i64 %rated
}}
define internal i1 @reply(ptr %x, ptr %pos, i64 %card0, {v} %s, {v} %left, ptr %weights, ptr %out) {{
entry:
  %next = alloca [{self.size} x i64]
  %list = alloca [32 x i64]
  %deep = alloca {v}
{self._cell("%pos", self.leader, "%leader")}
{self._field("me", "%me")}
{self._field("left", "%left_of", "ptr")}
  %lead_is_me = icmp eq i64 %leader, %me
  %reply_is_me = xor i1 %lead_is_me, true
{self._cell("%pos", "%leader", "%others")}
  %none = select i1 %reply_is_me, {v} {self._each(self.lanes, "i32", FAR)}, {v} {self._each(self.lanes, "i32", -FAR)}
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
{self._cell("%pos", first, "%a0")}
{self._cell("%pos", second, "%a1")}
{self._cell("%next", first, "%b0")}
{self._cell("%next", second, "%b1")}
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

    def _prepare(self) -> str:
        """Print: what each pair of cards does, as bits, for either leader, in the position as it is."""
        first, second = self.scored
        return f"""
define void @prepare(ptr %x, ptr %pos) {{
entry:
  %here = alloca [{self.size} x i64]
  %next = alloca [{self.size} x i64]
{self._field("signs", "%signs", "ptr")}
{self._cell("%pos", first, "%a0")}
{self._cell("%pos", second, "%a1")}
  call void @llvm.memcpy.p0.p0.i64(ptr %here, ptr %pos, i64 {8 * self.size}, i1 false)
  %leader.at = getelementptr inbounds i64, ptr %here, i64 {self.leader}
  br label %seats
seats:
  %leader = phi i64 [ 0, %entry ], [ %l1, %turn ]
  %end = icmp sge i64 %leader, 2
  br i1 %end, label %after, label %seat
seat:
  %l1 = add i64 %leader, 1
  %other = sub i64 1, %leader
  store i64 %leader, ptr %leader.at
{self._cell("%pos", "%leader", "%own")}
{self._cell("%pos", "%other", "%their")}
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
{self._cell("%next", first, "%b0")}
{self._cell("%next", second, "%b1")}
{self._cell("%next", self.leader, "%then")}
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
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
{self._apart()}"""

    def _apart(self) -> str:
        """Print: for two cards, the others that tell them apart: with which a trick does not end alike."""
        checks = ["  %ok.0 = xor i1 false, true"]
        for index, is_cards in enumerate(self.places):
            checks += [self._cell("%one", index, f"%a{index}"), self._cell("%two", index, f"%b{index}")]
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
  %here = alloca [{self.size} x i64]
  %one = alloca [{self.size} x i64]
  %two = alloca [{self.size} x i64]
  call void @llvm.memcpy.p0.p0.i64(ptr %here, ptr %pos, i64 {8 * self.size}, i1 false)
  %leader.at = getelementptr inbounds i64, ptr %here, i64 {self.leader}
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
  ret i1 %ok.{self.size}
}}
define void @compare(ptr %x, ptr %pos, i64 %one, i64 %two, i64 %cards) {{
entry:
{self._field("apart", "%apart", "ptr")}
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

    def _entry(self) -> str:
        """Print the door: a position, its lanes and what is left; and a card that was led, or -1."""
        n, v = self.lanes, self.vector
        return f"""
define i64 @ask(ptr %x, ptr %pos, ptr %sum, ptr %open, i64 %card) {{
entry:
  %weights = alloca [{n} x i64]
  %out = alloca {v}
  store <{n} x i64> {self._each(n, "i64", 1)}, ptr %weights, align 8
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


LEAD_BONUS = int(os.environ.get("LB", "3"))
GAIN_FACTOR = int(os.environ.get("GF", "8"))
STATIC = int(os.environ.get("ST", "2"))
MOST_LEARNED = 256
FAR = 1 << 30
UP_SHIFT = int(os.environ.get("UP", "4"))
DOWN_SHIFT = int(os.environ.get("DN", "5"))
FEW = int(os.environ.get("FEW", "128"))
LEADK = int(os.environ.get("LK", "1"))
