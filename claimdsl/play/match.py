"""Drive a game: a state, who decides at each seat, the chance of one seed, and the journal it is kept in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from claimdsl.diagnostics.errors import ClaimError, UnreadableError
from claimdsl.engine.action import Action
from claimdsl.engine.board import CHANCE
from claimdsl.engine.chance import Rng
from claimdsl.engine.game import Game
from claimdsl.engine.observation import Observation
from claimdsl.engine.state import State
from claimdsl.engine.stop import Stop
from claimdsl.frozen import Frozen, replace
from claimdsl.play.journal import Journal
from claimdsl.play.record import Record

if TYPE_CHECKING:
    from claimdsl.engine.loose import Loose


class Outlook(Frozen):
    """What all can tell of a play before it is made.

    `ranking`: seats of the plays so far and this one, strongest first; empty where it cannot be told.
    `complete`: it is the last play of the trick.  `goes`: then, its cards that go to scored piles, with the seat.
    What a play sets off is left out.
    """

    ranking: tuple[int, ...]
    complete: bool
    goes: tuple[tuple[str, int], ...]


class Worlds(Protocol):
    """States that a seat could be in, drawn from all that it cannot rule out."""

    def draw(self, rng: Rng, stop: Stop | None = None) -> State:
        """Draw one.

        Raises: NoDealError where none was found, or not before it was to stop.
        """
        ...

    def loose(self, world: State) -> Loose:
        """Say which hidden cards of a drawn world may change places, which makes it another that is as likely."""
        ...


def _never() -> bool:
    return False


class View(Frozen):
    """What a seat decides from: what it sees, what it may do, and what each play would bring as far as all can tell.

    `imagine` gathers what the seat knows, until it is to stop, and gives states that agree with it: the one it is in is
    not told apart.
    `stop` says when nobody waits for an answer any more.
    """

    game: Game
    seen: Observation
    actions: tuple[Action, ...]
    foresee: Callable[[Action], Outlook]
    imagine: Callable[[Stop | None], Worlds]
    stop: Callable[[], bool] = _never


class Agent(Protocol):
    """Something that decides for a seat; it is never given the state."""

    def choose(self, view: View, rng: Rng) -> Action:
        """Choose one of the view's actions."""
        ...


def view_of(state: State, stop: Callable[[], bool] = _never) -> View:
    """Give the view of the seat that is to decide."""
    return View(
        state.game, state.observation(state.seat), state.legal_actions, lambda action: _outlook(state, action),
        lambda limit: _worlds(state, limit), stop,
    )


def stream_of(seed: int, state: State) -> Rng:
    """Give the stream for a decision of an agent: each its own, so that a game that is resumed goes on as it would."""
    return Rng(Rng(seed).child(state.seat).next()).child(len(state.history))


def _worlds(state: State, stop: Stop | None) -> Worlds:
    from claimdsl.engine.determinize import Determinizer

    return Determinizer(state, state.seat, exact=False, stop=stop)


def _outlook(state: State, action: Action) -> Outlook:
    """Look ahead by one play, and keep what follows from what lies open."""
    if action.verb != "play":
        return Outlook((), len(state.plays) == state.game.players - 1, ())
    seen = state.foresee(action)
    return Outlook(seen.ranking, seen.complete, tuple((state.game.label(card), seat) for card, seat in seen.goes))


class HaltedError(ClaimError):
    """A match was left while an agent thought; it has made no move."""


class Match:
    """A game under way.  A seat without an agent is decided from outside, by `play`."""

    def __init__(
        self, state: State, agents: Sequence[Agent | None], seed: int, journal: Journal | None = None,
        lost: Callable[[str], None] | None = None, since: Sequence[State] = (),
    ) -> None:
        """Sit down; where `lost` is given it is told that the journal failed, and the game goes on without.

        `since`: the states after each move that was made before.
        Shape: one agent or None a seat.
        """
        self._states = [state, *since]
        self._agents = tuple(agents)
        self._seed = seed
        self._journal = journal
        self._lost = lost
        self._is_halted = False

    @property
    def state(self) -> State:
        """Give the state that the game is in."""
        return self._states[-1]

    @property
    def states(self) -> Sequence[State]:
        """Give every state since the match began, the last one the present."""
        return self._states

    def play(self, action: Action) -> State:
        """Make a move for the seat whose turn it is; it is written down before anything else happens.

        Raises: IllegalActionError where it may not be made; UnreadableError where it cannot be written.
        """
        after = self.state.apply(action)
        self._keep(lambda journal: journal.add(str(action)))
        self._states.append(after)
        return after

    def take_back(self, count: int) -> None:
        """Take back the last moves; that is written down as well.

        Raises: UnreadableError where it cannot be written.
        """
        if count not in range(1, len(self._states)):
            raise ClaimError(f"{count} moves cannot be taken back; {len(self._states) - 1} were made")
        self._keep(lambda journal: journal.take_back(count))
        del self._states[-count:]

    def _keep(self, write: Callable[[Journal], None]) -> None:
        if self._journal is None:
            return
        try:
            write(self._journal)
        except UnreadableError as error:
            if self._lost is None:
                raise
            self._journal = None
            self._lost(str(error))

    @property
    def is_kept(self) -> bool:
        """Say whether every move so far is written down."""
        return self._journal is not None

    def halt(self) -> None:
        """Let nobody think any longer; any thread may say so."""
        self._is_halted = True

    def is_halted(self) -> bool:
        """Say whether whoever thinks is to stop."""
        return self._is_halted

    def step(self) -> bool:
        """Let chance or an agent make one move; say False where a seat without an agent is to move, or none is.

        Raises: HaltedError where the match was halted meanwhile.
        """
        state = self.state
        if state.is_over:
            return False
        if state.seat == CHANCE:
            self.play(state.draw(state.chance()))
            return True
        agent = self._agents[state.seat]
        if agent is None:
            return False
        action = agent.choose(view_of(state, self.is_halted), stream_of(self._seed, state))
        if self._is_halted:
            raise HaltedError("the game was left while others thought")
        self.play(action)
        return True

    def run(self) -> Iterator[State]:
        """Run through the states until a seat without an agent is to move or the game is over."""
        while self.step():
            yield self.state

    @property
    def moves(self) -> tuple[str, ...]:
        """Give the moves so far, as in a record."""
        return tuple(str(action) for action in self.state.history)

    def finish(self, header: Record) -> None:
        """Close the journal: into one record if the game is over.

        Raises: UnreadableError where it cannot be written.
        """
        if self._journal is not None:
            self._journal.close(replace(header, moves=self.moves) if self.state.is_over else None)


def header(
    state: State, reference: str, *, tweaks: tuple[str, ...] = (), seed: int | None = None,
    agents: tuple[str, ...] = (), date: str = "", tool: str = "claimdsl",
) -> Record:
    """Make the record of a game that has just been dealt, without moves."""
    game = state.game
    usual = {name: values[0] for name, values in game.ruleset.options.items()}
    return Record(
        ruleset=reference, players=game.players, first_leader=state.first_leader, deck=state.deck,
        factions=game.factions,
        options={name: value for name, value in game.options.items() if usual.get(name) != value},
        side_decks=dict(state.side_decks), with_=tweaks, ruleset_sha256=game.ruleset.digest, seed=seed,
        agents=agents, date=date, tool=tool,
    )
