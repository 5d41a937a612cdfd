"""The table as one seat sees it, in lines: votes, piles, the trick so far, the hand, and what may be done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from claimdsl.engine.action import Action
from claimdsl.engine.events import HIDDEN
from claimdsl.engine.observation import Observation, PileView, StateView
from claimdsl.engine.outcome import FactionResult
from claimdsl.ir.labels import parts
from claimdsl.ir.nodes import Origin
from claimdsl.ui.names import Names
from claimdsl.ui.text import capital, listed, padded, plural, width_of

_QUIET = frozenset({"hand", "discard"})


def votes(tally: Sequence[FactionResult], sides: tuple[tuple[int, ...], ...], names: Names) -> Iterator[str]:
    """Say how each faction stands now."""
    if not any(any(one.counts) for one in tally):
        return
    order = sorted(range(len(sides)), key=lambda side: (names.viewer not in sides[side], side))
    head = " : ".join(names.side(sides[side]) for side in order)
    told = [
        f"{names.words.faction(one.faction)} {':'.join(str(one.counts[side]) for side in order)}"
        + ("" if one.side is None else f" ({names.side(sides[one.side])})")
        for one in tally
        if any(one.counts)
    ]
    yield f"{capital(plural(names.words.say('vote')))} now ({head}): {', '.join(told)}."


def piles(seen: Observation, scored: str, names: Names) -> Iterator[str]:
    """Say what lies on the table beside hands and scored piles."""
    told: list[str] = []
    for view in seen.piles:
        if view.size and view.pile not in _QUIET and view.pile != scored:
            told.append(f"{_pile_name(view, names)} {_contents(view, names)}")
    if told:
        yield f"{capital(plural(names.words.say('pile')))}: {'; '.join(told)}."
    states = [_state(view, names) for view in seen.states]
    if states:
        yield f"State: {'; '.join(states)}."


def _pile_name(view: PileView, names: Names) -> str:
    pile = names.words.say(view.pile)
    match view.owner:
        case int():
            return f"{names.whose(view.owner)} {pile}"
        case str():
            return f"{pile} of {names.words.card(view.owner)}"
        case None:
            return pile


def _state(view: StateView, names: Names) -> str:
    owner = "" if view.owner is None else f"{names.whose(view.owner)} "
    return f"{owner}{view.state} {names.state(view.state, view.value)}"


def _contents(view: PileView, names: Names) -> str:
    known = [label for label in view.cards if label != HIDDEN]
    unseen = view.size - len(known)
    if not known:
        return f"({unseen})"
    return f"{names.words.grouped(known)} and {unseen} unseen" if unseen else names.words.grouped(known)


def plays(seen: Observation, names: Names) -> Iterator[str]:
    """Say what was played to the trick so far."""
    if seen.plays:
        yield f"On the table: {listed(f'{names.words.card(label)} ({names.who(seat)})' for seat, label in seen.plays)}."


def powers(rules: Sequence[Origin], names: Names) -> Iterator[str]:
    """Name the powers that are asked in a phase."""
    told = [f"{names.words.faction(rule.faction)}: {rule.power}" for rule in rules]
    yield f"Powers that act now: {', '.join(told) or 'none'}."


def hand(
    held: Sequence[str], actions: Sequence[Action], names: Names, badges: Mapping[str, str]
) -> Iterator[tuple[str, list[str]]]:
    """List the hand: each faction with badge and values; in brackets the number to type for what may be played now."""
    numbers = {action.option: number for number, action in enumerate(actions, start=1) if action.verb == "play"}
    by_faction: dict[str, list[str]] = {}
    for label, times in sorted(Counter(held).items(), key=lambda pair: names.words.place(pair[0])):
        faction, value = parts(label)
        many = f"{value} x{times}" if times > 1 else value
        by_faction.setdefault(faction, []).append(f"{many} [{numbers[label]}]" if label in numbers else many)
    titles = {faction: names.words.faction(faction) for faction in by_faction}
    widest = max(map(width_of, titles.values()), default=0)
    for faction, values in by_faction.items():
        yield f"  {badges.get(faction, '--')} {padded(titles[faction], widest)}", values


def options(actions: Sequence[Action], names: Names) -> Iterator[str]:
    """List the options that are no plays, numbered."""
    for number, action in enumerate(actions, start=1):
        if action.verb != "play":
            yield f"  [{number}] {names.choice(action.verb, action.option)}"
