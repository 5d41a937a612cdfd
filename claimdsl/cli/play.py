"""`claim play`: a game in plain lines or JSON lines, kept as it goes."""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import click

from claimdsl.cli.common import LANGUAGE, chosen, in_language, open_bytes, settings, split, state_folder
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.play.journal import Journal
from claimdsl.play.match import Match
from claimdsl.play.record import Record

if TYPE_CHECKING:
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.ui.text import Page

HUMAN = "human"
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
    save: str | None
    json: bool
    language: str


@click.command("play")
@click.option("--ruleset", default="base", metavar="NAME|PATH", help="A shipped ruleset or a file.  [default: base]")
@click.option("--with", "tweaks", multiple=True, metavar="TWEAK", help="A house rule on top; may be given again.")
@click.option("--players", type=click.IntRange(2, 4), help="How many play.  [default: 2]")
@click.option("--factions", metavar="A,B,...", help="The line-up.  [default: the ruleset's]")
@click.option("--random-factions", "drawn", is_flag=True, help="Draw the line-up from all that is shipped.")
@click.option("--set", "options", multiple=True, metavar="OPTION=VALUE", help="Turn a switch; may be given again.")
@click.option("--seats", metavar="A,B,...", help="Who sits where: human or an agent.  [default: human,greedy,...]")
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Deal the same cards again.")
@click.option("--save", metavar="FILE", help="Keep the game there.  [default: a file in your state folder]")
@click.option("--json", is_flag=True, help="Speak JSON lines, for programs.")
@LANGUAGE
def command(
    ruleset: str, tweaks: tuple[str, ...], players: int | None, factions: str | None, drawn: bool,
    options: tuple[str, ...], seats: str | None, seed: int | None, save: str | None, json: bool, language: str,
) -> int:
    """Play a game in plain lines.

    You sit at seat 0 against greedy unless --seats says otherwise; without a human seat the game plays itself.
    Every move is kept at once; the game can be stopped at any time.
    """
    if ruleset == "-":
        raise click.UsageError("--ruleset -: standard input is where your moves come from; save the ruleset to a file")
    if save == "-":
        raise click.UsageError("--save -: a game is kept in a file, as it goes")
    if drawn and factions is not None:
        raise click.UsageError("--factions names the line-up, --random-factions draws one: give one of them")
    return _play(_Wish(
        ruleset, tweaks, players, None if factions is None else split(factions, "--factions"), drawn, settings(options),
        () if seats is None else split(seats, "--seats"), int.from_bytes(os.urandom(4)) if seed is None else seed,
        save, json, language,
    ))


def _play(wish: _Wish) -> int:
    from claimdsl.ai.agent import AGENTS
    from claimdsl.play.match import Match

    for name in wish.seats:
        chosen(name, (HUMAN, *AGENTS), "player")
    state, tweaks = _deal(wish)
    seats = wish.seats or (HUMAN, *("greedy" for _ in range(state.game.players - 1)))
    path = wish.save if wish.save is not None else _usual_path(wish)
    record = _record(wish, state, tweaks, seats, path)
    journal = _journal(path, record, asked=wish.save is not None)
    agents = tuple(None if name == HUMAN else AGENTS[name]() for name in seats)
    match = Match(state, agents, wish.seed, journal, None if wish.save is not None else _tell_lost)
    kept = _Kept(path if journal is None else journal.path, wish, tweaks)
    try:
        _run(match, seats, wish)
    except KeyboardInterrupt:
        if match.is_kept:
            kept.tell(over=False, err=True)
        raise
    match.finish(record)
    if match.is_kept:
        kept.tell(over=match.state.is_over, err=wish.json or wish.save is None)
    return 0


