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
from claimdsl.ui.speech import both, msg
from claimdsl.ui.text import capital, padded, width_of

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
    speech, word = names.words.speech, capital(names.words.many("vote"))
    yield speech.phrase("{votes} now ({sides}): {factions}.", votes=word, sides=head, factions=speech.row(told))


def piles(seen: Observation, scored: str, names: Names) -> Iterator[str]:
    """Say what lies on the table beside hands and scored piles."""
    told: list[str] = []
    for view in seen.piles:
        if view.size and view.pile not in _QUIET and view.pile != scored:
            told.append(pile(view, names, _contents(view, names)))
    speech = names.words.speech
    if told:
        yield speech.phrase("{piles}: {list}.", piles=capital(names.words.many("pile")), list=speech.groups(told))
    told = [*states(seen, names)]
    if told:
        yield speech.phrase("State: {list}.", list=speech.groups(told))


def pile(view: PileView, names: Names, held: str) -> str:
    """Name a pile and what lies in it, as `held` says."""
    pile, owner = names.words.say(view.pile), view.owner
    match owner:
        case int():
            return names.says(owner, msg("your {pile} {cards}"), msg("{who}'s {pile} {cards}"), pile=pile, cards=held)
        case str():
            of = names.words.card(owner)
            return names.words.speech.phrase("{pile} of {card} {cards}", pile=pile, card=of, cards=held)
        case None:
            return f"{pile} {held}"


def states(seen: Observation, names: Names) -> Iterator[str]:
    """Name the states that screens tell, with their values."""
    return (_state(view, names) for view in seen.states if view.state not in names.words.untold)


def _state(view: StateView, names: Names) -> str:
    state, value = names.words.key(view.state), names.state(view.state, view.value)
    if view.owner is None:
        return f"{state} {value}"
    return names.says(view.owner, msg("your {state} {value}"), msg("{who}'s {state} {value}"), state=state, value=value)


def _contents(view: PileView, names: Names) -> str:
    known = [label for label in view.cards if label != HIDDEN]
    unseen = view.size - len(known)
    if not known:
        return f"({unseen})"
    cards = names.words.grouped(known)
    one, more = both("{cards} and {count} unseen", "{cards} and {count} unseen")
    return names.words.speech.phrases(one, more, unseen, cards=cards) if unseen else cards


def plays(seen: Observation, names: Names) -> Iterator[str]:
    """Say what was played to the trick so far."""
    if seen.plays:
        speech = names.words.speech
        told = speech.listed(f"{names.words.card(label)} ({names.who(seat)})" for seat, label in seen.plays)
        yield speech.phrase("On the table: {cards}.", cards=told)


def powers(rules: Sequence[Origin], names: Names) -> Iterator[str]:
    """Name the powers that are asked in a phase."""
    speech = names.words.speech
    told = speech.row(
        speech.phrase("{faction}: {power}", faction=names.words.faction(rule.faction), power=rule.power)
        for rule in rules
    )
    yield speech.phrase("Powers that act now: {powers}.", powers=told) if told else speech.phrase("No power acts now.")


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
