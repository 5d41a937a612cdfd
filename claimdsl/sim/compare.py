"""Two rulesets played side by side: the same deals and the same choices, and where they part."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from claimdsl.engine.action import Action
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng, seed_of
from claimdsl.engine.game import Game
from claimdsl.engine.line_up import SetupError, line_up_fault, setup_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen
from claimdsl.sim.line_ups import some_line_ups
from claimdsl.sim.shares import Share

_LINE_UPS = 8
_COMMON = 3


class Parting(Frozen):
    """The first game that shows a difference.  `number` from 1; `move`: how many moves both had made alike.

    `what` differs: `old` under the one ruleset, `new` under the other; `here` and `there` are the finished games.
    `in_play`: false where they were played alike and only the result differs.
    """

    number: int
    seed: int
    move: int
    what: str
    old: str
    new: str
    in_play: bool
    here: State
    there: State


class Comparison(Frozen):
    """What games showed.  `note` says what kept games from being alike from the start, or ""."""

    play: Share
    result: Share
    line_ups: tuple[tuple[str, ...], ...]
    first: Parting | None
    note: str


def common_line_ups(
    one: Ruleset, other: Ruleset, players: int, concerned: frozenset[str], seed: int,
) -> tuple[tuple[str, ...], ...]:
    """Give some line-ups that are legal under both, with a concerned faction in each where that can be.

    `concerned`: the factions that changed; with "" among them the table changed, and every line-up is concerned.
    """
    rng = Rng(seed).child(9)
    default = one.default_factions(players)
    if "" in concerned or not concerned:
        found = some_line_ups((one, other), players, frozenset(), rng)
    else:
        each = [some_line_ups((one, other), players, frozenset({name}), rng) for name in sorted(concerned)]
        found = [names for some in zip_longest(*each) for names in some if names is not None]
        found = found or some_line_ups((one, other), players, frozenset(), rng)
    found.sort(key=lambda names: names != default)
    return tuple(dict.fromkeys(found))[:_LINE_UPS]


def legal_under_both(one: Ruleset, other: Ruleset, players: int, factions: tuple[str, ...]) -> str:
    """Say why a line-up cannot be compared, or "" where it can."""
    for ruleset in (one, other):
        fault = line_up_fault(ruleset.program, setup_of(ruleset.program, players), factions)
        if fault:
            return f"under '{ruleset.name}' {fault}"
    return ""


Table = tuple[Game, Game]


def compare(
    one: Ruleset, other: Ruleset, *, players: int, line_ups: tuple[tuple[str, ...], ...], games: int, seed: int,
) -> Comparison:
    """Play games under both rulesets, each line-up in its turn.

    Seats choose at random under the one; under the other they make the same choices while these are legal.
    """
    tables = [(one.game(players, names), other.game(players, names)) for names in line_ups]
    plays = results = 0
    first: Parting | None = None
    note = ""
    for parting, fault in play_both(tables, games, seed):
        note = note or fault
        if parting is not None:
            first = first or parting
            plays += parting.in_play
            results += _result(parting.here) != _result(parting.there)
    return Comparison(Share(plays, games), Share(results, games), line_ups, first, note)


def play_both(
    tables: Sequence[Table], games: int, seed: int, *, settled: bool = False,
) -> Iterator[tuple[Parting | None, str]]:
    """Play games at tables in turn; give of each where it parts, and why it was not dealt alike, or "".

    `settled`: look only when a card is to be played, and all that the last one brought about is done.
    """
    for number in range(games):
        yield _play(seed_of(seed, number), number + 1, *tables[number % len(tables)], settled)


def _play(seed: int, number: int, here: Game, there: Game, settled: bool) -> tuple[Parting | None, str]:
    """Play one deal under both; give where they part, and why they were not dealt alike."""
    start = here.deal(seed)
    start_there, fault = _dealt_alike(start, there, seed)
    mine = _to_the_end(start, _Chooser(seed, {}))
    wanted: dict[int, deque[str]] = {}
    for state, action in _choices(mine):
        wanted.setdefault(state.seat, deque()).append(str(action))
    theirs = _to_the_end(start_there, _Chooser(seed, wanted))
    looked_at = [[state for state in states if not settled or _is_settled(state)] for states in (mine, theirs)]
    found = _first_difference(*looked_at)
    if found is None:
        return None, fault
    return Parting(number, seed, *found, mine[-1], theirs[-1]), fault


def _dealt_alike(start: State, there: Game, seed: int) -> tuple[State, str]:
    packs = {pile: cards for pile, cards in start.side_decks.items() if pile in there.side_packs}
    try:
        return there.deal(seed, deck=start.deck, first_leader=start.first_leader, side_decks=packs), ""
    except SetupError as error:
        return there.deal(seed), f"the decks differ, so the cards are not the same: {error}"


def _to_the_end(state: State, chooser: _Chooser) -> list[State]:
    states = [state]
    while not state.is_over:
        state = state.apply(chooser.choose(state))
        states.append(state)
    return states


def _choices(states: list[State]) -> Iterator[tuple[State, Action]]:
    return zip(states, states[-1].history, strict=False)


class _Chooser:
    """Chooses for all seats: what each wanted to do, in its order, where that is legal, else at random."""

    def __init__(self, seed: int, wanted: dict[int, deque[str]]) -> None:
        self._seed = seed
        self._wanted = wanted
        self._streams: dict[int, Rng] = {}

    def choose(self, state: State) -> Action:
        """Choose an action."""
        actions = {str(action): action for action in state.legal_actions}
        waiting = self._wanted.get(state.seat, deque())
        found = next((text for text in waiting if text in actions), None)
        if found is not None:
            waiting.remove(found)
            return actions[found]
        if state.seat == CHANCE:
            return state.draw(state.chance())
        stream = self._streams.setdefault(state.seat, Rng(self._seed).child(state.seat))
        return state.legal_actions[stream.below(len(state.legal_actions))]


# --- comparing -------------------------------------------------------------------------------------------------------

_Facts = tuple[tuple[str, str], ...]


def _first_difference(mine: list[State], theirs: list[State]) -> tuple[int, str, str, str, bool] | None:
    """Give how many moves were alike, what differs then, both sides of it, and whether it is more than the result."""
    for here, there in zip(mine, theirs, strict=False):
        one, other = dict(_facts(here)), dict(_facts(there))
        for what in one:
            if what in other and one[what] != other[what]:
                return len(here.history), what, *_apart(one[what], other[what]), True
    for (what, old), (_, new) in zip(_result(mine[-1]), _result(theirs[-1]), strict=False):
        if old != new:
            return len(mine[-1].history), what, old, new, False
    return None


def _is_settled(state: State) -> bool:
    return state.is_over or state.is_play


def _apart(one: str, other: str) -> tuple[str, str]:
    """Shorten two lists to what only one of them has, where they have much in common."""
    mine, theirs = Counter(one.split(", ")), Counter(other.split(", "))
    if (mine & theirs).total() > _COMMON and mine != theirs:
        return _rest(mine - theirs), _rest(theirs - mine)
    return one or "none", other or "none"


def _rest(items: Counter[str]) -> str:
    return ", ".join(("...", *items.elements()))


def _facts(state: State) -> _Facts:
    """Give what can be compared at a moment, each with its name, what matters most to a reader first."""
    turn = "nobody" if state.is_over else "chance" if state.seat == CHANCE else f"seat {state.seat}"
    plays = ", ".join(f"{card} by seat {seat}" for seat, card in state.plays)
    facts = [
        ("the trick", "over" if state.is_over else f"{state.trick_number} of {state.phase}"), ("the plays", plays),
        ("who is to move", turn), ("what may be done", ", ".join(map(str, state.legal_actions))),
    ]
    for slot in state.game.layout.slots:
        owner = state.game.owner(slot)
        whose = "" if owner is None else f" of seat {owner}" if isinstance(owner, int) else f" of {owner}"
        facts.append((f"the {slot.pile}{whose}", ", ".join(state.pile(slot.pile, slot.owner))))
    return tuple(facts)


def _result(state: State) -> _Facts:
    outcome = state.outcome
    if outcome is None:
        return ()
    votes = ", ".join(map(str, outcome.votes or outcome.counts or ()))
    return ("the winners", ", ".join(f"side {side}" for side in outcome.winners)), ("the votes", votes)
