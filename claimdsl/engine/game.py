"""One kind of game: a ruleset with players, line-up and options, ready to be dealt."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from claimdsl.engine import layout as at
from claimdsl.engine.action import PASS, Action
from claimdsl.engine.binding import Binding
from claimdsl.engine.chance import Rng, Source
from claimdsl.engine.coverage import Covering
from claimdsl.engine.dealing import Deal, Dealer
from claimdsl.engine.effects import Decision
from claimdsl.engine.kernel import Kernel, build, layout_of
from claimdsl.engine.layout import Frame, Layout, Slot, mask, number, row
from claimdsl.engine.runtime import NO_NUMBER, NOTHING, bits
from claimdsl.ir.types import Kind

if TYPE_CHECKING:
    from claimdsl.engine.foresight import Foresight
    from claimdsl.engine.ruleset import Ruleset
    from claimdsl.engine.state import State
    from claimdsl.engine.tracer import Tracer


class Game:
    """What is the same in every game of one kind.

    >>> from claimdsl import load_ruleset
    >>> game = load_ruleset("base").game(players=2)
    >>> game.players, len(game.cards), game.sides
    (2, 52, ((0,), (1,)))
    """

    def __init__(self, ruleset: Ruleset, binding: Binding) -> None:
        self.ruleset = ruleset
        self.binding = binding
        self.covering: Covering | None = None
        self.players = binding.players
        self.factions = binding.factions
        self.options = binding.options
        self.sides = binding.sides
        self.phases = tuple(phase.name for phase in binding.program.phases)
        self.faction_names = tuple(binding.faction_ids)
        self.card_piles = frozenset(pile.name for pile in binding.piles if pile.of not in ("table", "player"))
        self._labels = binding.labels
        self._dealer = Dealer(binding)
        self._play_actions = tuple(Action("play", label) for label in self._labels)
        self._options: dict[tuple[int, int], Action] = {}

    def __eq__(self, other: object) -> bool:
        """Games are equal when rules, players, line-up and options are."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._kind == other._kind

    def __hash__(self) -> int:
        return hash(self._kind)

    def __repr__(self) -> str:
        return f"<Game of {self.ruleset.name}, {self.players} players: {', '.join(self.factions)}>"

    @property
    def _kind(self) -> tuple[object, ...]:
        return self.ruleset.digest, self.players, self.factions, tuple(sorted(self.options.items()))

    @cached_property
    def layout(self) -> Layout:
        """Give the frame's layout, which is that of both programs."""
        return layout_of(self.binding)

    @cached_property
    def plain(self) -> Kernel:
        """Give the code that changes frames and nothing else."""
        return build(self.binding, self.layout, traced=False)

    @cached_property
    def random(self) -> Kernel:
        """Give the code of games in which nobody decides: it runs to the end, and draws from a stream."""
        from claimdsl.engine.random_flow import RandomFlow

        return build(self.binding, self.layout, traced=False, flow=RandomFlow)

    @cached_property
    def traced(self) -> Kernel:
        """Give the code that also tells a tracer what happens."""
        return build(self.binding, self.layout, traced=True, covering=self.covering)

    def covered(self, covering: Covering) -> Game:
        """Give the same game, which notes in a covering what runs while it is followed."""
        game = Game(self.ruleset, self.binding)
        game.covering = covering
        return game

    @cached_property
    def ordered(self) -> frozenset[str]:
        """Give the piles that have an order."""
        return self.layout.ordered

    @property
    def cards(self) -> tuple[str, ...]:
        """Give the cards of the line-up in deck order; some factions deal only part of them."""
        return self._labels[: len(self.binding.deck_cards)]

    @property
    def side_packs(self) -> Mapping[str, tuple[str, ...]]:
        """Give the cards of each side pack, by pile."""
        return {pile: tuple(self._labels[card] for card in cards) for pile, cards in self.binding.packs}

    # --- dealing ---------------------------------------------------------------------------------------------------

    def deal(
        self, seed: int | None = None, *, deck: Sequence[str] | None = None, first_leader: int | None = None,
        side_decks: Mapping[str, Sequence[str]] | None = None, follow: bool = False,
    ) -> State:
        """Deal a game: from a seed (a fresh one where none is given), or from a deck, its top first.

        With `follow` the log of events is kept from the start, for screens; without it states are cheaper, and the log
        is made when it is first asked for.

        Raises: SetupError where the deck, a side deck or the leader does not fit this game.

        >>> from claimdsl import load_ruleset
        >>> str(load_ruleset("base").game().deal(seed=7).legal_actions[0])
        'play goblins:2'
        """
        from claimdsl.engine.state import State

        if deck is None and seed is None:
            seed = int.from_bytes(os.urandom(4), "big")
        given = side_decks or {}
        deal = self._dealer.deal(seed, deck, given, first_leader)
        return State.begin(self, deal, follow)

    def stream(self, seed: int) -> Rng:
        """Give the stream of a seed as the deal leaves it."""
        return self._dealer.shuffled(seed)[1]

    def shuffled(self, seed: int) -> tuple[Deal, Rng]:
        """Deal from a seed; give the stream as it is then."""
        return self._dealer.shuffled(seed)

    def drawn(self, rng: Source) -> Deal:
        """Deal from a stream."""
        return self._dealer.drawn(rng)

    def frame_of(self, deal: Deal) -> Frame:
        """Give the frame in which the deck lies in the stock and nothing else has happened."""
        return self._dealer.lay(deal, self.layout)

    # --- reading frames --------------------------------------------------------------------------------------------

    def label(self, card: int) -> str:
        """Name a card."""
        return self._labels[card]

    def owner(self, slot: Slot) -> int | str | None:
        """Say whose a slot is: a seat, a card by name, or nobody."""
        if slot.owner is not None and slot.pile in self.card_piles:
            return self._labels[slot.owner]
        return slot.owner

    def place(self, v: Frame, card: int) -> int:
        """Find the slot that a card lies in."""
        return self._slot_of(v, card).index

    def seen(self, v: Frame, card: int) -> int:
        """Give the bit mask of the seats that see the pile in which a card lies."""
        return self._slot_of(v, card).seen

    def _slot_of(self, v: Frame, card: int) -> Slot:
        return next(slot for slot in self.layout.all_slots() if mask(v, slot.index) >> card & 1)

    def phase_name(self, v: Frame) -> str:
        """Name the phase of a frame."""
        return self.phases[number(v, at.PHASE)]

    def plays(self, v: Frame) -> tuple[tuple[int, str], ...]:
        """Give seat and card of each play of the trick."""
        player, card = self.layout.plays["player"], self.layout.plays["card"]
        return tuple(
            (number(v, player + play), self._labels[number(v, card + play)]) for play in range(number(v, at.PLAYED))
        )

    def card_numbers(self, v: Frame, slot: Slot) -> list[int]:
        """Give the cards in a slot: an ordered pile top first, others in deck order."""
        content = v[slot.index]
        return list(content) if isinstance(content, tuple) else bits(content)

    def by_name(self, cards: list[int]) -> list[int]:
        """Put cards into an order that tells nothing but their names: a card of a side pack goes with its equals."""
        copies = self.binding.copies
        return sorted(cards, key=lambda card: (copies[card] & -copies[card], card))

    def labels_in(self, v: Frame, slot: Slot) -> tuple[str, ...]:
        """Name the cards in a slot."""
        return tuple(self._labels[card] for card in self.card_numbers(v, slot))

    def word(self, kind: Kind, value: int) -> int | str:
        """Write a state's value."""
        match kind:
            case Kind.FACTION:
                return self.faction_names[value] if value >= 0 else "nothing"
            case Kind.BOOL:
                return "yes" if value else "no"
            case Kind.PLAYER if value < 0:
                return "nothing"
            case _:
                return value

    # --- actions ---------------------------------------------------------------------------------------------------

    def action(self, v: Frame, decision: Decision, code: int) -> Action:
        """Write an option of a decision as an action."""
        if decision.rule < 0 and decision.verb == "play":
            return self._play_actions[code]
        if decision.kind is Kind.WORD:
            return Action(decision.words[code])
        if decision.may and code == (NO_NUMBER if decision.kind is Kind.INT else NOTHING):
            return Action(decision.verb, PASS)
        return Action(decision.verb, self._labels[code] if decision.named else self._option(v, decision.kind, code))

    def _option(self, v: Frame, kind: Kind, code: int) -> str:
        match kind:
            case Kind.CARD:
                return self._written(v, code)
            case Kind.FACTION:
                return self.faction_names[code]
            case Kind.PLAY:
                return self.plays(v)[code][1]
            case _:
                return str(code)

    @cached_property
    def _written_slots(self) -> tuple[tuple[Slot, str], ...]:
        words = {pile.name: pile.written for pile in self.binding.piles if pile.written}
        return tuple((slot, words[slot.pile]) for slot in self.layout.slots if slot.pile in words and not slot.seen)

    def _written(self, v: Frame, card: int) -> str:
        for slot, word in self._written_slots:
            inside = self.card_numbers(v, slot)
            if card in inside:
                place = [other for other in inside if other in row(v, at.OPTIONS)].index(card)
                return word if place == 0 else f"{word}{place + 1}"
        return self._labels[card]

    # --- running ---------------------------------------------------------------------------------------------------

    def run(self, v: Frame, tracer: Tracer | None) -> None:
        """Run a frame on to its next decision, or the end; with a tracer, tell it what happens."""
        if tracer is None:
            self.plain.run(v)
        else:
            self.traced.run(v, tracer)

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """Give the places where someone decides, by number."""
        return self._any.decisions

    @property
    def scoring(self) -> Kernel:
        """Give the code that counts the end."""
        return self._any

    @property
    def _any(self) -> Kernel:
        """Give whichever program has been compiled."""
        return self.traced if "traced" in self.__dict__ else self.plain

    @cached_property
    def hides_plays(self) -> bool:
        """Say whether a played card may lie face down."""
        hooks = self.binding.program.hooks
        return any(rule.hook == "face_down" and self.binding.in_play(rule.origin.faction) for rule in hooks)

    @cached_property
    def foresight(self) -> Foresight:
        """Give what looks ahead by one play."""
        from claimdsl.engine.foresight import Foresight

        return Foresight(self)

    def led(self, v: Frame) -> int:
        """Give the led faction of a frame, or -1."""
        return self._any.leads(v)

    def standing(self, v: Frame) -> tuple[int, ...]:
        """Give the seats of the plays so far, strongest first; none while something else is being decided."""
        if v[at.ACTOR] == at.OVER or self.decisions[number(v, at.DECISION)].verb != "play":
            return ()
        plays = self.plays(v)
        return tuple(plays[play][0] for play in self._any.standing(v.copy()))
