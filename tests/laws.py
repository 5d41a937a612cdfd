"""Laws that hold in every game of every ruleset: each function takes a game and fails where a law is broken.

`check_all` asks for all of them.  A game is given as its states, the first as dealt, each other after one action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from claimdsl.diagnostics.errors import IllegalActionError
from claimdsl.engine import events as ev
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import CHANCE, State
from claimdsl.ir import nodes as ir
from claimdsl.ir.labels import faction_of, is_card
from claimdsl.ir.walk import within
from claimdsl.play.json_text import Json, write_json
from claimdsl.play.match import header, view_of
from claimdsl.play.record import parse_record, record_from
from claimdsl.play.replay import result, trace

EXTRA_TRICKS = {"phoenixes": ("collect", 10)}
"""What a faction adds to the tricks of a phase, by the rules of record."""

HIDDEN_LEADS = ("sandworms",)
"""Factions whose led card lies face down until all have played."""


def play_through(state: State, rng: Rng) -> list[State]:
    """Play at random to the end; traced if the first state is."""
    states = [state]
    while not state.is_over:
        options = state.legal_actions
        assert options, f"nobody may do anything: {state.history}"
        state = state.apply(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))])
        states.append(state)
    return states


def traced(state: State) -> State:
    """Give the state with its log kept from now on."""
    assert state.events is not None
    return state


def redealt(state: State, deck: Sequence[str] | None = None, packs: Mapping[str, Sequence[str]] | None = None) -> State:
    """Deal the same game again, or one with other cards."""
    return state.game.deal(
        deck=deck or state.deck, first_leader=state.first_leader,
        side_decks=(packs if packs is not None else state.side_decks) or None,
    )


# --- cards ------------------------------------------------------------------------------------------------------------


def cards_are_conserved(state: State) -> None:
    """Every card lies in exactly one place."""
    game = state.game
    found: Counter[int] = Counter()
    for slot in game.layout.all_slots():
        found.update(game.card_numbers(state._v, slot))
    assert found == Counter(range(len(game.binding.labels))), f"cards lost or doubled after {state.history}"


def no_card_is_in_the_trick_of_nobody(state: State) -> None:
    """What lies in the trick was played to it."""
    game = state.game
    assert set(game.labels_in(state._v, game.layout.trick)) <= {card for _, card in state.plays}


# --- the flow ---------------------------------------------------------------------------------------------------------


def options_are_sound(state: State) -> None:
    """There is an action before the end and none after; each is written differently; a play comes from the hand."""
    actions = [str(action) for action in state.legal_actions]
    assert bool(actions) != state.is_over
    assert len(set(actions)) == len(actions)
    if state.verb == "play":
        assert {action.option for action in state.legal_actions} <= set(state.pile("hand", state.seat))
        assert state.seat not in [seat for seat, _ in state.plays]


def ends_within_the_stated_tricks(last: State) -> None:
    """No phase has more tricks than the ruleset says, and all of them came in order."""
    game = last.game
    stated = dict(game.binding.setup.numbers)["tricks"]
    counts = Counter[str]()
    for event in last.events:
        if isinstance(event, ev.TrickEnded):
            counts[event.phase] += 1
            assert event.number == counts[event.phase]
    for phase in game.phases:
        extra = sum(more for name, (where, more) in EXTRA_TRICKS.items() if name in game.factions and where == phase)
        assert 1 <= counts[phase] <= stated + extra
        assert counts[phase] == stated or extra


def tricks_are_ranked_by_one_order(last: State) -> None:
    """Tier, then strength, then the earlier play; the first of them is the winner."""
    ranked: tuple[ev.RankedPlay, ...] = ()
    for event in last.events:
        if isinstance(event, ev.Ranked):
            ranked = event.plays
        elif isinstance(event, ev.TrickEnded):
            place = {seat: index for index, (seat, _) in enumerate(event.plays)}
            keys = [(-play.tier, -play.strength, place[play.seat]) for play in ranked]
            assert keys == sorted(keys)
            assert event.ranking == tuple(play.seat for play in ranked)
            assert event.winner == event.ranking[0]


def outcome_follows_its_own_numbers(last: State) -> None:
    """Votes add up, and the winners are those whom the steps left."""
    outcome = last.outcome
    assert outcome is not None
    if outcome.votes is not None:
        assert outcome.votes == tuple(
            sum(one.side == side for one in outcome.factions) for side in range(len(last.game.sides))
        )
    assert outcome.winners
    assert outcome.winners == outcome.steps[-1].left
    assert (len(outcome.winners) > 1) == (outcome.decided_by == "shared")


# --- playing again ----------------------------------------------------------------------------------------------------


def replay_equals_play(states: Sequence[State]) -> None:
    """The same deck and moves give the same events and the same outcome, plain, traced along, or traced at the end."""
    last = states[-1]
    plain = redealt(last)
    along = traced(redealt(last))
    for index, (state, action) in enumerate(zip(states[1:], last.history, strict=True)):
        seat = index % last.game.players
        plain, along = plain.apply(str(action)), along.apply(str(action))
        assert plain._v == along._v, f"the traced program differs after {plain.history}"
        assert plain.seat == state.seat
        assert plain.legal_actions == state.legal_actions
        assert along.observation(seat) == state.observation(seat), f"equal cards are told apart after {plain.history}"
    truth = [_bare(event) for event in last.events]
    assert [_bare(event) for event in along.events] == truth
    assert plain.outcome == along.outcome == last.outcome
    assert plain.events == along.events
    for seat in range(last.game.players):
        assert plain.information_state(seat) == last.information_state(seat)
        assert plain.observation(seat) == last.observation(seat)


def _bare(event: ev.Event) -> str:
    """Write an event so that equal cards may stand in any order."""
    match event:
        case ev.Moved():
            known = sorted(zip(event.cards, event.known, strict=True))
            return f"{known} {event.source} {event.target} {event.rule}"
        case ev.Showed():
            known = sorted(zip(event.cards, event.known, strict=True))
            return f"{known} {event.seats} {event.rule}"
        case _:
            return repr(event)


def recorded(state: State, reference: str, tweaks: tuple[str, ...]) -> dict[str, Json]:
    """Write a game down as far as it went."""
    return header(state, reference, tweaks=tweaks).to_object() | {"moves": [str(action) for action in state.history]}


def records_replay(states: Sequence[State], reference: str, tweaks: tuple[str, ...], ruleset: Ruleset) -> None:
    """A game written down and read again gives the trace that it gave."""
    last = states[-1]
    text = write_json(recorded(last, reference, tweaks))
    lines = trace(parse_record(text), ruleset)
    tricks = [event for event in last.events if isinstance(event, ev.TrickEnded)]
    assert len(lines) == len(tricks) + 1
    for line, event in zip(lines, tricks, strict=False):
        assert isinstance(line, dict)
        assert (line["phase"], line["trick"], line["winner"]) == (event.phase, event.number, event.winner)
    assert last.outcome is not None
    expected: Json = {"result": result(last.outcome)}
    assert lines[-1] == expected
    cut = recorded(states[-2], reference, tweaks)
    assert "result" not in str(trace(record_from(cut), ruleset))


# --- what a seat may know ---------------------------------------------------------------------------------------------


class Eyes:
    """What one seat has seen, by card name, worked out from where cards went and from nothing else.

    It looks at the declarations (who sees a pile) and at the words `unseen` and `show` of the rules, never at what the
    engine believes that a seat knows.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.seen: set[str] = set()
        self.face_down: set[str] = set()
        self._visible = {
            (slot.pile, game.owner(slot)) for slot in game.layout.all_slots() if slot.seen >> seat & 1
        }
        self._done = 0
        self._first = False

    def look(self, state: State) -> set[str]:
        """Take in all that has happened up to a state."""
        for event in state.events[self._done:]:
            self._take_in(event)
        self._done = len(state.events)
        if state.seat == self.seat and state.verb == "take":
            self.seen |= set(self._offered(state))
        if len(state.plays) == self.game.players or not state.plays:
            self._turn_up()
        return self.seen

    def open_piles(self) -> set[tuple[str, int | str | None]]:
        """Give the piles that the seat sees and to which no rule moves cards unseen."""
        effects = [effect for hook in self.game.binding.program.hooks for effect in _flat(hook.effects or ())]
        closed = {effect.pile.pile for effect in effects if isinstance(effect, ir.Move) and effect.unseen}
        return {(pile, owner) for pile, owner in self._visible if pile not in closed}

    def _offered(self, state: State) -> Iterator[str]:
        for action in state.legal_actions:
            if is_card(action.option):
                yield action.option
            else:
                yield state.pile("stock")[0]

    def _turn_up(self) -> None:
        self.seen |= self.face_down
        self.face_down = set()

    def _take_in(self, event: ev.Event) -> None:
        match event:
            case ev.Moved():
                self._moved(event)
            case ev.Showed(rule=rule) if rule is not None and self._has(rule, ir.Show, ""):
                self.seen |= set(event.cards) if event.seats >> self.seat & 1 else set()
            case ev.Showed(rule=None, place=place) if (place.pile, place.owner) in self._visible:
                self.seen |= set(event.cards)
            case ev.Ranked():
                self._turn_up()
            case ev.TrickBegan():
                self._first = True
            case _:
                pass

    def _moved(self, event: ev.Moved) -> None:
        if event.target.pile == "trick" and event.source.pile == "hand":
            leads, self._first = self._first, False
            if leads and faction_of(event.cards[0]) in HIDDEN_LEADS and event.source.owner != self.seat:
                self.face_down |= set(event.cards)
                return
        unseen = event.rule is not None and self._has(event.rule, ir.Move, event.target.pile)
        if event.rule is not None and self._speaks(event.rule):
            self.seen |= set(event.cards)
        if (event.target.pile, event.target.owner) in self._visible and not unseen:
            self.seen |= set(event.cards)

    def _speaks(self, rule: ir.Origin) -> bool:
        """Say whether a rule has to do with cards of the deck by their names, which all hear."""
        hooks = [hook for hook in self.game.binding.program.hooks if hook.origin == rule]
        return any(isinstance(node, ir.Known) and node.name == "deck" for hook in hooks for node in within(hook))

    def _has(self, rule: ir.Origin, kind: type, pile: str) -> bool:
        """Say whether a rule shows cards, or moves cards unseen to a pile."""
        effects = [
            effect for hook in self.game.binding.program.hooks if hook.origin == rule
            for effect in _flat(hook.effects or ())
        ]
        return any(
            isinstance(effect, kind) and (not isinstance(effect, ir.Move) or effect.unseen and effect.pile.pile == pile)
            for effect in effects
        )


