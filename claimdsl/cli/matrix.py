"""`claim matrix`: which powers meet in a trick, in what order, and whether the order matters."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import open_bytes, split
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.play.journal import keep_record

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.ir.nodes import Program
    from claimdsl.play.record import Record
    from claimdsl.semantics.encounters import Encounter
    from claimdsl.sim.compare import Parting
    from claimdsl.ui.matrix import Shown

_MOST = 1 << 20
_GAMES = 100


@click.command("matrix")
@click.argument("ruleset")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--factions", metavar="A,B,...", help="Only these.  [default: all that have cards]")
@click.option("--players", type=click.IntRange(2, 4), help="For so many players.  [default: any number]")
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is written.")
@click.option("--games", type=click.IntRange(0, 10_000), default=_GAMES, show_default=True,
              help="How many games may be played to show that an order matters.")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Their deals.")
@click.option("--out", metavar="FOLDER", help="Write the games that show it there, as records.")
def command(
    ruleset: str, tweaks: tuple[str, ...], factions: str | None, players: int | None, form: str, games: int, seed: int,
    out: str | None,
) -> int:
    """Say which powers of RULESET (- for standard input) can meet in a trick, and in what order they act.

    Where the order matters, a game is looked for that goes on otherwise when the two are asked the other way round.
    """
    from claimdsl.cli.asked import line_up
    from claimdsl.play.json_text import write_json
    from claimdsl.semantics.encounters import board
    from claimdsl.ui.matrix import GRID, as_json, lines
    from claimdsl.ui.text import Page

    given = None if factions is None else split(factions, "--factions")
    found, tweaks = _found(ruleset, tweaks, given)
    chosen = line_up(given, found, "en") if given is not None else tuple(
        faction.name for faction in found.program.factions if faction.values
    )
    if players is not None and players not in found.player_counts:
        known = " or ".join(map(str, found.player_counts))
        raise click.UsageError(f"'{found.name}' is for {known} players, not {players}")
    counts = found.player_counts if players is None else (players,)
    ordered = tuple(name for name in found.factions if name in chosen)
    seen = board(found.program, ordered, counts)
    shown = [_shown(found.program, each, ruleset, tweaks, out, games, seed) for each in seen.encounters]
    if form == "json":
        click.echo(write_json(as_json(found.program, seen, shown)))
        return 0
    page = Page(sys.stdout)
    for text, style in lines(found.program, seen, shown, games):
        if style == GRID:
            page.raw(text)
        else:
            page.say(text, style)
    return 0


def _found(name: str, tweaks: tuple[str, ...], factions: tuple[str, ...] | None) -> tuple[Ruleset, tuple[str, ...]]:
    from claimdsl.pipeline import load_with_sets, ruleset_as_written

    if name != "-":
        return load_with_sets(name, tweaks, factions)
    with open_bytes("-") as stream:
        return ruleset_as_written("<standard input>", tweaks, stream.read(_MOST))[0], tweaks


def _shown(
    program: Program, encounter: Encounter, ruleset: str, tweaks: tuple[str, ...], out: str | None, games: int,
    seed: int,
) -> Shown:
    """Look for a game that shows what the order of an encounter changes."""
    from claimdsl.sim.orders import prove
    from claimdsl.ui.matrix import Shown

    parting = prove(program, encounter, games, seed) if encounter.why and games else None
    if parting is None:
        return Shown(encounter, None, None)
    record = _record(parting, program, ruleset, tweaks, out or os.curdir)
    if out is not None:
        first, second = (program.hooks[number] for number in (encounter.first, encounter.second))
        names = [f"{rule.origin.faction}.{rule.origin.power}" for rule in (first, second)]
        _write(out, "-".join((first.hook, *names)), record)
    return Shown(encounter, parting, record)


def _record(parting: Parting, program: Program, ruleset: str, tweaks: tuple[str, ...], folder: str) -> Record:
    from claimdsl.frozen import replace
    from claimdsl.play.match import header
    from claimdsl.play.places import reference_from

    reference = program.name if ruleset == "-" else reference_from(ruleset, folder)
    state = parting.here
    comment = f"after this move, {parting.what}: {parting.old}; the other way round: {parting.new}"
    return replace(
        header(state, reference, tweaks=tuple(reference_from(one, folder) for one in tweaks), seed=parting.seed),
        moves=tuple(map(str, state.history)), comments={str(max(0, parting.move - 1)): comment},
    )


def _write(folder: str, name: str, record: Record) -> None:
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UnreadableError(f"{folder}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    keep_record(os.path.join(folder, f"{name}.json"), record)
