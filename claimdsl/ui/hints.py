"""A hint in words: one sentence of facts."""

from __future__ import annotations

from typing import assert_never

from claimdsl.ai.hints import Ahead, Behind, Ends, Fact, Hint, OnlyMove, Opens, Prizes, Tried, Vote, WorkedOut
from claimdsl.ui.names import Names
from claimdsl.ui.speech import msg


def sentence_of(found: Hint, names: Names) -> str:
    """Say what speaks for the move."""
    speech = names.words.speech
    said = [_said(fact, names) for fact in found.facts]
    joined = said[0] if len(said) == 1 else speech.phrase("{first}; {second}", first=said[0], second=said[1])
    return speech.sentence(joined)


def behind_of(found: Hint, names: Names) -> str:
    """Name the runner-up and how far it is behind; nothing where there is none."""
    other = found.runner_up
    if other is None:
        return ""
    speech = names.words.speech
    move = names.choice(other.action.verb, other.action.option)
    less = round(100 * (found.best.value - other.value))
    if less <= 0:
        return speech.sentence(speech.phrase("as good: {move}", move=move))
    return speech.sentence(speech.phrases(
        "next: {move}, {count} percentage point less", "next: {move}, {count} percentage points less", less, move=move,
    ))


def _said(fact: Fact, names: Names) -> str:
    phrase, words = names.words.speech.phrase, names.words
    match fact:
        case OnlyMove():
            return phrase("there is no other move")
        case WorkedOut():
            return phrase(_RESULTS[fact.value])
        case Ends():
            return _ended(fact, names)
        case Ahead():
            still = words.speech.phrases("{count} play is still to come", "{count} plays are still to come", fact.left)
            return phrase("it is the strongest card so far, and {still}", still=still)
        case Behind():
            return _behind(fact, names)
        case Opens():
            faction = words.faction(fact.faction)
            if fact.is_highest:
                return phrase("it leads your highest card of {faction}", faction=faction)
            if fact.is_lowest:
                return phrase("it leads your lowest card of {faction}", faction=faction)
            return phrase("it leads {faction}", faction=faction)
        case Prizes():
            return phrase("to be won: {cards}", cards=words.cards(fact.cards))
        case Vote():
            return phrase(
                "of {faction} your side has scored {mine}, the other {theirs}, and {left} are left",
                faction=words.faction(fact.faction), mine=fact.mine, theirs=fact.theirs, left=fact.left,
            )
        case Tried():
            return words.speech.phrases(
                "it came out best in {count} game thought through", "it came out best of {count} games thought through",
                fact.games,
            )
        case _:
            assert_never(fact)


_RESULTS = {
    1.0: msg("with best play from here you win"),
    0.5: msg("with best play from here the game is shared"),
    0.0: msg("with best play from here you lose"),
}


def _ended(fact: Ends, names: Names) -> str:
    phrase, cards = names.words.speech.phrase, names.words.cards
    wins, loses = msg("as the cards lie it wins the {trick}"), msg("as the cards lie it loses the {trick}")
    said = phrase(wins if fact.wins else loses, trick=names.words.say("trick"))
    if fact.mine:
        said = phrase("{said} and your side scores {cards}", said=said, cards=cards(fact.mine))
    elif fact.theirs:
        said = phrase("{said} and the other side scores {cards}", said=said, cards=cards(fact.theirs))
    return said


def _behind(fact: Behind, names: Names) -> str:
    phrase = names.words.speech.phrase
    if not fact.could_lead:
        if fact.is_lowest:
            return phrase("no card that you may play is ahead, and this is the lowest of them")
        return phrase("no card that you may play is ahead")
    if fact.is_lowest:
        low = msg("it leaves the {trick} to others with the lowest card that you may play")
        return phrase(low, trick=names.words.say("trick"))
    return phrase("it leaves the {trick} to others", trick=names.words.say("trick"))
