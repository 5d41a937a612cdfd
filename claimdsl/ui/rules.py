"""What a person can ask of the table: the rules of this ruleset, and why something was so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from claimdsl.engine.events import Event, Moved, Ranked, RankedPlay, TrickBegan, TrickEnded
from claimdsl.engine.game import Game
from claimdsl.frozen import replace
from claimdsl.ir.labels import faction_of, parts
from claimdsl.ir.nodes import Origin
from claimdsl.ui.names import Names, standing
from claimdsl.ui.narrate import TRICK, as_seen
from claimdsl.ui.words import Words, faces_told, folded, in_language


def help_lines(game: Game, words: Words) -> Iterator[str]:
    """Explain the keys, then the powers in play and the switches."""
    label = game.cards[-1]
    faction, value = parts(label)
    short, phrase = f"{_beginning(faction, game, words)}{value}", words.speech.phrase
    yield phrase(
        "Type a card by its number in brackets or by name: {card}, clearly begun: {short}.", card=words.card(label),
        short=short,
    )
    yield phrase(
        "Other words: hand (show the table again), last (the last {trick}), why (the rule behind it, or behind a "
        "refusal), hint (a move to consider), undo (take back your last move, while nothing hidden was shown since), "
        "score, log, rules, factions, ? (this help), quit (stop; the game is kept).", trick=words.say("trick"),
    )
    yield from faction_lines(game, words)
    yield from rule_lines(game, words)


def rule_lines(game: Game, words: Words) -> Iterator[str]:
    """Name the powers in play, with the place of each, and the switches."""
    phrase = words.speech.phrase
    yield phrase("Powers, and where each stands:")
    for origin, phases in _powers(game).items():
        acts = f" ({words.speech.row(map(words.phase, phases))})" if phases else ""
        owner = words.faction(origin.faction) or phrase("table")
        power = f"{origin.power}{acts}"
        yield "  " + phrase("{owner}: {power} -- {place}", owner=owner, power=power, place=standing(origin))
    yield from _switches(game, words)


def _switches(game: Game, words: Words) -> Iterator[str]:
    for name, values in game.ruleset.options.items():
        if len(values) > 1:
            said = f"{name} ({words.say(name)})" if words.say(name) != name else name
            yield "  " + words.speech.phrase(
                "option {name}: {value} (of {values})", name=said, value=game.options[name],
                values=words.speech.row(values),
            )


def faction_lines(game: Game, words: Words) -> Iterator[str]:
    """Give a line about each faction in play."""
    for name in game.factions:
        yield _faction(game, name, words)


def _beginning(faction: str, game: Game, words: Words) -> str:
    """Give the shortest beginning, of two letters or more, that no other faction in play has."""
    title = words.faction(faction)
    others = [one for name in game.factions if name != faction for one in words.names_of(name)]
    return next(
        (title[:n] for n in range(2, len(title)) if not any(one.startswith(folded(title[:n])) for one in others)), title
    )


def _faction(game: Game, name: str, words: Words) -> str:
    held = [label for label in game.cards if faction_of(label) == name]
    spec = next(spec for spec in game.ruleset.program.factions if spec.name == name)
    about = in_language(spec.description, words.language)
    told = faces_told(spec, words.speech)
    cards = words.speech.phrases("{count} card", "{count} cards", spec.deal or len(held))
    if told:
        cards = words.speech.phrase("{cards}: {faces}", cards=cards, faces=told)
    head = f"{words.faction(name)} ({cards})"
    return words.speech.phrase("{title}: {summary}", title=head, summary=about) if about else head


def _powers(game: Game) -> dict[Origin, tuple[str, ...]]:
    """Give the powers in play, in order, with the phases that they are for; none means all."""
    found: dict[Origin, tuple[str, ...]] = {}
    for hook in game.binding.program.hooks:
        if game.binding.in_play(hook.origin.faction):
            found.setdefault(replace(hook.origin, line=0), hook.phases or ())
    return {_first(game, origin): phases for origin, phases in found.items()}


def _first(game: Game, power: Origin) -> Origin:
    """Find where a power begins."""
    return next(
        hook.origin for hook in game.binding.program.hooks if replace(hook.origin, line=0) == power
    )


def last_trick(events: Sequence[Event]) -> tuple[Event, ...]:
    """Give the events of the last finished trick."""
    ends = [index for index, event in enumerate(events) if isinstance(event, TrickEnded)]
    if not ends:
        return ()
    starts = [index for index, event in enumerate(events[: ends[-1]]) if isinstance(event, TrickBegan)]
    return tuple(events[starts[-1] : ends[-1] + 1]) if starts else ()


def why_trick(trick: Sequence[Event], names: Names) -> Iterator[str]:
    """Name the rule behind each step of a trick, with its file and line, as the reader saw it."""
    words, speech = names.words, names.words.speech
    for event in as_seen(trick, names.viewer):
        match event:
            case Ranked():
                for number, play in enumerate(event.plays, start=1):
                    yield from placed(number, play, names)
            case Moved() if event.cards and event.source != event.target and event.target.pile != TRICK:
                cards, place = words.cards(event.cards), names.place(event.target)
                yield _by(speech.phrase("{cards} to {place}", cards=cards, place=place), event.rule, names)
            case TrickEnded():
                yield _by(names.leads_next(event.next_leader), event.leader_rule, names)
            case _:
                pass


def _by(told: str, rule: Origin | None, names: Names) -> str:
    speech = names.words.speech
    return "  " + speech.paragraph((speech.sentence(told), speech.phrase("By {rule}.", rule=names.where(rule))))


def placed(place: int, play: RankedPlay, names: Names) -> Iterator[str]:
    """Tell the place of a play in the ranking, and the rules behind it."""
    phrase = names.words.speech.phrase
    head = f"{place}. {names.words.card(play.card)} ({names.who(play.seat)})"
    tier = phrase("class {number} by {rule}", number=play.tier, rule=names.where(play.tier_rule))
    strength = phrase("strength {number} by {rule}", number=play.strength, rule=names.where(play.strength_rule))
    told = [tier, strength]
    if play.worth_rule is not None and (play.strength_rule is None or not _is_one(play.worth_rule, play.strength_rule)):
        told.append(phrase("worth {number} by {rule}", number=play.worth, rule=names.where(play.worth_rule)))
    yield "  " + phrase("{play}: {reasons}", play=head, reasons=names.words.speech.groups(told))


def _is_one(rule: Origin, other: Origin) -> bool:
    """Say whether two rules are of one power."""
    return (rule.faction, rule.power) == (other.faction, other.power)
