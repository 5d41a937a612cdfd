"""`claim play`: a game in plain lines or JSON lines, kept as it goes."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import in_language, settings, split
from claimdsl.cli.sitting import (
    HUMAN,
    JSON,
    How,
    Kept,
    check_seats,
    front_end,
    games_folder,
    of_a_table,
    rule_words,
    sit_down,
    usual_path,
)
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.play.record import DEALT_BEFORE, PRACTICE, Record

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset

_DRAWN = 10
"""The stream of chance that draws a line-up; those of the seats come before it."""


class _Wish(Frozen):
    """What the command line asks for."""

    ruleset: str
    tweaks: tuple[str, ...]
    players: int | None
    factions: tuple[str, ...] | None
    drawn: bool
    options: dict[str, str]
    seats: tuple[str, ...]
    seed: int
    is_seeded: bool
    save: str | None
    practice: bool


@click.command("play")
@click.option("--ruleset", default="base", metavar="NAME|PATH", help="A shipped ruleset or a file.  [default: base]")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="The line-up.  [default: the ruleset's]")
@click.option("--random-factions", "drawn", is_flag=True, help="Draw the line-up from all that is shipped.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Turn a switch; may be given again.")
@click.option("--seats", metavar="A,B,...", help="Who sits where: human or an agent.  [default: human,greedy,...]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Deal the same cards again.")
@click.option("--again", metavar="FILE", help="Deal the cards of a kept game again, and sit at another seat.")
@click.option("--seat", type=click.IntRange(0, 3), metavar="N", help="With --again: at which.  [default: the next one]")
@click.option("--save", metavar="FILE", help="Keep the game there.  [default: a file in your state folder]")
@click.option("--practice", is_flag=True, help="Let any move be taken back; the record says so.")
@of_a_table
def command(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, drawn: bool,
    options: tuple[str, ...], seats: str | None, seed: int | None, again: str | None, seat: int | None,
    save: str | None, practice: bool, ui: str, json: bool, auto: bool, ascii: bool, language: str,
) -> int:
    """Play a game, on the full screen or in plain lines.

    You sit at seat 0 against greedy unless --seats says otherwise; without a human seat the game plays itself.
    Every move is kept at once; the game can be stopped at any time, and `claim resume` goes on with it.
    """
    _check(ruleset, factions, save, drawn)
    wish = _Wish(
        ruleset, tweaks, players, None if factions is None else split(factions, "--factions"), drawn, settings(options),
        () if seats is None else split(seats, "--seats"), int.from_bytes(os.urandom(4)) if seed is None else seed,
        seed is not None, save, practice,
    )
    how = How(front_end(ui, json), language, auto, ascii)
    check_seats(wish.seats)
    if again is not None:
        from claimdsl.cli.again import play_again

        return play_again(again, seat, wish.seats, save, practice, how)
    if seat is not None:
        raise click.UsageError("--seat goes with --again; --seats says who sits where")
    return _play(wish, how)


def _check(ruleset: str, factions: str | None, save: str | None, drawn: bool) -> None:
    if ruleset == "-":
        raise click.UsageError("--ruleset -: standard input is where your moves come from; save the ruleset to a file")
    if save == "-":
        raise click.UsageError("--save -: a game is kept in a file, as it goes")
    if drawn and factions is not None:
        raise click.UsageError("--factions names the line-up, --random-factions draws one: give one of them")


def _play(wish: _Wish, how: How) -> int:
    state, tweaks = _deal(wish, how.language)
    seats = wish.seats or (HUMAN, *("greedy" for _ in range(state.game.players - 1)))
    path = usual_path(wish.ruleset, wish.seed) if wish.save is None else wish.save
    header = _record(wish, state, tweaks, seats, path)
    kept = Kept(path, wish.save is not None, header, rule_words(wish.ruleset, tweaks, path))
    if wish.drawn:
        _tell_drawn(state, how)
    return sit_down(state, seats, wish.seed, kept, how)


def _deal(wish: _Wish, language: str) -> tuple[State, tuple[str, ...]]:
    """Load the ruleset and deal; give the tweaks that were used too."""
    from claimdsl.engine.chance import Rng
    from claimdsl.pipeline import load_with_drawn_factions, load_with_sets

    ruleset, tweaks = load_with_sets(wish.ruleset, wish.tweaks, wish.factions)
    players = _players(wish, ruleset.player_counts)
    factions = _line_up(wish, ruleset, language)
    if wish.drawn:
        ruleset, tweaks, factions = load_with_drawn_factions(
            wish.ruleset, wish.tweaks, players, Rng(wish.seed).child(_DRAWN)
        )
    in_language(language, ruleset)
    if wish.tweaks and factions is None:
        _tell_left_out(wish, ruleset, ruleset.default_factions(players))
    game = ruleset.game(players, factions, _switches(wish, ruleset))
    return game.deal(wish.seed, follow=True), tweaks


def _line_up(wish: _Wish, ruleset: Ruleset, language: str) -> tuple[str, ...] | None:
    """Give the line-up that is asked for, by the ruleset's names."""
    if wish.factions is None:
        return None
    from claimdsl.cli.asked import line_up

    return line_up(wish.factions, ruleset, language)


