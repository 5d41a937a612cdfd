"""Understand what a person types: a number, a card by its shortest clear prefix, a whole move, or a command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from claimdsl.diagnostics.nearest import nearest
from claimdsl.engine.action import Action
from claimdsl.frozen import Frozen
from claimdsl.ir.labels import faction_of, is_card, parts, spoken
from claimdsl.ui.speech import Speech, msg
from claimdsl.ui.words import NAMES, Words, folded

COMMANDS = (
    "help", "hand", "last", "why", "hint", "undo", "log", "score", "rules", "factions", "quit",
)
LONGEST = 200
_FEW = 6
_SHORT = {"?": "help", "q": "quit"}
_CARD = re.compile(r"(.*[^ :0-9].*?)[ :]*([0-9]{1,3})")


class Question(Frozen):
    """What may be answered: the actions as they are numbered, the cards in hand, all cards, what they are called."""

    actions: tuple[Action, ...]
    hand: tuple[str, ...]
    deck: tuple[str, ...]
    words: Words = NAMES
    badges: Mapping[str, str] = {}

    def meant(self, prefix: str) -> str:
        """Give the faction of which two letters are the badge; else the letters."""
        return next((faction for faction, badge in self.badges.items() if folded(badge) == prefix), prefix)

    @property
    def verb(self) -> str:
        """Give the verb that all actions share, or "" for bare words."""
        verbs = {action.verb for action in self.actions}
        return verbs.pop() if len(verbs) == 1 else ""


class Chosen(Frozen):
    """One of the actions."""

    action: Action


class Command(Frozen):
    """A word to the table rather than a move."""

    word: str


class Refused(Frozen):
    """No answer, and why; `card` is set for a card in hand that may not be played."""

    reason: str
    card: str = ""


Answer = Chosen | Command | Refused


def understand(typed: str, question: Question) -> Answer:
    """Read one line as an answer to a question."""
    phrase = question.words.speech.phrase
    if len(typed) > LONGEST:
        return Refused(phrase("that is too long to be a move"))
    text = folded(typed)
    if not text:
        return Refused(phrase("type a number or a name, or ? for help"))
    exact = _exact(text, question.actions)
    if exact is not None:
        return Chosen(exact)
    if text in COMMANDS or text in _SHORT:
        return Command(_SHORT.get(text, text))
    rest = text.removeprefix(f"{question.verb} ") if question.verb else text
    if rest.isascii() and rest.isdecimal():
        return _numbered(rest, question.actions, question.words.speech)
    found = _faced(rest, question) or _valued(rest)
    return _word(rest, question) if found is None else _card(question.meant(found[0]), found[1], question)


def _valued(text: str) -> tuple[str, str] | None:
    """Take a text for the beginning of a faction and a number."""
    found = _CARD.fullmatch(text)
    return (found[1], str(int(found[2]))) if found else None


def _faced(text: str, question: Question) -> tuple[str, str] | None:
    """Take a text for the beginning of a faction and a face, between them a blank unless that could be all faction."""
    labels = {*question.deck, *question.hand, *(action.option for action in question.actions)}
    words = [parts(label)[1] for label in labels if is_card(label)]
    faces = {folded(word): word for word in words if not word.isdecimal()}
    for face in sorted(faces, key=len, reverse=True):
        head = text.removesuffix(face)
        prefix = head.rstrip(" :")
        if head != text and prefix and (prefix != head or not _begins(text, question)):
            return prefix, faces[face]
    return None


def _begins(text: str, question: Question) -> bool:
    """Say whether a faction, or a word that may be chosen, begins so."""
    known = [parts(label)[0] for label in question.deck] + [str(action) for action in question.actions]
    return any(name.startswith(text) for one in known for name in question.words.names_of(one))


def _exact(text: str, actions: Iterable[Action]) -> Action | None:
    return next((action for action in actions if text in (folded(str(action)), folded(spoken(str(action))))), None)


def _numbered(digits: str, actions: Sequence[Action], speech: Speech) -> Answer:
    number = int(digits)
    if 1 <= number <= len(actions):
        return Chosen(actions[number - 1])
    one = msg("there is no number {number}; only 1 may be chosen")
    more = msg("there is no number {number}; 1 to {most} may be chosen")
    return Refused(speech.phrase(one if len(actions) == 1 else more, number=number, most=len(actions)))


def _card(prefix: str, value: str, question: Question) -> Answer:
    """Find the card that a prefix and a value mean: among the options first, then the hand, then all cards."""
    words, speech, typed = question.words, question.words.speech, f"{prefix} {value}"
    options = _matching(prefix, value, (action.option for action in question.actions), words)
    if len(options) == 1:
        return Chosen(next(action for action in question.actions if action.option == options[0]))
    if len(options) > 1:
        cards = speech.either(words.card(one) for one in options)
        return Refused(speech.phrase("'{typed}' may be {cards}", typed=typed, cards=cards))
    held = _matching(prefix, value, question.hand, words)
    if len(held) == 1 and question.verb == "play":
        return Refused(speech.phrase("you may not play {card} now", card=words.card(held[0])), held[0])
    known = _matching(prefix, value, question.deck, words)
    if question.verb == "play" and len(known) == 1:
        return Refused(speech.phrase("you do not hold {card}", card=words.card(known[0])))
    if known:
        return Refused(speech.phrase("'{typed}' is not among the cards you may choose", typed=typed))
    none = speech.phrase("there is no card '{typed}' in this game", typed=typed)
    return Refused(_meaning(none, _meant(prefix, value, question), speech))


def _meaning(reason: str, meant: str, speech: Speech) -> str:
    """Ask for what was meant, where there is something near."""
    return speech.phrase("{reason}; did you mean {meant}?", reason=reason, meant=meant) if meant else reason


def _matching(prefix: str, value: str, labels: Iterable[str], words: Words) -> list[str]:
    """Give the cards of that value or face whose faction begins so; a whole name or title means only that faction."""
    called = {
        label: words.names_of(faction_of(label)) for label in sorted(set(labels))
        if is_card(label) and parts(label)[1] == value
    }
    whole = [label for label, names in called.items() if prefix in names]
    return whole or [label for label, names in called.items() if any(name.startswith(prefix) for name in names)]


def _meant(prefix: str, value: str, question: Question) -> str:
    """Give what may be meant: the face of that value, or a faction that is called nearly so."""
    words = question.words
    faced = [label for label in question.deck if words.values.get(label) == int(value)] if value.isdecimal() else []
    meant = next((label for label in faced if any(n.startswith(prefix) for n in words.names_of(faction_of(label)))), "")
    if meant:
        return words.card(meant)
    factions = sorted({faction_of(label) for label in question.deck})
    known = [name for faction in factions for name in question.words.names_of(faction)]
    return "" if any(name.startswith(prefix) for name in known) else nearest(prefix, known) or ""


def _word(text: str, question: Question) -> Answer:
    """Find the one option that begins so: a word, or a faction of which one card may be chosen."""
    words, speech = question.words, question.words.speech
    called = {action: _spoken(action, words) for action in sorted(set(question.actions), key=str)}
    found = [action for action, names in called.items() if any(name.startswith(text) for name in names)]
    if len(found) == 1:
        return Chosen(found[0])
    if len(found) > _FEW:
        many, value = msg("'{typed}' may be any of {count} cards: add a {value}"), words.say("value")
        return Refused(speech.phrase(many, typed=text, count=len(found), value=value))
    if found:
        either = speech.either(words.card(one.option) if one.option else words.say(one.verb) for one in found)
        return Refused(speech.phrase("which one: {cards}?", cards=either))
    held = _held(text, question)
    if held:
        return Refused(speech.phrase("you may not play {card} now", card=words.card(held)), held)
    lacking = _lacking(text, question)
    if lacking:
        return Refused(speech.phrase("you hold no {faction}", faction=words.faction(lacking)))
    known = [*COMMANDS, *(name.rstrip("0123456789: ") for names in called.values() for name in names)]
    near = nearest(text, known) if len(text) < 40 else None
    if near:
        return Refused(_meaning(speech.phrase("that is neither a card nor a command"), near, speech))
    return Refused(speech.phrase("that is neither a card nor a command; ? for help"))


def _lacking(text: str, question: Question) -> str:
    """Give the one faction of the game that begins so, where a card is to be played and none of it is held."""
    factions = {faction_of(label) for label in question.deck if is_card(label)} if question.verb == "play" else set()
    meant = [each for each in factions if any(name.startswith(text) for name in question.words.names_of(each))]
    return meant[0] if len(meant) == 1 else ""


def _held(text: str, question: Question) -> str:
    """Give the first card in hand whose faction begins so, where one is to be played."""
    cards = sorted(filter(is_card, question.hand)) if question.verb == "play" else []
    called = ((card, question.words.names_of(faction_of(card))) for card in cards)
    return next((card for card, names in called if any(name.startswith(text) for name in names)), "")


def _spoken(action: Action, words: Words) -> tuple[str, ...]:
    """Give what may be typed for an action beside its verb."""
    if not action.option:
        return action.verb, folded(words.say(action.verb))
    return action.option, folded(words.card(action.option))
