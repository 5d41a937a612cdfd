"""`claim leaks`: whether a seat can learn what it is not shown, found by dealing hidden cards anew in random games."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from claimdsl.cli.app import FINDINGS, FINE
from claimdsl.cli.common import open_bytes, settings, split
from claimdsl.play.journal import check_place_of_record, keep_record

if TYPE_CHECKING:
    from claimdsl.engine.events import Place
    from claimdsl.ir.nodes import Origin
    from claimdsl.play.json_text import Json
    from claimdsl.play.record import Record
    from claimdsl.sim.leaks import Found, Leak, Swap

_MOST_CARDS = 4


@click.command("leaks")
@click.argument("ruleset", metavar="RULESET")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play.  [default: any number]")
@click.option("--factions", metavar="A,B,...", help="The line-up.  [default: any]")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Turn a switch.  [default: any way]")
@click.option("--games", type=click.IntRange(1, 1_000_000), default=20, help="How many games.  [default: 20]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, help="Play other games.  [default: 0]")
@click.option("--out", metavar="FILE", help="Write the game of the first leak there, as a record.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How leaks are written.")
def command(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, options: tuple[str, ...],
    games: int, seed: int, out: str | None, form: str,
) -> int:
    """Look for leaks of hidden cards in random games of RULESET (- for standard input).

    Every seat is taken at a random moment; the cards that it was not shown are dealt anew, and it must see the same and
    be able to do the same at every moment up to then.  Exit status: 0 no leak was found, 1 there is one.
    """
    from claimdsl.pipeline import load_with_sets, ruleset_and_tree
    from claimdsl.sim.leaks import Wanted, search

    line_up = None if factions is None else split(factions, "--factions")
    if ruleset == "-":
        with open_bytes("-") as stream:
            (rules, _), used = ruleset_and_tree("<standard input>", stream.read(), tweaks), tweaks
        ruleset = rules.name
    else:
        rules, used = load_with_sets(ruleset, tweaks, line_up)
    if out is not None:
        check_place_of_record(out)
    found = search(rules, Wanted(players, line_up, settings(options)), games, seed)
    if found.leaks and out is not None:
        keep_record(out, _record(found.leaks[0], ruleset, used, os.path.dirname(out) or os.curdir))
    if form == "json":
        click.echo(json.dumps(_as_json(found, ruleset, used), ensure_ascii=False, indent=1))
    else:
        for leak in found.leaks:
            click.echo(_as_text(leak))
        click.echo(_summary(found, ruleset))
    return FINDINGS if found.leaks else FINE


def _record(leak: Leak, ruleset: str, tweaks: tuple[str, ...], folder: str) -> Record:
    from claimdsl.frozen import replace
    from claimdsl.play.match import header
    from claimdsl.play.places import reference_from

    state = leak.state
    used = tuple(reference_from(tweak, folder) for tweak in tweaks)
    record = header(state, reference_from(ruleset, folder), tweaks=used, seed=state.seed)
    after = {str(leak.difference.after): f"leak to seat {leak.seat}: {leak.difference.here}"}
    return replace(record, moves=tuple(map(str, state.history)), comments=after)


def _as_text(leak: Leak) -> str:
    game, found = leak.state.game, leak.difference
    cards = [f"{each.card} or {each.other} in {_where(each.place)}" for each in _swaps(leak)]
    more = len(leak.swaps) - len(cards)
    if not leak.swaps:
        cards = ["the same" if leak.moves else "the same; equal ones are told apart"]
    lines = [
        f"leak: seat {leak.seat} can tell apart cards that it was not shown",
        f"  game:   {game.players} players, {', '.join(game.factions)}; seed {leak.state.seed}",
        f"  moment: after {found.after} moves",
        f"  cards:  {'; '.join(cards)}{f'; and {more} more' if more else ''}",
        *(f"  move:   {here}, or {there}" for here, there in leak.moves[:_MOST_CARDS]),
        f"  here:   {found.here}",
        f"  there:  {found.there}",
    ]
    return "\n".join([*lines, *([f"  by:     {_by(found.rule)}"] if found.rule is not None else []), ""])


def _swaps(leak: Leak) -> tuple[Swap, ...]:
    return leak.swaps[:_MOST_CARDS]


def _where(place: Place) -> str:
    from claimdsl.sim.telling import where

    return where(place)


def _by(rule: Origin) -> str:
    from claimdsl.ui.names import where

    return where(rule)


def _summary(found: Found, ruleset: str) -> str:
    leaks = "no leak" if not found.leaks else f"{len(found.leaks)} leak{'' if len(found.leaks) == 1 else 's'}"
    looked = f"{_count(found.games, 'game')}, {_count(found.moments, 'moment')}, {_count(found.deals, 'deal')} compared"
    return f"{ruleset}: {leaks} in {looked}" + (f", {found.dropped} dropped" if found.dropped else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _as_json(found: Found, ruleset: str, tweaks: tuple[str, ...]) -> Json:
    return {
        "ruleset": ruleset, "games": found.games, "moments": found.moments, "deals": found.deals,
        "dropped": found.dropped, "leaks": [_leak_json(leak, ruleset, tweaks) for leak in found.leaks],
    }


def _leak_json(leak: Leak, ruleset: str, tweaks: tuple[str, ...]) -> Json:
    difference = leak.difference
    rule = difference.rule
    at: Json = None
    if rule is not None:
        at = {"file": rule.file, "line": rule.line, "power": rule.power, "faction": rule.faction}
    return {
        "seat": leak.seat, "after": difference.after, "kind": difference.kind, "here": difference.here,
        "there": difference.there, "rule": at,
        "moves": [{"here": here, "there": there} for here, there in leak.moves],
        "cards": [{"place": _where(each.place), "here": each.card, "there": each.other} for each in leak.swaps],
        "record": _record(leak, ruleset, tweaks, os.curdir).to_object(),
    }