def _switches(wish: _Wish, ruleset: Ruleset) -> dict[str, str]:
    """See that the options that are asked for are those of the ruleset."""
    if not wish.options:
        return {}
    from claimdsl.cli.asked import switches

    return switches(wish.options, ruleset)


def _tell_left_out(wish: _Wish, ruleset: Ruleset, line_up: tuple[str, ...]) -> None:
    """Say which factions of the tweaks do not play, where none of them does."""
    from claimdsl.pipeline import load_ruleset

    known = load_ruleset(wish.ruleset).factions
    new = [faction.name for faction in ruleset.program.factions if faction.values and faction.name not in known]
    if new and not set(new) & set(line_up):
        tweaks = " and ".join(wish.tweaks)
        click.echo(f"Of {tweaks} nobody plays: {', '.join(new)}; --factions names who does", err=True)


def _record(wish: _Wish, state: State, tweaks: tuple[str, ...], seats: tuple[str, ...], path: str) -> Record:
    from claimdsl.play.match import header
    from claimdsl.play.places import reference_from

    folder = os.path.dirname(path) or os.curdir
    record = header(
        state, reference_from(wish.ruleset, folder), tweaks=tuple(reference_from(one, folder) for one in tweaks),
        seed=wish.seed, agents=seats, date=time.strftime("%Y-%m-%d", time.gmtime()),
    )
    record = record.marked(PRACTICE) if wish.practice else record
    return record.marked(DEALT_BEFORE) if wish.is_seeded and _is_dealt_before(wish.seed, state) else record


def _is_dealt_before(seed: int, state: State) -> bool:
    from claimdsl.cli.dealt import is_dealt_before

    return is_dealt_before(games_folder(), seed, state)


def _players(wish: _Wish, counts: tuple[int, ...]) -> int:
    """Say how many play: as asked, as many as there are seats, or the fewest that the ruleset is for."""
    players = wish.players or len(wish.seats) or (2 if 2 in counts else counts[0])
    if wish.seats and len(wish.seats) != players:
        raise click.UsageError(f"{players} players need {players} seats; --seats names {len(wish.seats)}")
    if players not in counts:
        known = " or ".join(str(count) for count in counts)
        raise click.UsageError(f"'{wish.ruleset}' is for {known} players, not {players}")
    return players


def _tell_drawn(state: State, how: How) -> None:
    from claimdsl.play.json_text import write_json
    from claimdsl.ui.rules import faction_lines
    from claimdsl.ui.text import Page
    from claimdsl.ui.words import Words

    page = Page(sys.stdout, only_ascii=how.ascii)
    if how.ui == JSON:
        page.raw(write_json({"type": "drawn", "factions": list(state.game.factions)}))
        return
    for line in faction_lines(state.game, Words.of(state.game, how.language)):
        page.say(line)
