"""The parts of the native search that count cards as won before they are played, for nothing that is left can help it.

Of a card of a faction that single tricks alone decide about (`bounds.alike`) three sets of cards of the other seat are
noted at the root: those that keep it from its holder, whoever leads (`takers`); those that keep it from the other seat
(`givers`); and those that keep it or the next lead from a holder who leads it (`enders`).  A card whose takers are all
gone is its holder's, however play goes on; and whoever leads can lead his cards without enders, one after the other.
"""

from __future__ import annotations

from claimdsl.native.plan import Plan

FATES = 4
"""Unit: numbers for each card, of which the last is for nothing."""

_TAKERS, _GIVERS, _ENDERS = range(3)


def certain(plan: Plan) -> str:
    """Print: twice what cards of one hand bring for certain: to the holder, the other seat, or who leads them on."""
    return f"""
define internal void @certain(ptr %x, i64 %cards, i64 %other, i64 %led, ptr %found) {{
entry:
{plan.field("fates", "%fates", "ptr")}
{plan.field("left", "%left", "ptr")}
{plan.field("certain", "%told")}
  %some.cards = and i64 %cards, %told
  br label %head
head:
  %rest = phi i64 [ %some.cards, %entry ], [ %less, %body ], [ %less, %bring ]
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %after, label %body
body:
{_looked(plan)}
  br i1 %some, label %bring, label %head
bring:
{_brought(plan)}
  br label %head
after:
  ret void
}}"""


def _looked(plan: Plan) -> str:
    return f"""  %card = call i64 @llvm.cttz.i64(i64 %rest, i1 true)
  %minus = sub i64 %rest, 1
  %less = and i64 %rest, %minus
  %row = mul i64 %card, {FATES}
{_none(plan, _TAKERS, "takers")}
{_none(plan, _GIVERS, "givers")}
{_none(plan, _ENDERS, "enders")}
  %bit = lshr i64 %led, %card
  %leads = trunc i64 %bit to i1
  %runs = and i1 %enders, %leads
  %sure = or i1 %takers, %givers
  %some = or i1 %sure, %runs"""


def _brought(plan: Plan) -> str:
    """Print: add what a card brings to one of three rows of lanes; `left` holds it with its sign changed."""
    v = plan.vector
    return f"""  %to.0 = select i1 %givers, i64 1, i64 2
  %to = select i1 %takers, i64 0, i64 %to.0
  %place = getelementptr inbounds {v}, ptr %found, i64 %to
  %at.0 = mul i64 %card, {4 * plan.lanes}
  %at = getelementptr inbounds i8, ptr %left, i64 %at.0
  %old = load {v}, ptr %place
  %one = load {v}, ptr %at, align 4
  %part = sub {v} %old, %one
  %new = sub {v} %part, %one
  store {v} %new, ptr %place"""


def _none(plan: Plan, place: int, into: str) -> str:
    """Print: whether none of a set of a card's are left."""
    return f"""  %{into}.at.0 = add i64 %row, {place}
{plan.cell("%fates", f"%{into}.at.0", f"%{into}.all")}
  %{into}.left = and i64 %{into}.all, %other
  %{into} = icmp eq i64 %{into}.left, 0"""


def note(plan: Plan) -> str:
    """Print: note of a trick, of which each seat scores some cards, who keeps what from whom; `on`: he leads on."""
    return f"""
define internal void @note(ptr %x, i64 %card0, i64 %card1, i64 %leads, i64 %answers, i1 %on) {{
{plan.field("fates", "%fates", "ptr")}
{_bit("%leads", "%card0", "%led.held")}
{_bit("%answers", "%card0", "%led.given")}
{_bit("%answers", "%card1", "%answer.held")}
{_bit("%leads", "%card1", "%answer.given")}
  %runs = and i1 %on, %led.held
{_unless("a", _TAKERS, "%card0", "%card1", "%led.held")}
{_unless("b", _GIVERS, "%card0", "%card1", "%led.given")}
{_unless("c", _ENDERS, "%card0", "%card1", "%runs")}
{_unless("d", _TAKERS, "%card1", "%card0", "%answer.held")}
{_unless("e", _GIVERS, "%card1", "%card0", "%answer.given")}
  ret void
}}"""


def _bit(row: str, place: str, into: str) -> str:
    return f"  {into}.0 = lshr i64 {row}, {place}\n  {into} = trunc i64 {into}.0 to i1"


def _unless(name: str, place: int, card: str, other: str, holds: str) -> str:
    """Print: put a card into a set of another card's where something does not hold."""
    return f"""  %{name}.row = mul i64 {card}, {FATES}
  %{name}.place = add i64 %{name}.row, {place}
  %{name}.at = getelementptr inbounds i64, ptr %fates, i64 %{name}.place
  %{name}.old = load i64, ptr %{name}.at
  %{name}.not = xor i1 {holds}, true
  %{name}.wide = zext i1 %{name}.not to i64
  %{name}.bit = shl i64 %{name}.wide, {other}
  %{name}.new = or i64 %{name}.old, %{name}.bit
  store i64 %{name}.new, ptr %{name}.at"""