def _deal(wish: _Wish) -> tuple[State, tuple[str, ...]]:
    """Load the ruleset and deal; give the tweaks that were used too."""
    from claimdsl.cli.asked import line_up, switches
    from claimdsl.engine.chance import Rng
    from claimdsl.pipeline import load_with_drawn_factions, load_with_sets

    ruleset, tweaks = load_with_sets(wish.ruleset, wish.tweaks, wish.factions)
    players = _players(wish, ruleset.player_counts)
    factions = None if wish.factions is None else line_up(wish.factions, ruleset, wish.language)
    if wish.drawn:
        ruleset, tweaks, factions = load_with_drawn_factions(
            wish.ruleset, wish.tweaks, players, Rng(wish.seed).child(_DRAWN)
        )
    in_language(wish.language, ruleset)
    if wish.tweaks and factions is None:
        _tell_left_out(wish, ruleset, ruleset.default_factions(players))
    game = ruleset.game(players, factions, switches(wish.options, ruleset))
    return game.deal(wish.seed, follow=True), tweaks


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
    return header(
        state, reference_from(wish.ruleset, folder), tweaks=tuple(reference_from(one, folder) for one in tweaks),
        seed=wish.seed, agents=seats, date=time.strftime("%Y-%m-%d", time.gmtime()),
    )


def _players(wish: _Wish, counts: tuple[int, ...]) -> int:
    """Say how many play: as asked, as many as there are seats, or the fewest that the ruleset is for."""
    players = wish.players or len(wish.seats) or (2 if 2 in counts else counts[0])
    if wish.seats and len(wish.seats) != players:
        raise click.UsageError(f"{players} players need {players} seats; --seats names {len(wish.seats)}")
    if players not in counts:
        known = " or ".join(str(count) for count in counts)
        raise click.UsageError(f"'{wish.ruleset}' is for {known} players, not {players}")
    return players


def _run(match: Match, seats: tuple[str, ...], wish: _Wish) -> bool:
    from claimdsl.ui.lines import Lines
    from claimdsl.ui.text import Page

    page, lines = Page(sys.stdout), Lines(open_bytes("-"))
    if wish.drawn:
        _tell_drawn(match.state, page, wish)
    if wish.json:
        from claimdsl.ui.json_table import JsonTable

        return JsonTable(match, seats, page, lines, wish.language).run()
    from claimdsl.ui.plain import PlainTable

    return PlainTable(match, seats, page, lines, wish.language).run()


def _tell_drawn(state: State, page: Page, wish: _Wish) -> None:
    from claimdsl.play.json_text import write_json
    from claimdsl.ui.rules import faction_lines
    from claimdsl.ui.words import Words

    if wish.json:
        page.raw(write_json({"type": "drawn", "factions": list(state.game.factions)}))
        return
    for line in faction_lines(state.game, Words.of(state.game, wish.language)):
        page.say(line)


def _usual_path(wish: _Wish) -> str:
    """Name the file in the user's state folder by date, ruleset and seed."""
    stem = os.path.basename(wish.ruleset).removesuffix(".yaml")
    name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{stem}-{wish.seed}"
    return os.path.join(state_folder(), "games", name)


def _journal(path: str, record: Record, *, asked: bool) -> Journal | None:
    """Begin the journal; where nobody asked for one, the game goes on without."""
    if asked:
        return Journal(path, record)
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        for number in range(100):
            try:
                return Journal(f"{path}{f'-{number}' if number else ''}.json", record, fresh=True)
            except FileExistsError:
                continue
    except UnreadableError as error:
        _tell_lost(str(error))
    except OSError as error:
        _tell_lost(f"{error.filename}: {(error.strerror or '').lower()}")
    return None


def _tell_lost(reason: str) -> None:
    from claimdsl.ui.text import plain

    click.echo(plain(f"The game is not kept: {reason}"), err=True)


class _Kept(Frozen):
    """Where a game is kept, and what it was asked for with."""

    path: str
    wish: _Wish
    tweaks: tuple[str, ...]

    def tell(self, *, over: bool, err: bool) -> None:
        """Say where the game is and how to see it again."""
        from claimdsl.resources import file_of

        rules = [f"--ruleset={self.wish.ruleset}", *(f"--with={tweak}" for tweak in self.tweaks)]
        own = any(file_of(one) for one in (self.wish.ruleset, *self.tweaks))
        how = " ".join(map(_quoted, ["claim", "replay", self.path, *(rules if own else ())]))
        stopped = "" if over else "Stopped; the game so far is kept. "
        click.echo(f"{stopped}Replay it: {how}", err=err)


def _quoted(word: str) -> str:
    """Quote a word for a shell; in one that cannot be printed the bytes are written out."""
    import shlex

    if word.isprintable():
        return shlex.quote(word)
    letters = (chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(letters)}'"
