"""The part of the native search that remembers: a table of positions, four entries to a bucket.

An entry is one answer with what it needs of each lane.  A position may have several; one that needs less takes the
place of one that needs more.  Else the entry that saves the least work goes, those of earlier questions first.
"""

from __future__ import annotations

from claimdsl.native.plan import BUCKET, Plan

_LINE = 64
"""Unit: bytes of memory that are read at once."""

_FACTORS = -7046029254386353131, -4658895280553007687


def remembering(plan: Plan) -> str:
    """Print: the bucket of a position; an answer that holds for it; and how one is kept."""
    return "\n".join((_bucket(plan), _fetched(plan), _recall(plan), _keep(plan)))


def _key(plan: Plan, key: int, into: str) -> str:
    return plan.cell("%pos" if key > 1 else "%hands", key, into)


def _head(plan: Plan) -> str:
    """Print what an entry begins with: the number of the question, and who leads."""
    return f"""
{plan.field("stamp", "%stamp")}
{plan.cell("%pos", plan.leader, "%leader")}
  %seat = shl i64 %leader, 2
  %head = add i64 %stamp, %seat"""


def _bucket(plan: Plan) -> str:
    lines = [
        "define internal ptr @bucket(ptr %x, ptr %pos, ptr %hands) {", _head(plan),
        f"  %h.0 = mul i64 %head, {_FACTORS[0]}",
    ]
    for index, key in enumerate(plan.keys):
        lines += [
            _key(plan, key, f"%k{index}"), f"  %m{index} = xor i64 %h.{index}, %k{index}",
            f"  %p{index} = mul i64 %m{index}, {_FACTORS[1]}", f"  %s{index} = lshr i64 %p{index}, 29",
            f"  %h.{index + 1} = xor i64 %p{index}, %s{index}",
        ]
    lines += [
        plan.field("mask", "%mask"), plan.field("table", "%table", "ptr"),
        f"  %index = and i64 %h.{len(plan.keys)}, %mask", f"  %even = and i64 %index, -{BUCKET}",
        f"  %place = mul i64 %even, {plan.entry_bytes}",
        "  %first = getelementptr inbounds i8, ptr %table, i64 %place", "  ret ptr %first", "}",
    ]
    return "\n".join(lines)


def _fetched(plan: Plan) -> str:
    """Print: ask for a bucket that is soon to be read, which may lie far away."""
    lines = ["define internal void @fetched(ptr %first) alwaysinline {"]
    for place in range(0, BUCKET * plan.entry_bytes, _LINE):
        lines += [
            f"  %at{place} = getelementptr inbounds i8, ptr %first, i64 {place}",
            f"  call void @llvm.prefetch.p0(ptr %at{place}, i32 0, i32 3, i32 1)",
        ]
    return "\n".join((*lines, "  ret void", "}", "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)"))


def _same(plan: Plan) -> str:
    """Print the look at the entry `%i` of a bucket: `%same` where it is this very position's."""
    lines = [
        f"  %offset = mul i64 %i, {plan.entry_bytes}", "  %at = getelementptr inbounds i8, ptr %first, i64 %offset",
        f"  %row.at = getelementptr inbounds i8, ptr %at, i64 {plan.row_at}", "  %old = load i64, ptr %at",
        "  %whose = and i64 %old, -4", "  %e.0 = icmp eq i64 %whose, %head",
    ]
    for index, key in enumerate(plan.keys):
        lines += [
            plan.cell("%at", index + 1, f"%o{index}"), _key(plan, key, f"%k{index}"),
            f"  %q{index} = icmp eq i64 %o{index}, %k{index}",
            f"  %e.{index + 1} = and i1 %e.{index}, %q{index}",
        ]
    return "\n".join((*lines, f"  %same = and i1 true, %e.{len(plan.keys)}"))


def _recall(plan: Plan) -> str:
    """Print: 1 or 0 where an entry answers for a position with such lanes; else -1."""
    v = plan.vector
    return f"""
define internal i64 @recall(ptr %x, ptr %pos, ptr %hands, ptr %first, {v} %s, ptr %out) {{
entry:
{_head(plan)}
  br label %head.0
head.0:
  %i = phi i64 [ 0, %entry ], [ %up, %next ]
  %done = icmp eq i64 %i, {BUCKET}
  br i1 %done, label %none, label %look
look:
  %up = add i64 %i, 1
{_same(plan)}
  br i1 %same, label %test, label %next
test:
  %row = load {v}, ptr %row.at, align 4
  %flag = and i64 %old, 1
  %yes = icmp ne i64 %flag, 0
  %more = select i1 %yes, {v} %s, {v} %row
  %less = select i1 %yes, {v} %row, {v} %s
  %holds = call i1 @covers({v} %more, {v} %less)
  br i1 %holds, label %hit, label %next
hit:
  store {v} %row, ptr %out, align 4
  ret i64 %flag
next:
  br label %head.0
none:
  ret i64 -1
}}"""


def _keep(plan: Plan) -> str:
    v = plan.vector
    return f"""
define internal void @keep(ptr %x, ptr %pos, ptr %hands, ptr %first, i1 %answer, {v} %row, i64 %size) {{
entry:
{_head(plan)}
  %flag = zext i1 %answer to i64
  br label %head.0
head.0:
  %i = phi i64 [ 0, %entry ], [ %up, %next ]
  %best = phi ptr [ %first, %entry ], [ %lesser, %next ]
  %least = phi i64 [ -1, %entry ], [ %lower, %next ]
  %done = icmp eq i64 %i, {BUCKET}
  br i1 %done, label %put, label %look
look:
  %up = add i64 %i, 1
{_same(plan)}
{plan.cell("%at", len(plan.keys) + 1, "%work")}
  %said = and i64 %old, 1
  %agrees = icmp eq i64 %said, %flag
  %rival = and i1 %same, %agrees
  br i1 %rival, label %test, label %next
test:
  %kept = load {v}, ptr %row.at, align 4
  %more = select i1 %answer, {v} %kept, {v} %row
  %less = select i1 %answer, {v} %row, {v} %kept
  %spare = call i1 @covers({v} %more, {v} %less)
  br i1 %spare, label %put, label %next
next:
  %asked = and i64 %old, -8
  %now = icmp eq i64 %asked, %stamp
  %worth = select i1 %now, i64 %work, i64 0
  %fewer = icmp ult i64 %worth, %least
  %lesser = select i1 %fewer, ptr %at, ptr %best
  %lower = select i1 %fewer, i64 %worth, i64 %least
  br label %head.0
put:
  %to = phi ptr [ %best, %head.0 ], [ %at, %test ]
  %before = phi i64 [ 0, %head.0 ], [ %work, %test ]
  %greater = icmp ugt i64 %before, %size
  %saves = select i1 %greater, i64 %before, i64 %size
  %begins = or i64 %head, %flag
  store i64 %begins, ptr %to
{_fill(plan)}
  ret void
}}"""


def _fill(plan: Plan) -> str:
    lines = []
    for index, key in enumerate(plan.keys):
        lines += [_key(plan, key, f"%w{index}"), _store(f"i64 %w{index}", f"%w{index}", 8 * (index + 1))]
    lines += [
        _store("i64 %saves", "%saves", plan.row_at - 8),
        _store(f"{plan.vector} %row", "%row", plan.row_at, ", align 4"),
    ]
    return "\n".join(lines)


def _store(value: str, name: str, offset: int, aligned: str = "") -> str:
    return (
        f"  {name}.to = getelementptr inbounds i8, ptr %to, i64 {offset}\n  store {value}, ptr {name}.to{aligned}"
    )
