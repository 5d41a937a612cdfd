"""`claim diff`: what changes from one ruleset to another, in words and in games."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import open_bytes, split
from claimdsl.frozen import Frozen
from claimdsl.play.journal import check_place_of_record, keep_record

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.frontend import syntax
    from claimdsl.play.record import Record
    from claimdsl.sim.compare import Comparison, Parting

_MOST = 1 << 20
_INPUT = "<standard input>"


class _Games(Frozen):
    """How games are to be compared."""

    count: int
    players: int | None
    factions: str | None
    seed: int
    out: str | None


class _Side(Frozen):
    """One of the two rulesets: the name that it was asked for by, the tweaks on top, and what was found."""

    reference: str
    tweaks: tuple[str, ...]
    ruleset: Ruleset
    written: syntax.Ruleset

    @property
    def name(self) -> str:
        """Name the side for a reader."""
        return " with ".join((self.reference, ", ".join(self.tweaks))) if self.tweaks else self.reference


@click.command("diff")
@click.argument("old")
@click.argument("new", required=False)
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@click.option("--games", type=click.IntRange(1, 100_000), metavar="N", help="Play so many games under both.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play in them.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="Their line-up.  [default: several that what changed plays in]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Their deals.")
@click.option("--out", metavar="FILE", help="Write the first game that shows a difference there, as a record.")
def command(
    old: str, new: str | None, tweaks: tuple[str, ...], form: str, games: int | None, players: int | None,
    factions: str | None, seed: int, out: str | None,
) -> int:
    """Say what changes from the ruleset OLD to NEW (one of them may be -, standard input).

    --with puts house rules on both; where NEW is left out, on OLD alone, which is then compared with itself as it was.

    With --games both are played with the same deals, and the same choices while these are legal.  The exit status is 0
    with or without differences.
    """
    if new is None and not tweaks:
        raise click.UsageError("say what OLD is compared with: another ruleset, or house rules --with")
    if (old, new).count("-") > 1:
        raise click.UsageError("only one of the two can be standard input")
    if games is None and (players or factions or out is not None):
        raise click.UsageError("--players, --factions and --out say how games are compared: say how many with --games")
    if out == "-":
        raise click.UsageError("--out -: a record is written to a file")
    raw = _input() if "-" in (old, new) else None
    sides = _side(old, () if new is None else tweaks, raw), _side(old if new is None else new, tweaks, raw)
    wish = None if games is None else _Games(games, players, factions, seed, out)
    _run(*sides, form, wish)
    return 0


def _input() -> bytes:
    with open_bytes("-") as stream:
        return stream.read(_MOST)


def _side(reference: str, tweaks: tuple[str, ...], raw: bytes | None) -> _Side:
    from claimdsl.pipeline import ruleset_as_written

    is_input = reference == "-"
    found = ruleset_as_written(_INPUT if is_input else reference, tweaks, raw if is_input else None)
    return _Side(reference, tweaks, *found)


def _run(old: _Side, new: _Side, form: str, wish: _Games | None) -> None:
    from claimdsl.semantics.difference import differences
    from claimdsl.ui import changes
    from claimdsl.ui.text import Page, listed

    if wish is not None and wish.out is not None:
        check_place_of_record(wish.out)
    found = differences(old.written, new.written)
    compared = None if wish is None else _compared(old, new, wish, frozenset(each.faction for each in found))
    parting = None if compared is None else compared.first
    record = None if parting is None else _record(new, parting, wish.out if wish is not None else None)
    if wish is not None and wish.out is not None and record is not None:
        keep_record(wish.out, record)
    if form == "json":
        from claimdsl.play.json_text import write_json

        same = old.ruleset.digest == new.ruleset.digest
        click.echo(write_json(changes.as_json(old.name, new.name, found, same, compared, record)))
        return
    page = Page(sys.stdout)
    for text, style in changes.lines(old.name, new.name, found, compared):
        page.say(text, style, indent=6)
    lacking = [name for name in new.ruleset.factions if name not in old.ruleset.factions]
    if wish is not None and lacking:
        page.say(f"No game was played with {listed(lacking)}: {old.name} has no such faction.", indent=6)
    if wish is not None and wish.out is not None:
        page.say(f"Written to {wish.out}." if record is not None else f"Nothing is written to {wish.out}.")


def _compared(old: _Side, new: _Side, wish: _Games, concerned: frozenset[str]) -> Comparison:
    from claimdsl.cli.asked import line_up
    from claimdsl.sim.compare import common_line_ups, compare, legal_under_both

    counts = [count for count in old.ruleset.player_counts if count in new.ruleset.player_counts]
    players = wish.players or (counts[0] if counts else 0)
    if players not in counts:
        raise click.UsageError(f"games cannot be compared: both are for {_counts(counts)}")
    if wish.factions is not None:
        names = line_up(split(wish.factions, "--factions"), new.ruleset, "en")
        fault = legal_under_both(old.ruleset, new.ruleset, players, names)
        if fault:
            raise click.UsageError(f"games cannot be compared: {fault}")
        line_ups: tuple[tuple[str, ...], ...] = (names,)
    else:
        line_ups = common_line_ups(old.ruleset, new.ruleset, players, concerned, wish.seed)
    if not line_ups:
        raise click.UsageError("games cannot be compared: no line-up was found that is legal under both")
    return compare(
        old.ruleset, new.ruleset, players=players, line_ups=line_ups, games=wish.count, seed=wish.seed
    )


def _counts(counts: list[int]) -> str:
    return f"{' or '.join(map(str, counts))} players" if counts else "no number of players"


def _record(side: _Side, parting: Parting, out: str | None) -> Record:
    """Make the record of a game under the new ruleset, with a comment at the move where it parts from the old."""
    from claimdsl.frozen import replace
    from claimdsl.play.match import header
    from claimdsl.play.places import reference_from

    folder = os.path.dirname(out or "") or os.curdir
    state = parting.there
    reference = side.ruleset.name if side.reference == "-" else reference_from(side.reference, folder)
    tweaks = tuple(reference_from(tweak, folder) for tweak in side.tweaks)
    move = str(max(0, parting.move - 1))
    comment = f"after this move, {parting.what}: {parting.new}; under the other ruleset: {parting.old}"
    return replace(
        header(state, reference, tweaks=tweaks, seed=parting.seed),
        moves=tuple(str(action) for action in state.history), comments={move: comment},
    )
