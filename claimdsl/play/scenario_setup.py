"""From a scenario to the state that it begins in: its ruleset, its game, its deal or position."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report, RulesetError
from claimdsl.diagnostics.source import STANDARD_INPUT, Span
from claimdsl.engine.coverage import Covering
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError
from claimdsl.engine.position import Wanted, position
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.play.coverage import Shipped
from claimdsl.play.places import is_below, unshadowed
from claimdsl.play.scenario import ENDING, Scenario, ScenarioFile, Word, Words
from claimdsl.play.scenario_words import Reader
from claimdsl.resources import ENDINGS, file_of, rulesets_place, shipped_names

_SETS = "factions/"


class Bench:
    """Sets scenarios up; rulesets and games are made once.  With `covers` it notes what of them runs."""

    def __init__(self, covers: bool) -> None:
        self._covers = covers
        self._rulesets: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Ruleset] = {}
        self._games: dict[tuple[Ruleset, int, tuple[str, ...] | None, tuple[tuple[str, str], ...]], Game] = {}
        self._shipped: dict[tuple[str, tuple[str, ...], tuple[str, ...]], Shipped] = {}
        self.coverings: list[Covering] = []

    @property
    def rulesets(self) -> tuple[tuple[Ruleset, Shipped], ...]:
        """Give the rulesets that were loaded, and which shipped files are under test with each."""
        return tuple((ruleset, self._shipped[key]) for key, ruleset in self._rulesets.items())

    def begin(self, file: ScenarioFile, scenario: Scenario, report: Report) -> State | None:
        """Give the state in which a scenario begins; None where it cannot be set up.

        Reports: CLM904 to CLM906 and what is found in its ruleset.
        """
        ruleset = self.ruleset(file, scenario, report)
        game = None if ruleset is None else self._game(ruleset, scenario, report)
        if game is None:
            return None
        own = Report()
        reader = Reader(game, own)
        state = self._state(game, scenario, reader, own)
        for want in scenario.wants:
            reader.want(want)
        for move in scenario.play:
            reader.move(move)
        report.take(own)
        return None if own.has_errors else state

    # --- the ruleset -------------------------------------------------------------------------------------------------

    def ruleset(self, file: ScenarioFile, scenario: Scenario | None, report: Report) -> Ruleset | None:
        """Load the ruleset that a file, or one of its scenarios, is about."""
        from claimdsl.pipeline import load_with_sets

        main = _main(file, report)
        extra = (*file.with_, *(scenario.with_ if scenario is not None else ()))
        tweaks = [_reference(word, file.source.name, report) for word in extra]
        if main is None or None in tweaks:
            return None
        factions = tuple(word.text for word in scenario.factions or ()) if scenario is not None else ()
        key = (main, tuple(tweak for tweak in tweaks if tweak is not None), factions)
        if key not in self._rulesets:
            try:
                self._rulesets[key], used = load_with_sets(*key)
                self._shipped[key] = _under_test(main, key[1][: len(file.with_)], used)
            except RulesetError as error:
                report.take(error.report)
                return None
            except UnreadableError as error:
                report.error("CLM906", str(error), _at(file, scenario))
                return None
        return self._rulesets[key]

    # --- the game ----------------------------------------------------------------------------------------------------

    def _game(self, ruleset: Ruleset, scenario: Scenario, report: Report) -> Game | None:
        players = self._players(ruleset, scenario, report)
        fits = _options_fit(ruleset, scenario, report) and _line_up_fits(ruleset, scenario, report)
        if players is None or not fits:
            return None
        factions = None if scenario.factions is None else tuple(word.text for word in scenario.factions)
        options = tuple(sorted((name.text, value.text) for name, value in scenario.options))
        key = (ruleset, players, factions, options)
        if key not in self._games:
            try:
                game = ruleset.game(players, factions, dict(options))
            except SetupError as error:
                report.error("CLM906", str(error), _span(scenario.factions, scenario.name.span))
                return None
            if self._covers:
                covering = Covering()
                self.coverings.append(covering)
                game = game.covered(covering)
            self._games[key] = game
        return self._games[key]

    def _players(self, ruleset: Ruleset, scenario: Scenario, report: Report) -> int | None:
        word = scenario.players
        if word is None:
            return min(ruleset.player_counts)
        if word.text in [str(count) for count in ruleset.player_counts]:
            return int(word.text)
        counts = " or ".join(str(count) for count in ruleset.player_counts)
        report.error("CLM906", f"'{ruleset.name}' is for {counts} players, not {word.text[:20]}", word.span)
        return None

    # --- the state ---------------------------------------------------------------------------------------------------

    def _state(self, game: Game, scenario: Scenario, reader: Reader, report: Report) -> State | None:
        leader = None if scenario.leader is None else reader.seat(scenario.leader)
        packs = dict(game.side_packs)
        side = {
            reader.named(pile, packs, "side pack"): tuple(reader.card(card) for card in cards)
            for pile, cards in scenario.side_decks
        }
        deck = None if scenario.deck is None else self._deck(game, scenario, reader)
        wanted = self._wanted(game, scenario, reader) if scenario.is_placed else None
        if report.has_errors:
            return None
        try:
            if wanted is None:
                first = 0 if leader is None else leader
                return game.deal(scenario.seed, deck=deck, first_leader=first, side_decks=side or None, follow=True)
            start = game.deal(scenario.seed, side_decks=side or None)
            return position(start, wanted, scenario.seed)
        except SetupError as error:
            report.error("CLM905", str(error), scenario.name.span)
            return None

    def _deck(self, game: Game, scenario: Scenario, reader: Reader) -> tuple[str, ...]:
        """Put the cards that are written down on top of a deck of the seed."""
        top = [reader.used(card) for card in scenario.deck or ()]
        left = Counter(top)
        rest = []
        for label in game.deal(scenario.seed).deck:
            if left[label]:
                left[label] -= 1
            else:
                rest.append(label)
        return (*top, *rest)[: max(len(top), len(top) + len(rest) - sum(left.values()))]

    def _wanted(self, game: Game, scenario: Scenario, reader: Reader) -> Wanted:
        phase = game.phases[0] if scenario.phase is None else reader.named(scenario.phase, game.phases, "phase")
        states: dict[tuple[str, int | None], int] = {}
        for name, word in scenario.state:
            found = reader.state(name)
            if found is not None:
                states[found[0].name, found[1]] = reader.value(found[0], word)
        leader = 0 if scenario.leader is None else reader.seat(scenario.leader)
        return Wanted(phase, scenario.trick, leader, reader.piles(scenario.hands, scenario.piles), states)


def _options_fit(ruleset: Ruleset, scenario: Scenario, report: Report) -> bool:
    fits = True
    for name, value in scenario.options:
        known: Sequence[str] = tuple(ruleset.options) if name.text not in ruleset.options else ()
        word, what = (name, "option") if known else (value, f"value of {name.text}")
        known = known or ruleset.options.get(name.text, ())
        if word.text not in known:
            near = nearest(word.text, known)
            hint = "" if near else f"there are {', '.join(known) or 'none'}"
            report.error("CLM904", f"unknown {what} '{word.text[:40]}'", word.span, suggestion=near, hint=hint)
            fits = False
    return fits


def _line_up_fits(ruleset: Ruleset, scenario: Scenario, report: Report) -> bool:
    unknown = [word for word in scenario.factions or () if word.text not in ruleset.factions]
    for word in unknown:
        near = nearest(word.text, ruleset.factions)
        report.error("CLM904", f"unknown faction '{word.text[:40]}'", word.span, suggestion=near)
    return not unknown


def _span(words: Words | None, otherwise: Span) -> Span:
    return Span(words[0].span.source, words[0].span.start, words[-1].span.end) if words else otherwise


def _at(file: ScenarioFile, scenario: Scenario | None) -> Span:
    if file.ruleset is not None:
        return file.ruleset.span
    return scenario.name.span if scenario is not None else Span(file.source, 0, 0)


# --- where rulesets lie ----------------------------------------------------------------------------------------------


def _main(file: ScenarioFile, report: Report) -> str | None:
    if file.ruleset is not None:
        return _reference(file.ruleset, file.source.name, report)
    beside = beside_file(file.source.name)
    if beside:
        return beside
    message = "no ruleset is named" if file.source.name == STANDARD_INPUT else "no ruleset lies beside this file"
    report.error("CLM906", message, Span(file.source, 0, 0), hint="name one: `ruleset: base`")
    return None


def beside_file(path: str) -> str:
    """Give the ruleset beside a file of scenarios; "" where there is none."""
    stem = path.removesuffix(ENDING)
    return next((stem + ending for ending in ENDINGS[1:] if stem != path and os.path.isfile(stem + ending)), "")


def _under_test(main: str, tweaks: tuple[str, ...], used: tuple[str, ...]) -> Shipped:
    """Say which shipped files are under test where a file names a ruleset and tweaks: its sets of factions, if any.

    None: all that there are.
    """
    names = [_shipped_name(reference) for reference in (main, *tweaks)]
    sets = tuple(name for name in names if name is not None and name.startswith(_SETS))
    if None in names or sets or used != tweaks:
        return () if None in names else sets
    return None


def _shipped_name(reference: str) -> str | None:
    path, folder = file_of(reference), os.path.realpath(rulesets_place())
    if path and not is_below(path, folder):
        return None
    return (os.path.relpath(path, folder) if path else reference).removesuffix(".yaml")


def _reference(word: Word, beside: str, report: Report) -> str | None:
    """Give what to load for a reference: a file below the root of the scenario file, or a shipped name."""
    folder = os.path.realpath(os.path.dirname(beside) or os.curdir)
    here = os.path.realpath(os.curdir)
    root = here if is_below(folder, here) else folder
    for ending in ENDINGS:
        path = os.path.realpath(os.path.join(folder, word.text.replace("\0", "") + ending))
        if os.path.isfile(path):
            if is_below(path, root):
                return os.path.relpath(path) if is_below(path, here) else path
            report.error("CLM906", f"'{word.text[:60]}' leads out of the folder of this file", word.span)
            return None
    name = word.text.removesuffix(".yaml")
    if name in shipped_names():
        return unshadowed(name)
    near = nearest(name, shipped_names())
    report.error("CLM906", f"there is no ruleset '{word.text[:60]}' beside this file, and no shipped one of that name",
                 word.span, suggestion=near)
    return None
