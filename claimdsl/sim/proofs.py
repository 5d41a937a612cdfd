"""Games as proofs of findings about play: two orders of one meeting that part ways, a vote that nobody has."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from functools import partial
from typing import TypeVar

from claimdsl.engine.action import Action
from claimdsl.engine.chance import Rng
from claimdsl.engine.line_up import line_up_fault, setup_of
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen, replace
from claimdsl.ir import nodes
from claimdsl.ir.facts import free_places
from claimdsl.play.match import header
from claimdsl.play.record import Record
from claimdsl.semantics.company import Company
from claimdsl.semantics.meetings import Meeting

MOST_GAMES = 300
_LINE_UPS = 6
_TRIES = 200
T = TypeVar("T")
_View = tuple[tuple[str, str], ...]


class Proof(Frozen):
    """A finished game and where in it to look; `what` says what there is to see."""

    record: Record
    phase: str
    trick: int
    what: str


class _Table(Frozen):
    """One kind of game: player count, line-up and options."""

    players: int
    factions: tuple[str, ...]
    options: tuple[tuple[str, str], ...]


class _Wanted(Frozen):
    """Factions that are to be in play, the player counts that are possible, and factions to do without if it can be."""

    factions: frozenset[str]
    counts: frozenset[int]
    avoided: frozenset[str]


def prove_meeting(program: nodes.Program, meeting: Meeting, reference: str, seed: int = 0) -> Proof | None:
    """Find a game that goes on otherwise when the first rule of a meeting has the last word.

    Both orders are played with the same deal and the same choices, at most MOST_GAMES times.  None: no game differs.
    """
    as_it_is, turned = Ruleset(program), Ruleset(_turned(program, meeting))
    one, other = program.hooks[meeting.first], program.hooks[meeting.second]
    tables = list(_tables(program, _meeting(program, one, other), Rng(seed)))
    for number, table in enumerate(tables):
        here, there = (
            ruleset.game(table.players, table.factions, dict(table.options)) for ruleset in (as_it_is, turned)
        )
        for each in range(MOST_GAMES // len(tables)):
            deal = seed + each * len(tables) + number
            found = _parting(here.deal(deal, follow=True), there.deal(deal, follow=True), deal)
            if found is not None:
                return _proof(*found, reference, deal)
    return None


def prove_lost(program: nodes.Program, faction: str, reference: str, seed: int = 0) -> Proof | None:
    """Play one game with a faction that nobody can win to its end."""
    wanted = _Wanted(frozenset((faction,)), Company(program).counts(faction), frozenset())
    for table in _tables(program, wanted, Rng(seed)):
        game = Ruleset(program).game(table.players, table.factions, dict(table.options))
        last = _to_the_end(game.deal(seed), seed)
        vote = next((vote for vote in last.tally() if vote.faction == faction), None)
        if vote is not None and vote.side is None:
            record = replace(header(last, reference, seed=seed), moves=tuple(str(action) for action in last.history))
            return Proof(record, last.phase, last.trick_number, f"nobody has the vote of the {faction}")
    return None


def _turned(program: nodes.Program, meeting: Meeting) -> nodes.Program:
    """Give the first rule of a meeting the last word among those of its priority."""
    hook = program.hooks[meeting.first].hook
    rules = tuple(
        replace(rule, priority=2 * rule.priority + (number == meeting.first)) if rule.hook == hook else rule
        for number, rule in enumerate(program.hooks)
    )
    return replace(program, hooks=rules)


# --- tables ----------------------------------------------------------------------------------------------------------


def _meeting(program: nodes.Program, one: nodes.HookRule, other: nodes.HookRule) -> _Wanted:
    """Want both rules in play, and no third one of their hook and priority."""
    counts = Company(program).counts(one.origin.faction, other.origin.faction)
    for rule in (one, other):
        counts = counts if rule.player_counts is None else counts & set(rule.player_counts)
    peers = (rule for rule in program.hooks if (rule.hook, rule.priority) == (one.hook, one.priority))
    both = frozenset((one.origin.faction, other.origin.faction))
    return _Wanted(both, counts, frozenset(rule.origin.faction for rule in peers))


def _tables(program: nodes.Program, wanted: _Wanted, rng: Rng) -> Iterator[_Table]:
    """Give some kinds of game, at first with default options."""
    found: list[_Table] = []
    for turn in range(_LINE_UPS):
        for players in sorted(wanted.counts):
            factions = _line_up(program, players, wanted, rng)
            table = None if factions is None else _Table(players, factions, _options(program, turn, rng))
            if table is not None and table not in found and len(found) < _LINE_UPS:
                found.append(table)
                yield table


def _line_up(program: nodes.Program, players: int, wanted: _Wanted, rng: Rng) -> tuple[str, ...] | None:
    """Find a legal line-up with the wanted factions, if possible without the unwanted ones."""
    setup = setup_of(program, players)
    paired = {name for pair in program.pairs for name in pair}
    free = [faction.name for faction in program.factions if faction.name not in paired]
    for turn in range(_TRIES):
        avoided = wanted.avoided if turn < _TRIES // 2 else frozenset()
        pairs = sorted(_shuffled(list(program.pairs), rng), key=wanted.factions.isdisjoint)[: setup.pairs]
        others = sorted(_shuffled(free, rng), key=partial(_urgency, wanted.factions, avoided))
        chosen = (*(name for pair in pairs for name in pair), *others[: free_places(setup.free, pairs)])
        if wanted.factions <= set(chosen) and not line_up_fault(program, setup, chosen):
            return chosen
    return None


def _urgency(wanted: frozenset[str], avoided: frozenset[str], name: str) -> tuple[bool, bool]:
    return name not in wanted, name in avoided


def _options(program: nodes.Program, turn: int, rng: Rng) -> tuple[tuple[str, str], ...]:
    if turn == 0:
        return ()
    return tuple(
        (option.name, option.values[rng.below(len(option.values))]) for option in program.options if not option.fixed
    )


def _shuffled(items: list[T], rng: Rng) -> list[T]:
    order = list(range(len(items)))
    rng.shuffle(order)
    return [items[place] for place in order]


# --- playing ---------------------------------------------------------------------------------------------------------


def _parting(here: State, there: State, seed: int) -> tuple[State, State, State] | None:
    """Play on in both orders; give the state before the play after which they differ, and the two after it."""
    before = here
    while True:
        here, there = _to_a_play(here, seed), _to_a_play(there, seed)
        if _view(here) != _view(there):
            return before, here, there
        if here.is_over:
            return None
        before, action = here, _choice(here, seed)
        here, there = here.apply(action), there.apply(action)


def _to_a_play(state: State, seed: int) -> State:
    while not state.is_over and not state.is_play:
        state = state.apply(_choice(state, seed))
    return state


def _to_the_end(state: State, seed: int) -> State:
    while not state.is_over:
        state = state.apply(_choice(state, seed))
    return state


def _choice(state: State, seed: int) -> Action:
    """Choose by what there is to choose and nothing else, so that both orders choose alike."""
    actions = state.legal_actions
    asked = f"{seed} {state.phase} {state.trick_number} {state.seat} {' '.join(map(str, actions))}"
    return actions[zlib.crc32(asked.encode()) % len(actions)]


def _view(state: State) -> _View:
    """Give all that may differ, each thing with its name: the piles, the states, who plays and what he may play."""
    piles = [
        (f"{_named(slot.pile, owner)}", " ".join(state.pile(slot.pile, slot.owner)))
        for slot in state.game.layout.slots if (owner := state.game.owner(slot)) is not None or slot.owner is None
    ]
    states = [(_named(view.state, view.owner), str(view.value)) for view in state.observation(0).states]
    turn = [("who plays", str(state.seat)), ("what may be played", " ".join(map(str, state.legal_actions)))]
    phase = [("the trick", f"{state.trick_number} of {state.phase}")]
    return (*piles, *states, *phase, *turn)


def _named(what: str, owner: int | str | None) -> str:
    return what if owner is None else f"{what} of {owner}"


def _proof(before: State, here: State, there: State, reference: str, seed: int) -> Proof:
    name, mine, theirs = next(
        (name, mine, theirs) for (name, mine), (_, theirs) in zip(_view(here), _view(there), strict=True)
        if mine != theirs
    )
    what = f"{name}: {mine or '-'}; the other way round: {theirs or '-'}"
    last = _to_the_end(here, seed)
    record = replace(
        header(last, reference, seed=seed), moves=tuple(str(action) for action in last.history),
        comments={str(max(0, len(here.history) - 1)): what},
    )
    return Proof(record, before.phase, before.trick_number, what)
