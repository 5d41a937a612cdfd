"""What seats, cards and rules are called on a screen, seen from one seat or from none."""

from __future__ import annotations

import os
from collections.abc import Sequence

from claimdsl.engine.events import HIDDEN, Place
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin
from claimdsl.ui.text import listed

_MANY = 5


class Names(Frozen):
    """The words for seats; `viewer` is the seat that reads them, None for someone who looks on."""

    seats: tuple[str, ...]
    viewer: int | None

    @staticmethod
    def of(agents: Sequence[str], viewer: int | None) -> Names:
        """Name seats by who sits there, with the seat's number where that is not one of a kind."""
        return Names(
            tuple(
                f"{agent} {seat}" if agent == "human" or agents.count(agent) > 1 else agent
                for seat, agent in enumerate(agents)
            ),
            viewer,
        )

    def seen_by(self, viewer: int | None) -> Names:
        """Give the words for another reader."""
        return Names(self.seats, viewer)

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
        return f"you {verb}" if seat == self.viewer else f"{self.seats[seat]} {verb}s"

    def whose(self, seat: int) -> str:
        """Name a seat as an owner."""
        return "your" if seat == self.viewer else f"{self.seats[seat]}'s"

    def side(self, seats: tuple[int, ...]) -> str:
        """Name a side by its seats."""
        return " + ".join(self.who(seat) for seat in sorted(seats, key=lambda seat: (seat != self.viewer, seat)))

    def place(self, place: Place) -> str:
        """Name a pile with its owner."""
        match place.owner:
            case int():
                return f"{self.whose(place.owner)} {place.pile}"
            case str():
                return f"the {place.pile} of {card(place.owner)}"
            case None:
                return f"the {place.pile}"


def card(label: str) -> str:
    """Write a card for people.

    >>> card("goblins:7"), card("?")
    ('goblins 7', 'an unseen card')
    """
    return "an unseen card" if label == HIDDEN else label.replace(":", " ")


def cards(labels: Sequence[str]) -> str:
    """Write some cards for people; very many are only counted.

    >>> cards(["goblins:7", "?", "?"])
    'goblins 7 and 2 unseen cards'
    """
    if len(labels) > _MANY:
        return f"{len(labels)} cards"
    hidden = sum(1 for label in labels if label == HIDDEN)
    words = [card(label) for label in labels if label != HIDDEN]
    if hidden:
        words.append(card(HIDDEN) if hidden == 1 else f"{hidden} unseen cards")
    return listed(words) or "nothing"


def grouped(labels: Sequence[str]) -> str:
    """Write many cards for people, each faction once.

    >>> grouped(["goblins:7", "knights:9", "goblins:0"])
    'goblins 0 7, knights 9'
    """
    values: dict[str, list[int]] = {}
    for label in labels:
        faction, _, value = label.rpartition(":")
        values.setdefault(faction, []).append(int(value))
    return ", ".join(f"{name} {' '.join(map(str, sorted(values[name])))}" for name in sorted(values))


def choice(verb: str, option: str, names: Names) -> str:
    """Write a decision for people."""
    if not option:
        return verb
    return f"{verb} {names.who(int(option)) if option.isdecimal() and int(option) < len(names.seats) else card(option)}"


def rule(origin: Origin | None) -> str:
    """Name the power that decided, in brackets; nothing where it is the flow of the game itself."""
    if origin is None:
        return ""
    return f" [{origin.faction}: {origin.power}]" if origin.faction else f" [{origin.power}]"


def where(origin: Origin | None) -> str:
    """Say which power decided and where it stands."""
    if origin is None:
        return "the order of play"
    name = f"{origin.power} of {origin.faction}" if origin.faction else f"the table's rule {origin.power}"
    return f"{name}, {_file(origin.file)}:{origin.line}"


def _file(path: str) -> str:
    """Shorten a path below the current folder."""
    here = os.getcwd() + os.sep
    return path.removeprefix(here)


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop.

    >>> sentence("you play goblins 7")
    'You play goblins 7.'
    """
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "?")) else ".")