def _flat(effects: Sequence[ir.Effect]) -> Iterator[ir.Effect]:
    for effect in effects:
        yield effect
        match effect:
            case ir.When(yes=yes, no=no):
                yield from _flat(yes)
                yield from _flat(no)
            case ir.Each(body=body):
                yield from _flat(body)
            case _:
                pass


def observations_show_only_what_was_seen(states: Sequence[State], seat: int) -> None:
    """A seat has seen all that it is told; it is told what lies in piles that it sees, but for cards put unseen."""
    eyes = Eyes(states[0].game, seat)
    open_piles = eyes.open_piles()
    for state in states:
        seen = eyes.look(state)
        view = state.observation(seat)
        told = {card for pile in view.piles for card in pile.cards} | {card for _, card in view.plays}
        assert told - {ev.HIDDEN} <= seen, f"seat {seat} is told of {sorted(told - seen)} after {state.history}"
        assert sorted(view.hand) == sorted(state.pile("hand", seat))
        for pile in view.piles:
            assert pile.size == len(_cards(state, pile))
            assert not pile.hidden or (pile.pile, pile.owner) not in open_piles
        assert view.options == (state.legal_actions if state.seat == seat else ())


def _cards(state: State, view: object) -> tuple[str, ...]:
    for slot in state.game.layout.slots:
        if slot.pile == view.pile and state.game.owner(slot) == view.owner:  # type: ignore[attr-defined]
            return state.game.labels_in(state._v, slot)
    raise AssertionError(view)


