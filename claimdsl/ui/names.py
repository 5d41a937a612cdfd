"""What seats, places, decisions and rules are called on a screen, seen from one seat or from none."""

from __future__ import annotations

import os
from collections.abc import Sequence

from claimdsl.engine.events import Place
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin
from claimdsl.ui.text import capital, shorter, third
from claimdsl.ui.words import NAMES, Words

_LONGEST = 24


class Names(Frozen):
    """The names of seats; `viewer` is the seat that reads them, None for someone who looks on; `words` for the rest."""

    seats: tuple[str, ...]
    viewer: int | None
    words: Words = NAMES

    @staticmethod
    def of(agents: Sequence[str], viewer: int | None, words: Words = NAMES) -> Names:
        """Name seats by who sits there, with the seat's number where that is not one of a kind."""
        known = [shorter(agent.strip(), _LONGEST) or words.say("seat") for agent in agents]
        return Names(
            tuple(
                f"{agent} {seat}" if agent in ("human", words.say("seat")) or known.count(agent) > 1 else agent
                for seat, agent in enumerate(known)
            ),
            viewer,
            words,
        )

    def seen_by(self, viewer: int | None) -> Names:
        """Give the names for another reader."""
        return Names(self.seats, viewer, self.words)

    def who(self, seat: int) -> str:
        """Name a seat as a subject.

        >>> Names(("human 0", "greedy"), 0).who(0), Names(("human 0", "greedy"), 0).who(1)
        ('you', 'greedy')
        """
        return "you" if seat == self.viewer else self.seats[seat]

    def does(self, seat: int, verb: str) -> str:
        """Say what a seat does, with the verb in its form.

        >>> Names(("human 0", "greedy"), 0).does(1, "play")
        'greedy plays'
        """
        return f"you {verb}" if seat == self.viewer else f"{self.seats[seat]} {third(verb)}"

    def leads(self, seat: int) -> str:
        """Say that a seat leads."""
        return self.does(seat, self.words.say("lead"))

    def whose(self, seat: int) -> str:
        """Name a seat as an owner."""
        return "your" if seat == self.viewer else f"{self.seats[seat]}'s"

    def side(self, seats: tuple[int, ...]) -> str:
        """Name a side by its seats."""
        return " + ".join(self.who(seat) for seat in sorted(seats, key=lambda seat: (seat != self.viewer, seat)))

    def place(self, place: Place) -> str:
        """Name a pile with its owner."""
        pile = self.words.say(place.pile)
        match place.owner:
            case int():
                return f"{self.whose(place.owner)} {pile}"
            case str():
                return f"the {pile} of {self.words.card(place.owner)}"
            case None:
                return f"the {pile}"

    def state(self, state: str, value: int | str) -> str:
        """Write the value of a state."""
        if isinstance(value, str):
            return self.words.faction(value)
        if state not in self.words.seat_states:
            return str(value)
        return self.who(value) if 0 <= value < len(self.seats) else "nothing"

    def choice(self, verb: str, option: str) -> str:
        """Write a decision."""
        if not option:
            return self.words.say(verb)
        seat = int(option) if verb in self.words.seat_verbs and option.isdecimal() else -1
        return f"{verb} {self.who(seat) if 0 <= seat < len(self.seats) else self.words.card(option)}"

    def rule(self, origin: Origin | None) -> str:
        """Name the power that decided, in brackets; nothing where it is the flow of the game itself."""
        if origin is None:
            return ""
        faction = f"{self.words.faction(origin.faction)}: " if origin.faction else ""
        return f" [{faction}{origin.power}]"

    def where(self, origin: Origin | None) -> str:
        """Say which power decided and where it stands."""
        if origin is None:
            return "the order of play"
        owner = self.words.faction(origin.faction)
        name = f"{origin.power} of {owner}" if owner else f"the table's rule {origin.power}"
        return f"{name}, {standing(origin)}"


def standing(origin: Origin) -> str:
    """Give file and line of a power; a path below the current folder is shortened."""
    return f"{origin.file.removeprefix(os.getcwd() + os.sep)}:{origin.line}"


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop.

    >>> sentence("you play goblins 7")
    'You play goblins 7.'
    """
    return capital(text) + ("" if text.endswith((".", "?")) else ".")


def card(label: str) -> str:
    """Write a card by its name."""
    return NAMES.card(label)


def cards(labels: Sequence[str]) -> str:
    """Write some cards by their names."""
    return NAMES.cards(labels)


def choice(verb: str, option: str, names: Names) -> str:
    """Write a decision."""
    return names.choice(verb, option)


def where(origin: Origin | None) -> str:
    """Say which power decided and where it stands, by names."""
    return Names((), None).where(origin)
