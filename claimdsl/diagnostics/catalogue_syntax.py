"""What the codes of expressions, effects and cards mean: CLM301 to CLM321."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

_HEAD = "claimdsl: 1\nname: sample\nextends: base\n"


def _tier(expression: str) -> str:
    return f"{_HEAD}rules:\n  rank:\n    tier: {expression}\n"


def _effect(effect: str) -> str:
    return f"{_HEAD}rules:\n  lead:\n    after_trick: {effect}\n"


def _block(*lines: str) -> str:
    return _effect("|" + "".join(f"\n      {line}" for line in lines))


def _cards(cards: str) -> str:
    return f"{_HEAD}factions:\n  trolls:\n    cards: {cards}\n"


_GOOD_TIER = _tier("if led == goblins then 2 else 0")
_GOOD_BLOCK = _block("if last_trick:", "  move middle to discard")

CODES: tuple[Code, ...] = (
    Code("CLM301", "nothing stands here",
         "An expression, an effect or a list of cards is meant, and the value is empty or holds only a comment.",
         _tier('"# as before"'), _GOOD_TIER),
    Code("CLM302", "unexpected word or sign",
         "The text can be read up to this place and no further. The message names what may stand here. An argument of "
         "a function, a pile and a player are values: `if`, `not` and comparisons stand there in parentheses.",
         _tier("if led == goblins then 2 2 else 0"), _GOOD_TIER),
    Code("CLM303", "the text ends too early",
         "Something is missing at the end: the second half of a comparison, a parenthesis, the `else` that every `if` "
         "of an expression has. Among effects a line end outside parentheses ends the effect.",
         _tier("if led == goblins then 2"), _GOOD_TIER),
    Code("CLM304", "a character of no meaning",
         "Expressions are written with a-z, 0-9, _ and a few signs of ASCII. A letter from another alphabet that looks "
         "like one of these, a full-width sign or a tab is none of them.",
         _tier("if led == g\u043eblins then 2 else 0"), _GOOD_TIER),
    Code("CLM305", "a sign of another language",
         "This language has words where others have signs: `and`, `or`, `not`, `if a then b else c`. Equal is `==`. "
         "There is no multiplication. A state is given a value by `set STATE to VALUE`.",
         _tier("if led = goblins then 2 else 0"), _GOOD_TIER),
    Code("CLM306", "comparison where none can stand",
         "`a < b < c` is written `a < b and b < c`. As an argument of a function a comparison stands in parentheses.",
         _tier("if 1 < card.value < 5 then 2 else 0"), _tier("if 1 < card.value and card.value < 5 then 2 else 0")),
    Code("CLM307", "quotes or escapes",
         "Words stand without quotes: there are no texts in expressions, only names. Quotes around the whole value are "
         "YAML's, and are fine.", _tier("if led == 'goblins' then 2 else 0"), _GOOD_TIER),
    Code("CLM308", "a word that is almost one of the language",
         "A word of the language is misspelt, or stuck to the next word.",
         _tier("iff led == goblins then 2 else 0"), _GOOD_TIER),
    Code("CLM309", "capital letters",
         "All words and names are written in lower case.", _tier("if led == Goblins then 2 else 0"), _GOOD_TIER),
    Code("CLM310", "a number in another form",
         "Numbers are whole, from 0 to 999999, in plain digits: no point, no leading zeros, no `_`, no other base. A "
         "number below zero is written as a difference: `0 - 1`.",
         _tier("if led == goblins then 2 else -1"), _tier("if led == goblins then 2 else 0 - 1")),
    Code("CLM311", "a line in the wrong column",
         "Effects that belong together begin in the same column. Only a line that ends with `:` is followed by a line "
         "further in, and `else` stands in the column of its `if`.",
         _block("if last_trick:", "move middle to discard"), _GOOD_BLOCK),
    Code("CLM312", "a colon missing or out of place",
         "Among effects it is `if condition:` and `for name in list:`, and one simple effect may follow on the line. "
         "In an expression it is `if condition then value else value`, without a colon.",
         _block("if last_trick", "  move middle to discard"), _GOOD_BLOCK),
    Code("CLM313", "a block where one effect stands",
         "On the line of its key, in quotes and after `>` stands one simple effect. Several effects, `if` and `for` "
         "stand after `|`, on lines of their own.",
         _effect('"if last_trick: move middle to discard"'), _GOOD_BLOCK),
    Code("CLM314", "a list of cards in another form",
         "Cards are values and ranges from low to high, parted by commas, each with how many times it is there: "
         "`0 x5, 1..9`. Values run from 0 to 99.", _cards("0-9"), _cards("0..9")),
    Code("CLM315", "null",
         "There is no null. What may be absent is a list of at most one; `nothing` is the absent one, any comparison "
         "`==` with it is false, and `otherwise` gives a default.",
         _HEAD + "rules:\n  lead:\n    next_leader: null\n", _HEAD + "rules:\n  lead:\n    next_leader: nothing\n"),
    Code("CLM320", "too long",
         "An expression or a block has at most 16,000 characters. Give parts of it a name under `terms`.", "", ""),
    Code("CLM321", "nested too deep",
         "Parentheses, `if`, `not`, fields and blocks nest at most 32 levels. Long rows of `and`, `or`, `+` and "
         "`otherwise` are no nesting.", _tier("(" * 33 + "1" + ")" * 33), _tier("1")),
)
