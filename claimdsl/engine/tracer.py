"""Following a game: what happened, by which rule, and who knows which card.

A seat knows a card when it has seen which one it is and can still say where it lies.  A card that moves to a pile which
the seat sees becomes known; one that moves between piles which it does not see stays known where the seat can tell that
this very card moved (the pile has an order, or moved whole), and otherwise the seat is sure of no card of that pile.
Of equal cards in a pile it is the known one that leaves: the seat cannot tell them apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from claimdsl.engine import events as ev
from claimdsl.engine import layout as at
from claimdsl.engine.layout import Frame, Slot, mask, number, row
from claimdsl.engine.runtime import NO_NUMBER, bits
from claimdsl.ir.facts import is_worth
from claimdsl.ir.types import Kind
from claimdsl.ir.walk import mentions

if TYPE_CHECKING:
    from claimdsl.engine.action import Action
    from claimdsl.engine.effects import Decision
    from claimdsl.engine.game import Game
    from claimdsl.ir.nodes import Origin


class Tracer:
    """The log of one game so far, copied when a state goes on from another.

    `known` is a mask of cards for each seat.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[ev.Event] = []
        self.known = [0] * game.players
        self._legal: list[tuple[str, ...]] = []
        self._prizes: tuple[str, ...] = ()
        self._slots = {slot.index: slot for slot in game.layout.all_slots()}

    def copy(self) -> Tracer:
        """Give a log that can go on by itself."""
        new = Tracer.__new__(Tracer)
        new.game, new._slots, new._prizes = self.game, self._slots, self._prizes
        new.events, new.known, new._legal = self.events.copy(), self.known.copy(), self._legal.copy()
        return new

    def knowers(self, card: int) -> int:
        """Give the bit mask of the seats that know a card."""
        return sum(1 << seat for seat, known in enumerate(self.known) if known >> card & 1)

    def rule(self, number: int) -> Origin | None:
        """Give the origin of a rule."""
        return self.game.binding.program.hooks[number].origin if number >= 0 else None

    def _place(self, slot: Slot) -> ev.Place:
        return ev.Place(slot.pile, self.game.owner(slot))

    def begun(self, v: Frame) -> None:
        """Note what lies in the piles that seats see before any rule has run."""
        for slot in self._slots.values():
            cards, seats = mask(v, slot.index), tuple(bits(slot.seen))
            if cards and seats:
                self.showed(v, cards, seats, -1)

    # --- cards -----------------------------------------------------------------------------------------------------

    def moved(self, v: Frame, cards: int, target: int, unseen: bool, rule: int, named: bool = False) -> None:
        """Note that cards are about to move; they still lie where they lay.  Where they are `named` all know which."""
        to = self._slots[target]
        for slot in self._slots.values():
            if not v[slot.index]:
                continue
            content = mask(v, slot.index)
            part = content & cards
            if part:
                self._learn(slot, to, content, part, unseen, named)
                self._log_move(v, part, slot, to, rule)

    def _learn(self, source: Slot, target: Slot, content: int, part: int, unseen: bool, named: bool) -> None:
        for seat in range(self.game.players):
            if named or target.seen >> seat & 1 and not unseen:
                if not _has_places(source):
                    self.known[seat] &= ~self._mistaken(self.known[seat], content, part)
                self.known[seat] |= part
            elif not (source.seen >> seat & 1 or source.ordered or part == content):
                self.known[seat] &= ~content

    def _mistaken(self, known: int, content: int, part: int) -> int:
        """Give the known cards of a pile that an equal, unknown one of `part` is taken for."""
        found = 0
        for card in bits(part & ~known):
            alike = self.game.binding.copies[card] & known & content & ~part & ~found
            found |= alike & -alike
        return found

    def _log_move(self, v: Frame, part: int, source: Slot, target: Slot, rule: int) -> None:
        names, known, depths = self._described(v, part, source)
        self.events.append(
            ev.Moved(names, known, depths, self._place(source), self._place(target), self.rule(rule))
        )

    def _described(self, v: Frame, part: int, slot: Slot) -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
        """Give the names of cards in a slot, who knows them, and how deep they lie."""
        cards, pile = self.game.by_name(bits(part)), v[slot.index]
        depths = tuple(pile.index(card) if isinstance(pile, tuple) else -1 for card in cards)
        return tuple(self.game.label(card) for card in cards), tuple(self.knowers(card) for card in cards), depths

    def swapped(self, v: Frame, left: int, right: int, rule: int, named: tuple[bool, bool]) -> None:
        """Note that two cards are about to change places; of each, whether all know by its name which it is."""
        if left < 0 or right < 0 or left == right:
            return
        one, other = (self._slots[self.game.place(v, card)] for card in (left, right))
        for card, source, target, is_named in ((left, one, other, named[0]), (right, other, one, named[1])):
            self._learn(source, target, mask(v, source.index), 1 << card, False, is_named)
            self._log_move(v, 1 << card, source, target, rule)

    def showed(self, v: Frame, cards: int, seats: tuple[int, ...], rule: int) -> None:
        """Note that seats see cards where they lie."""
        for slot in self._slots.values():
            content = mask(v, slot.index)
            part = content & cards
            if part:
                for seat in seats:
                    if not _has_places(slot):
                        self.known[seat] &= ~self._mistaken(self.known[seat], content, part)
                    self.known[seat] |= part
                names, known, depths = self._described(v, part, slot)
                seen_by = sum(1 << seat for seat in seats)
                self.events.append(ev.Showed(names, known, depths, self._place(slot), seen_by, self.rule(rule)))

    def offered(self, v: Frame, seat: int, cards: int, rule: int) -> None:
        """Note that a taker is shown the cards that he may take."""
        if cards & ~self.known[seat]:
            self.showed(v, cards, (seat,), rule)

    def turned_up(self, v: Frame, card: int) -> None:
        """Note that a card in the trick lies face up."""
        everyone = tuple(range(self.game.players))
        if self.knowers(card) != (1 << len(everyone)) - 1:
            self.showed(v, 1 << card, everyone, -1)

    def drew(self, v: Frame, card: int, rule: int, named: bool = False) -> None:
        """Note that chance named a card: one that all may name, or one of which only some see which it is."""
        if card >= 0:
            known = (1 << self.game.players) - 1 if named else self.knowers(card) & self.game.seen(v, card)
            self.events.append(ev.Drew(self.game.label(card), known, self.rule(rule)))

    # --- decisions and values --------------------------------------------------------------------------------------

    def decided(self, v: Frame, decision: Decision, action: Action, code: int) -> None:
        """Note an action that is about to be carried out, and who may know which card it names."""
        seat, game = number(v, at.ACTOR), self.game
        everyone = (1 << game.players) - 1
        known = everyone
        drawn = seat == at.CHANCE  # even "the third of the pile" would tell something: piles lie in deck order
        is_hidden = decision.kind is Kind.CARD and code >= 0 and not decision.named
        if is_hidden and (drawn or action.option == game.label(code)):
            face_up = decision.verb == "play" and decision.rule < 0 and not game.hides_plays
            known = everyone if face_up else game.seen(v, code) | (1 << seat if seat >= 0 else 0)
        self.chose(v, seat, action.verb, action.option, known)

    def chose(self, v: Frame, seat: int, verb: str, option: str, known: int) -> None:
        """Note a decision that is about to be carried out."""
        if verb == "play":
            self._legal.append(tuple(self.game.label(card) for card in row(v, at.OPTIONS)))
        self.events.append(ev.Chose(seat, verb, option, known))

    def state(self, v: Frame, slot: int, rule: int) -> None:
        """Note that a state got a value."""
        layout = self.game.layout
        for spec in self.game.binding.states:
            start = layout.states[spec.name]
            width = self.game.players if spec.of == "player" else 1
            if start <= slot < start + width:
                owner = slot - start if spec.of == "player" else None
                value = self.game.word(spec.type.kind, number(v, slot))
                self.events.append(ev.StateSet(spec.name, owner, value, self.rule(rule)))

    def counted(self, v: Frame, card: int, faction: int, rule: int) -> None:
        """Note which faction a play stands for, where it is not its own."""
        if self.game.binding.cards[card][0] != faction:
            name, stands_for = self.game.label(card), self.game.faction_names[faction]
            self.events.append(ev.Ruled("counts_as", name, stands_for, self.knowers(card), self.rule(rule)))

    # --- the flow --------------------------------------------------------------------------------------------------

    def phase(self, v: Frame) -> None:
        """Note that a phase begins."""
        self.events.append(ev.PhaseBegan(self.game.phase_name(v)))

    def left(self, v: Frame) -> None:
        """Note that a phase is over."""
        self.events.append(ev.PhaseEnded(self.game.phase_name(v)))

    def trick(self, v: Frame) -> None:
        """Note that a trick begins."""
        self._legal = []
        self._prizes = self._pile(v, "prizes")
        self.events.append(
            ev.TrickBegan(self.game.phase_name(v), number(v, at.TRICK_NUMBER), number(v, at.LEADER), self._prizes)
        )

    def _pile(self, v: Frame, pile: str) -> tuple[str, ...]:
        slot = next((slot for slot in self._slots.values() if slot.pile == pile), None)
        return self.game.labels_in(v, slot) if slot is not None else ()

    def ranked(self, v: Frame, rules: list[list[int]]) -> None:
        """Note the ranking; `rules`: in playing order, the numbers of the rules of worth, tier and strength."""
        def played(array: str, play: int) -> int:
            return number(v, self.game.layout.plays[array] + play)

        self.events.append(ev.Ranked(tuple(
            ev.RankedPlay(
                played("player", play), self.game.label(played("card", play)),
                self.game.faction_names[played("counts_as", play)], self.worth(v, play), played("tier", play),
                played("strength", play), *(self.rule(rule) for rule in self._grades(*rules[play])),
            )
            for play in row(v, at.RANKING)
        )))

    def worth(self, v: Frame, play: int) -> int:
        """Say what a play was worth in the ranking; nothing is written down where it is the number on the card."""
        plays = self.game.layout.plays
        written = number(v, plays["worth"] + play)
        return written if written != NO_NUMBER else self.game.binding.cards[number(v, plays["card"] + play)][1]

    def _grades(self, worth: int, tier: int, strength: int) -> tuple[int, int, int]:
        """Leave out the rule of worth where that of strength does not go by it."""
        value = self.game.binding.program.hooks[strength].value if strength >= 0 else None
        return worth if value is None or mentions(value, is_worth) else -1, tier, strength

    def ended(self, v: Frame, rule: int) -> None:
        """Note that a trick was handled in full."""
        plays = self.game.plays(v)
        self.events.append(ev.TrickEnded(
            self.game.phase_name(v), number(v, at.TRICK_NUMBER), plays[0][0], self._prizes, plays, tuple(self._legal),
            tuple(plays[play][0] for play in row(v, at.RANKING)), number(v, at.WINNER), number(v, at.NEXT),
            self.rule(rule), pile_lists(self.game, v), self.game.ordered,
        ))


def pile_lists(game: Game, v: Frame) -> tuple[tuple[str, tuple[str, ...] | tuple[tuple[str, ...], ...]], ...]:
    """Give every pile but `prizes`: one list, a list for each seat, or for card piles all cards together."""
    found: list[tuple[str, tuple[str, ...] | tuple[tuple[str, ...], ...]]] = []
    for pile in game.binding.piles:
        if pile.name != "prizes":
            lists = tuple(game.labels_in(v, slot) for slot in game.layout.slots if slot.pile == pile.name)
            together = tuple(label for cards in lists for label in cards)
            found.append((pile.name, lists if pile.of == "player" else together))
    return tuple(found)


def _has_places(slot: Slot) -> bool:
    """Say whether all can tell which card of a pile one is by where it lies: in an ordered pile, and in the trick."""
    return slot.ordered or slot.index == at.LYING