@dataclass(frozen=True)
class Swap:
    """Another game that a seat cannot tell from this one: two cards exchanged in the deck, the packs or the rest."""

    deck: tuple[str, ...]
    packs: dict[str, tuple[str, ...]]
    names: dict[str, str]


def swaps(state: State, eyes: Eyes) -> list[Swap]:
    """Give every exchange of two cards of which neither name was seen.  A card left out of the deal counts too.

    That a card lies face down tells its faction.
    """
    seen, face_down = eyes.seen, eyes.face_down
    groups: list[tuple[str | None, list[str]]] = [(None, [card for card in state.deck if card not in seen])]
    groups += [(pile, [card for card in cards if card not in seen]) for pile, cards in state.side_decks.items()]
    found = []
    for pile, cards in groups:
        for index, left in enumerate(cards):
            found += [
                _exchange(state, pile, left, right) for right in cards[index + 1:]
                if left != right and (not {left, right} & face_down or faction_of(left) == faction_of(right))
            ]
    dealt = Counter(state.deck)
    for spec in state.game.binding.specs:
        if spec.deal:
            cards = [label for label in state.game.cards if faction_of(label) == spec.name]
            out, own = Counter(cards) - dealt, set(cards)
            found += [
                _replace(state, left, right) for left in sorted(own & set(state.deck)) for right in sorted(out)
                if left != right and left not in seen and right not in seen and dealt[left] == 1 and right not in dealt
            ]
    return found


