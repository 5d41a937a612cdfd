"""The words of a scenario against the game that it is about: every card, pile, seat, phase and state must be there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from claimdsl.diagnostics.nearest import nearest
from claimdsl.diagnostics.report import Report
from claimdsl.engine.game import Game
from claimdsl.engine.position import HAND, Owner
from claimdsl.ir.labels import card_in, faction_of, is_card, spoken
from claimdsl.ir.nodes import StateSpec
from claimdsl.ir.types import Kind
from claimdsl.play.scenario import KEPT, NOBODY, Want, Word, Words

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_TRUTH = ("false", "true")
TRICK = "trick"


def card_name(text: str, game: Game) -> str:
    """Write a card as records do; any other text stays as it is.

    Two words are a card where the first is a faction, or the second a number or a face.

    >>> from claimdsl import load_ruleset
    >>> game = load_ruleset("base").game()
    >>> card_name("goblins 7", game), card_name("goblins:7", game), card_name("keep", game)
    ('goblins:7', 'goblins:7', 'keep')
    """
    found = card_in(text)
    if found is None or not (is_card(text) or _is_spoken(*found, game)):
        return text
    return ":".join(found)


def _is_spoken(faction: str, word: str, game: Game) -> bool:
    return word.isdecimal() or faction in game.ruleset.factions or word in game.binding.faces


class Reader:
    """Takes the words of one scenario for what they mean in its game; a word that means nothing is reported.

    Reports: CLM904 unknown names, CLM905 more cards than there are.
    """

    def __init__(self, game: Game, report: Report) -> None:
        self._game = game
        self._report = report
        self._copies = Counter(game.binding.labels)
        self._used: Counter[str] = Counter()
        self._owners = {(slot.pile, _owner(game.owner(slot))): game.owner(slot) for slot in game.layout.slots}
        self.places = tuple(dict.fromkeys(_place(pile, owner) for pile, owner in self._owners))

    # --- single words ------------------------------------------------------------------------------------------------

    def card(self, word: Word) -> str:
        """Take a card; one that is not in play is reported."""
        label = ":".join(card_in(word.text) or (word.text,))
        if label not in self._copies:
            factions = self._game.faction_names
            faction = faction_of(label)
            near = self._game.binding.meant(label)
            if faction and faction not in factions and nearest(faction, factions) is None:
                message = f"'{faction}' do not play in this line-up: {', '.join(factions)}"
                self._report.error("CLM904", message, word.span)
            else:
                self._unknown(word, "card", () if near is None else (near,), near and spoken(near))
        return label

    def used(self, word: Word) -> str:
        """Take a card that is to lie somewhere; it cannot lie in more places than it has copies."""
        label = self.card(word)
        self._used[label] += 1
        if label in self._copies and self._used[label] > self._copies[label]:
            count = self._copies[label]
            message = f"there {'is' if count == 1 else 'are'} only {count} {word.text} in this game"
            self._report.error("CLM905", message, word.span)
        return label

    def seat(self, word: Word) -> int:
        """Take a seat."""
        return self._below(word, self._game.players, "seat")

    def side(self, word: Word) -> int:
        """Take a side."""
        return self._below(word, len(self._game.sides), "side")

    def _below(self, word: Word, count: int, what: str) -> int:
        if word.text.isascii() and word.text.isdecimal() and int(word.text[:4]) < count:
            return int(word.text)
        message = f"there is no {what} '{word.text[:20]}'; {what}s run from 0 to {count - 1}"
        self._report.error("CLM904", message, word.span)
        return 0

    def named(self, word: Word, known: Iterable[str], what: str) -> str:
        """Take a name that must be one of some."""
        if word.text not in known:
            self._unknown(word, what, known)
        return word.text

    def number(self, word: Word) -> int:
        """Take a number, which may be below 0."""
        if _NUMBER.fullmatch(word.text):
            return int(word.text)
        self._report.error("CLM903", f"a whole number is meant, not '{word.text[:40]}'", word.span)
        return 0

    def place(self, word: Word) -> tuple[str, Owner]:
        """Take a pile, with its owner behind a point where it has one."""
        pile, _, owner = word.text.partition(".")
        found = (pile, card_name(owner, self._game))
        if found in self._owners:
            return pile, self._owners[found]
        owners = [text for name, text in self._owners if name == pile]
        if owners and not owner:
            near, message = f"{pile}.{owners[0]}", f"'{pile}' belongs to each of several: say whose"
            self._report.error("CLM904", message, word.span, hint=f"for example {spoken(near)}")
        elif owners and owners != [""]:
            self._report.error("CLM904", f"there is no '{word.text[:40]}'", word.span,
                               hint=f"there are {', '.join(_place(pile, text) for text in owners[:4])}")
        else:
            self._unknown(word, "pile", self.places)
        return pile, None

    def _unknown(self, word: Word, what: str, known: Iterable[str], suggestion: str | None = None) -> None:
        known = tuple(known)
        near = suggestion or nearest(word.text, known)
        hint = "" if near else f"there are {', '.join(known[:12])}" if known else ""
        self._report.error("CLM904", f"unknown {what} '{word.text[:40]}'", word.span, suggestion=near, hint=hint)

    # --- states ------------------------------------------------------------------------------------------------------

    def state(self, name: Word) -> tuple[StateSpec, int | None] | None:
        """Take a state, with its seat behind a point where each player has one."""
        state, point, seat = name.text.partition(".")
        specs = {spec.name: spec for spec in self._game.binding.states}
        spec = specs.get(state)
        if spec is None:
            self._unknown(name, "state", specs)
            return None
        if spec.of != "player":
            if point:
                self._report.error("CLM904", f"'{state}' is one for the whole table", name.span, suggestion=state)
            return spec, None
        if not point:
            self._report.error("CLM904", f"each player has '{state}': say whose", name.span, suggestion=f"{state}.0")
            return None
        return spec, self.seat(Word(seat, name.span))

    def value(self, spec: StateSpec, word: Word) -> int:
        """Take a value of a state as the number that a frame holds."""
        match spec.type.kind:
            case Kind.BOOL:
                return int(self.named(word, _TRUTH, "truth") == "true")
            case Kind.FACTION:
                known = self._game.binding.faction_ids
                return -1 if word.text == "nothing" else known.get(self.named(word, known, "faction"), -1)
            case Kind.PLAYER:
                return -1 if word.text == "nothing" else self.seat(word)
            case _:
                number = self.number(word)
                if not spec.low <= number <= spec.high:
                    message = f"'{spec.name}' runs from {spec.low} to {spec.high}"
                    self._report.error("CLM904", message, word.span)
                return number

    # --- what is expected --------------------------------------------------------------------------------------------

    def want(self, want: Want) -> None:
        """Check the words of an expectation."""
        self._subject(want)
        for word in want.values:
            self._expected(want, word)

    def _subject(self, want: Want) -> None:
        if want.of is None:
            return
        match want.key:
            case "counts_as" | "worth" | "tier" | "strength" | "goes":
                self.card(want.of)
            case "piles":
                self.place(want.of)
            case "known_to" | "unknown_to":
                self.seat(want.of)
            case "votes":
                self.named(want.of, self._game.factions, "faction")
            case "refuses":
                self.move(want.of)
            case _:
                pass

    def move(self, word: Word) -> None:
        """Check a move as far as it can be before the game: a card must be one."""
        verb, _, option = word.text.partition(" ")
        rest = Word(option, word.span) if verb == "play" and card_in(option) else word
        faction = faction_of(card_name(rest.text, self._game))
        if faction in self._game.ruleset.factions or faction and nearest(faction, self._game.faction_names):
            self.card(rest)

    def _expected(self, want: Want, word: Word) -> None:
        of = want.of.text if want.of is not None else ""
        match want.key, of:
            case ("turn" | "winner" | "next_leader" | "ranking"), _:
                self.seat(word)
            case "legal", _:
                self.move(word)
            case "counts_as", _:
                self.named(word, self._game.faction_names, "faction")
            case ("worth" | "tier" | "strength" | "trick"), _:
                self.number(word)
            case "goes", _:
                self._where(word)
            case "piles", _:
                self.card(word) if want.is_list else self.number(word)
            case "state", _:
                self._state_value(want, word)
            case ("known_to" | "unknown_to"), _:
                self.card(word)
            case "phase", _:
                self.named(word, self._game.phases, "phase")
            case "laws", _:
                self.named(word, (KEPT,), "answer")
            case ("votes", _) | ("result", "winners"):
                if word.text != NOBODY or want.key == "result":
                    self.side(word)
            case "result", ("votes" | "counts"):
                self.number(word)
            case _:
                pass

    def _where(self, word: Word) -> None:
        if word.text != TRICK:
            self.place(word)

    def _state_value(self, want: Want, word: Word) -> None:
        found = self.state(want.of) if want.of is not None else None
        if found is not None:
            self.value(found[0], word)

    def piles(self, hands: tuple[tuple[Word, Words], ...], piles: tuple[tuple[Word, Words], ...]) -> (
        dict[tuple[str, Owner], tuple[str, ...]]
    ):
        """Take what lies where; a place stands once."""
        found: dict[tuple[str, Owner], tuple[str, ...]] = {}
        for seat, cards in hands:
            found[HAND, self.seat(seat)] = tuple(self.used(card) for card in cards)
        for word, cards in piles:
            place = self.place(word)
            if place in found:
                self._report.error("CLM905", f"what lies in '{word.text}' is said twice", word.span)
            found[place] = tuple(self.used(card) for card in cards)
        return found


def _owner(owner: Owner) -> str:
    return "" if owner is None else str(owner)


def _place(pile: str, owner: str) -> str:
    return f"{pile}.{spoken(owner)}" if owner else pile
