"""What seats, places, decisions and rules are called on a screen, seen from one seat or from none."""

from __future__ import annotations

import os
from collections.abc import Sequence

from claimdsl.engine.events import Place
from claimdsl.frozen import Frozen
from claimdsl.ir.nodes import Origin
from claimdsl.ui.speech import ENGLISH, Speech, msg
from claimdsl.ui.text import shorter, third
from claimdsl.ui.words import NAMES, Words

HUMAN = "human"
_LONGEST = 24


class Names(Frozen):
    """The names of seats; `viewer` is the seat that reads them, None for someone who looks on; `words` for the rest."""

    seats: tuple[str, ...]
    viewer: int | None
    words: Words = NAMES

    @staticmethod
    def of(agents: Sequence[str], viewer: int | None, words: Words = NAMES) -> Names:
        """Name seats by who sits there, with the seat's number where that is not one of a kind."""
        seat, human = words.say("seat"), words.say(HUMAN)
        known = [shorter(agent.strip(), _LONGEST) or seat for agent in agents]
        known = [human if agent == HUMAN else agent for agent in known]
        return Names(
            tuple(
                f"{agent} {number}" if agent in (human, seat) or known.count(agent) > 1 else agent
                for number, agent in enumerate(known)
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
        return self.words.speech.phrase("you") if seat == self.viewer else self.seats[seat]

    def says(self, seat: int, yours: str, theirs: str, **named: object) -> str:
        """Say one message of the reader's own seat, and another, with `{who}`, of a seat that is not.

        >>> Names(("human 0", "greedy"), 0).says(1, "you play {card}", "{who} plays {card}", card="goblins 7")
        'greedy plays goblins 7'
        """
        message = yours if seat == self.viewer else theirs
        return self.words.speech.phrase(message, who=self.seats[seat], **named)

    def leads(self, seat: int) -> str:
        """Say that a seat leads."""
        own = self.words.said.get("lead")
        if own is None:
            return self.says(seat, msg("you lead"), msg("{who} leads"))
        return self.says(seat, msg("you {lead}"), msg("{who} {leads}"), lead=own, leads=self._third(own))

    def leads_next(self, seat: int) -> str:
        """Say that a seat leads the next trick."""
        own = self.words.said.get("lead")
        if own is None:
            return self.says(seat, msg("you lead next"), msg("{who} leads next"))
        return self.says(seat, msg("you {lead} next"), msg("{who} {leads} next"), lead=own, leads=self._third(own))

    def _third(self, verb: str) -> str:
        return third(verb) if self.words.speech.language == ENGLISH else verb

    def side(self, seats: tuple[int, ...]) -> str:
        """Name a side by its seats."""
        return " + ".join(self.who(seat) for seat in sorted(seats, key=lambda seat: (seat != self.viewer, seat)))

    def place(self, place: Place) -> str:
        """Name a pile with its owner."""
        pile, phrase = self.words.say(place.pile), self.words.speech.phrase
        match place.owner:
            case int():
                return self.says(place.owner, msg("your {pile}"), msg("{who}'s {pile}"), pile=pile)
            case str():
                return phrase("the {pile} of {card}", pile=pile, card=self.words.card(place.owner))
            case None:
                return phrase("the {pile}", pile=pile)

    def state(self, state: str, value: int | str) -> str:
        """Write the value of a state."""
        if isinstance(value, str):
            return self.words.faction(value)
        if state not in self.words.seat_states:
            return str(value)
        return self.who(value) if 0 <= value < len(self.seats) else self.words.speech.phrase("nothing")

    def choice(self, verb: str, option: str) -> str:
        """Write a decision."""
        if not option:
            return self.words.say(verb)
        seat = int(option) if verb in self.words.seat_verbs and option.isdecimal() else -1
        chosen = self.who(seat) if 0 <= seat < len(self.seats) else self.words.card(option)
        return self.words.speech.phrase("{verb} {option}", verb=self.words.say(verb), option=chosen)

    def rule(self, origin: Origin | None) -> str:
        """Name the power that decided, in brackets; nothing where it is the flow of the game itself."""
        if origin is None:
            return ""
        if not origin.faction:
            return f" [{origin.power}]"
        faction = self.words.faction(origin.faction)
        return " " + self.words.speech.phrase("[{faction}: {power}]", faction=faction, power=origin.power)

    def where(self, origin: Origin | None) -> str:
        """Say which power decided and where it stands."""
        phrase = self.words.speech.phrase
        if origin is None:
            return phrase("the order of play")
        place, owner = standing(origin), self.words.faction(origin.faction)
        if not owner:
            return phrase("the table's rule {power}, {place}", power=origin.power, place=place)
        return phrase("{power} of {faction}, {place}", power=origin.power, faction=owner, place=place)


def standing(origin: Origin) -> str:
    """Give file and line of a power; a path below the current folder is shortened."""
    return f"{origin.file.removeprefix(os.getcwd() + os.sep)}:{origin.line}"


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop, as English does."""
    return Speech().sentence(text)


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