def _exchange(state: State, pile: str | None, left: str, right: str) -> Swap:
    names = {left: right, right: left}

    def renamed(cards: Sequence[str]) -> tuple[str, ...]:
        first, second = cards.index(left), cards.index(right)
        return tuple(
            right if index == first else left if index == second else card for index, card in enumerate(cards)
        )

    packs = {name: renamed(cards) if name == pile else cards for name, cards in state.side_decks.items()}
    return Swap(renamed(state.deck) if pile is None else state.deck, packs, names)


def _replace(state: State, left: str, right: str) -> Swap:
    deck = tuple(right if card == left else card for card in state.deck)
    return Swap(deck, dict(state.side_decks), {left: right, right: left})


def swap_changes_nothing_seen(states: Sequence[State], seat: int, moment: int, swap: Swap) -> bool:
    """Play the same moves in the exchanged game; False where another player could not have made them.

    Up to the moment the seat must see, know and be able to do the same.
    """
    try:
        other = traced(redealt(states[0], swap.deck, swap.packs))
    except Exception as error:
        raise AssertionError(f"the exchanged deck cannot be dealt: {error}") from error
    for index, state in enumerate(states[: moment + 1]):
        where = f"seat {seat} tells {swap.names} apart after {state.history}"
        assert other.observation(seat) == state.observation(seat), where
        if index == moment:
            assert other.information_state(seat) == state.information_state(seat), where
            assert _foreseen(other, seat) == _foreseen(state, seat), where
            break
        move = str(states[index + 1].history[-1])
        if state.seat != seat:
            verb, _, option = move.partition(" ")
            move = f"{verb} {swap.names.get(option, option)}".rstrip()
        try:
            other = other.apply(move)
        except IllegalActionError:
            assert state.seat != seat, f"{where}: {move} became illegal"
            return False
    return True


def _foreseen(state: State, seat: int) -> list[str]:
    """Give what an agent of the seat is told that each of its actions would bring."""
    view = view_of(state) if state.seat == seat else None
    return [] if view is None else [f"{action}: {view.foresee(action)!r}" for action in view.actions]


def swap_law(states: Sequence[State], rng: Rng, tries: int) -> int:
    """Try exchanges for random seats and moments; give how many could be judged."""
    judged = 0
    for _ in range(tries):
        seat, moment = rng.below(states[0].game.players), rng.below(len(states))
        eyes = Eyes(states[0].game, seat)
        for state in states[: moment + 1]:
            eyes.look(state)
        found = swaps(states[0], eyes)
        if found:
            judged += swap_changes_nothing_seen(states, seat, moment, found[rng.below(len(found))])
    return judged


def face_down_leads_look_alike(states: Sequence[State]) -> int:
    """Nobody else can tell which card of its faction was led face down; give how many leads were compared."""
    compared = 0
    for state in states:
        if state.verb != "play" or state.plays or state.is_over:
            continue
        for faction in HIDDEN_LEADS:
            leads = [action for action in state.legal_actions if faction_of(action.option) == faction]
            after = [state.apply(action) for action in leads]
            for one, other in zip(after, after[1:], strict=False):
                compared += 1
                for seat in range(state.game.players):
                    if seat != state.seat:
                        assert one.information_state(seat) == other.information_state(seat)
                        assert one.observation(seat) == other.observation(seat)
    return compared


def check_all(game: Game, seed: int, reference: str, tweaks: tuple[str, ...] = (), swap_tries: int = 6) -> int:
    """Play one game at random and check every law; give how many exchanges could be judged."""
    rng = Rng(seed).child(99)
    states = play_through(traced(game.deal(seed)), rng)
    for state in states:
        cards_are_conserved(state)
        no_card_is_in_the_trick_of_nobody(state)
        options_are_sound(state)
    last = states[-1]
    ends_within_the_stated_tricks(last)
    tricks_are_ranked_by_one_order(last)
    outcome_follows_its_own_numbers(last)
    replay_equals_play(states)
    records_replay(states, reference, tweaks, game.ruleset)
    observations_show_only_what_was_seen(states, rng.below(game.players))
    face_down_leads_look_alike(states)
    return swap_law(states, rng, swap_tries)
