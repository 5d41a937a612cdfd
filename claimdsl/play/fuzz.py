"""Random games of a ruleset against the laws; the first that breaks one is made as small as can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from claimdsl.diagnostics.errors import ClaimError
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.position import HAND, Owner, Wanted, position
from claimdsl.engine.ruleset import Ruleset
from claimdsl.engine.state import State
from claimdsl.frozen import Frozen, replace
from claimdsl.play.laws import LAWS, Law

LONGEST = 5_000
"""Unit: moves; a game that has not ended then does not end."""

_Choice = Callable[[State], str]
_PLAIN_GAMES, _MORE_GAMES, _MOST_CUTS = 6, 40, 400


class Case(Frozen):
    """A game to play again: how it is set up and dealt, where it begins if not with the deal, and its moves."""

    players: int
    factions: tuple[str, ...]
    options: Mapping[str, str]
    seed: int
    placed: Wanted | None
    moves: tuple[str, ...]


class Fault(Frozen):
    """A broken law, what is wrong, and after how many moves that shows."""

    law: str
    text: str
    made: int


class Found(Frozen):
    """A broken law and a small game that breaks it."""

    ruleset: Ruleset
    case: Case
    fault: Fault


def fuzz(ruleset: Ruleset, games: int, seed: int, laws: Sequence[Law] = LAWS) -> Found | None:
    """Play games of all player counts, line-ups and options at random; give the first broken law, made small."""
    line_ups = {players: ruleset.line_ups(players) for players in ruleset.player_counts}
    for number in range(games):
        rng = Rng(seed, number)
        players = ruleset.player_counts[rng.below(len(ruleset.player_counts))]
        factions = line_ups[players].drawn(rng) if rng.below(2) else ruleset.default_factions(players)
        options = {
            name: values[rng.below(len(values)) if rng.below(2) else 0] for name, values in ruleset.options.items()
        }
        case = Case(players, factions, options, seed * games + number, None, ())
        case, fault = play_out(ruleset, case, laws)
        if fault is not None:
            return Found(ruleset, *_smaller(ruleset, case, fault, laws))
    return None


# --- playing ---------------------------------------------------------------------------------------------------------


def begin(ruleset: Ruleset, case: Case) -> State:
    """Set a case up."""
    game = ruleset.game(case.players, case.factions, case.options)
    if case.placed is None:
        return game.deal(case.seed, first_leader=0, follow=True)
    return position(game.deal(case.seed), case.placed, case.seed)


def play_out(ruleset: Ruleset, case: Case, laws: Sequence[Law]) -> tuple[Case, Fault | None]:
    """Play a case at random until a law is broken or it ends; give it with its moves."""
    rng = Rng(case.seed).child(5)
    moves: list[str] = []

    def choose(state: State) -> str:
        options = state.legal_actions
        moves.append(str(state.draw(rng) if state.seat == CHANCE else options[rng.below(len(options))]))
        return moves[-1]

    fault = _follow(ruleset, case, laws, choose)
    return replace(case, moves=tuple(moves)), fault


def check(ruleset: Ruleset, case: Case, laws: Sequence[Law] = LAWS) -> Fault | None:
    """Play a case by its moves; None where it breaks no law or cannot be played."""
    left = list(case.moves)
    try:
        return _follow(ruleset, case, laws, lambda _: left.pop(0) if left else "")
    except ClaimError:
        return None


def _follow(ruleset: Ruleset, case: Case, laws: Sequence[Law], choose: _Choice) -> Fault | None:
    state = begin(ruleset, case)
    states = [state]
    while True:
        made = len(states) - 1
        for law in laws:
            text = law.of_state(state) if law.of_state is not None else ""
            if text:
                return Fault(law.name, text, made)
        if state.is_over or made >= LONGEST:
            break
        move = choose(state)
        if not move:
            return None
        try:
            state = state.apply(move)
        except ClaimError:
            raise
        except Exception as error:  # whatever a printed program raises is a broken promise of ours
            return Fault("a game does not break off", f"{type(error).__name__}: {error}", made + 1)
        states.append(state)
    if not state.is_over:
        return Fault("a game ends", f"it has not ended after {LONGEST} moves", made)
    return None if case.placed is not None else _game_fault(states, laws)


def _game_fault(states: Sequence[State], laws: Sequence[Law]) -> Fault | None:
    for law in laws:
        text = law.of_game(states) if law.of_game is not None else ""
        if text:
            return Fault(law.name, text, len(states) - 1)
    return None


# --- making it small -------------------------------------------------------------------------------------------------


def _smaller(ruleset: Ruleset, case: Case, fault: Fault, laws: Sequence[Law]) -> tuple[Case, Fault]:
    """Look for a plainer game, then for a shorter one, then for a single trick, then leave out cards."""
    best = _plainest(ruleset, replace(case, moves=case.moves[: fault.made]), fault, laws)
    for more in range(1, _MORE_GAMES):
        best = _better(ruleset, best, replace(best[0], seed=case.seed + more, placed=None), laws)
    for trick in _last_tricks(ruleset, best[0]):
        found = check(ruleset, trick, laws)
        if found is not None and found.law == fault.law:
            return _fewer_cards(ruleset, trick, found, laws)
    return best


def _better(ruleset: Ruleset, best: tuple[Case, Fault], case: Case, laws: Sequence[Law]) -> tuple[Case, Fault]:
    """Play a case out and keep it if it breaks the same law after no more moves."""
    played, fault = play_out(ruleset, replace(case, moves=()), laws)
    if fault is None or fault.law != best[1].law or fault.made > best[1].made:
        return best
    return replace(played, moves=played.moves[: fault.made]), fault


def _plainest(ruleset: Ruleset, case: Case, fault: Fault, laws: Sequence[Law]) -> tuple[Case, Fault]:
    """Look for a game of fewer players, the default line-up and default options that breaks the same law."""
    for plainer in _plainer(ruleset, case):
        for more in range(_PLAIN_GAMES):
            played, found = play_out(ruleset, replace(plainer, seed=case.seed + more, moves=()), laws)
            if found is not None and found.law == fault.law:
                return replace(played, moves=played.moves[: found.made]), found
    return case, fault


def _plainer(ruleset: Ruleset, case: Case) -> Iterator[Case]:
    """Give plainer cases, the plainest first."""
    plain = {name: values[0] for name, values in ruleset.options.items()}
    for players in sorted({min(ruleset.player_counts), case.players}):
        yield replace(case, players=players, factions=ruleset.default_factions(players), options=plain)
    yield replace(case, options=plain)
    yield replace(case, factions=ruleset.default_factions(case.players))
    for name, value in case.options.items():
        if value != plain[name]:
            yield replace(case, options={**case.options, name: plain[name]})


def _last_tricks(ruleset: Ruleset, case: Case) -> Iterator[Case]:
    """Give positions at the beginnings of the last tricks, the latest first, with the moves from there."""
    state, starts = begin(ruleset, case), []
    for number, move in enumerate(case.moves):
        if state.is_play and not state.plays:
            starts.append((number, _as_position(state)))
        if number + 1 < len(case.moves):
            state = state.apply(move)
    for number, wanted in starts[: -4 : -1]:
        yield replace(case, placed=wanted, moves=case.moves[number:])


def _as_position(state: State) -> Wanted:
    game, v = state.game, state.frame()
    shown = {pile for pile, _ in game.binding.packs}
    piles: dict[tuple[str, Owner], tuple[str, ...]] = {
        (slot.pile, game.owner(slot)): game.labels_in(v, slot) for slot in game.layout.slots
        if slot.pile not in shown and slot.pile != "discard"
    }
    states = {
        (spec.name, owner): value for spec in game.binding.states
        for owner, value in _values(game, v, spec.name, spec.of == "player")
    }
    return Wanted(state.phase, state.trick_number, state.leader, piles, states)


def _values(game: Game, v: Sequence[int | tuple[int, ...]], name: str, each: bool) -> Iterator[tuple[int | None, int]]:
    start = game.layout.states[name]
    for index in range(game.players if each else 1):
        value = v[start + index]
        assert isinstance(value, int)
        yield (index if each else None), value


def _fewer_cards(ruleset: Ruleset, case: Case, fault: Fault, laws: Sequence[Law]) -> tuple[Case, Fault]:
    """Leave out whole piles, then single cards, as long as the law stays broken."""
    best, cuts = (replace(case, moves=case.moves[: fault.made]), fault), 0
    changed = True
    while changed and cuts < _MOST_CUTS:
        changed = False
        for less in _cuts(best[0]):
            cuts += 1
            found = check(ruleset, less, laws)
            if found is not None and found.law == fault.law and found.made <= best[1].made:
                best, changed = (replace(less, moves=less.moves[: found.made]), found), True
                break
            if cuts >= _MOST_CUTS:
                break
    return best


def _cuts(case: Case) -> Iterator[Case]:
    wanted = case.placed
    if wanted is None:
        return
    for place, cards in wanted.piles.items():
        if place[0] != HAND:
            yield replace(case, placed=replace(wanted, piles={k: v for k, v in wanted.piles.items() if k != place}))
        for half in (cards[len(cards) // 2 :], cards[: len(cards) // 2]) if len(cards) > 1 else ():
            yield replace(case, placed=replace(wanted, piles={**wanted.piles, place: half}))
    for place, cards in wanted.piles.items():
        for index in range(len(cards) if len(cards) > 1 else 0):
            fewer = cards[:index] + cards[index + 1 :]
            yield replace(case, placed=replace(wanted, piles={**wanted.piles, place: fewer}))
