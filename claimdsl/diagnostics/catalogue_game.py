"""What the codes of visibility and cost (CLM5xx), of the game as a whole (CLM7xx) and of the lints (CLM8xx) mean."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

_HEAD = "claimdsl: 1\nname: house\nextends: base\n"


def _rule(line: str) -> str:
    """Give a ruleset with one more rule of the table."""
    return f"{_HEAD}rules:\n  house:\n    {line}\n"


def _with(lines: str) -> str:
    return _HEAD + lines


def _doubled(times: int) -> str:
    """Give a ruleset with terms that double so many times."""
    doubled = "".join(f"  t{each}: t{each - 1} + t{each - 1}\n" for each in range(1, times + 1))
    return _with(f"terms:\n  t0: trick_number\n{doubled}rules:\n  house: {{strength: t{times}}}\n")


_WHOLE = (
    "claimdsl: 1\nname: house\nsetup:\n  2: {hand: 1}\nline_up:\n  2: {pairs: 0, free: 1, default: [reds]}\n"
    "factions:\n  reds: {cards: 1..2}\npiles:\n  hand: {of: player, seen_by: owner}\n"
    "  score: {of: player, seen_by: all}\nphases:\n  play: {tricks: 1}\nrules:\n  win: {goes_to: winner.score}\n"
    "scoring:\n  ranks: {cards: count(side.score)}\n"
)

_GOOD_DEFAULT = "line_up:\n  2: {default: [goblins, knights, undead, dwarves, trolls]}\n"

_MISERS = (
    "factions:\n  misers:\n    cards: 0..9\n    powers:\n"
    "      hoard: {phase: collect, after_trick: move middle to leader.score}\n"
)
_CHARGE = "factions:\n  knights:\n    powers:\n      charge: {{tier: if led == goblins then 3 else {}}}\n"

CODES: tuple[Code, ...] = (
    Code("CLM501", "reads hidden cards",
         "A hook reads only what its asker may know: may_play what the player knows, everything else during the game "
         "what all know. Sizes of piles are public, and cards may be moved unread.",
         _rule("tier: if any(c in stock, c.value == 9) then 1 else base"),
         _rule("tier: if any(c in prizes, c.value == 9) then 1 else base")),
    Code("CLM502", "shows a chooser what he may not see",
         "Who chooses among cards sees them all. So he chooses among public cards or his own.",
         _rule("after_trick: choose peek from stock by winner"),
         _rule("after_trick: choose peek from discard by winner")),
    Code("CLM503", "too dear",
         "Every list has a greatest length, so the steps of a hook can be bounded. Lists within lists multiply.",
         _rule("strength: count(a in discard, any(b in discard, any(c in discard, c.value + b.value == a.value)))"),
         _rule("strength: count(a in discard, any(b in discard, b.value == a.value))")),
    Code("CLM504", "too large once terms are written out",
         "Terms stand for their expressions. Terms that use one another twice and twice again grow without bound.",
         _doubled(14), _doubled(2)),
    Code("CLM701", "the deck does not deal out",
         "The line-up's cards must be exactly the hands, and one card more for every player in each trick that takes "
         "from the stock.",
         _with("factions:\n  dwarves: {cards: 0..7}\n"), _with("factions:\n  dwarves: {cards: 0..9}\n")),
    Code("CLM702", "unknown faction in a line-up", "Line-ups and pairs name factions of the ruleset.",
         _with("line_up:\n  2: {default: [goblins, knights, undead, dwarves, troll]}\n"), _with(_GOOD_DEFAULT)),
    Code("CLM703", "half a pair", "The factions of a pair come into play together or not at all.",
         _with("line_up:\n  2: {default: [goblins, dragons, undead, dwarves, trolls]}\n"), _with(_GOOD_DEFAULT)),
    Code("CLM704", "wrong number of factions",
         "The line-up says how many pairs and how many free factions play; the default must have as many.",
         _with("line_up:\n  2: {default: [goblins, knights, undead, dwarves]}\n"), _with(_GOOD_DEFAULT)),
    Code("CLM705", "prizes and blind cards",
         "In each trick every player takes one card. Where the setup has both rows, `prizes` and `blind` are together "
         "as many as the players.",
         _with("setup:\n  4: {prizes: 3, blind: 2}\n"), _with("setup:\n  4: {prizes: 3, blind: 1}\n")),
    Code("CLM706", "nobody answers",
         "Where played cards go, where taken cards go and how a vote is decided has no answer of its own. A rule of "
         "the table must give one for every phase, whatever happens.",
         _with("rules:\n  collect: {remove: [goes_to]}\n"), _HEAD),
    Code("CLM707", "required pile missing", "Players play from `hand`, and the shuffled deck lies in `stock`.",
         _WHOLE, _WHOLE.replace("piles:\n", "piles:\n  stock: {of: table, seen_by: nobody}\n")),
    Code("CLM708", "no ranking of the sides", "scoring.ranks has at least one key, which says who wins.",
         _with("scoring:\n  ranks: {remove: [factions, cards, value, highest_card]}\n"),
         _with("scoring:\n  ranks: {remove: [value, highest_card]}\n")),
    Code("CLM709", "setup rows differ", "Every player count has the same rows, of the same kind.",
         _with("setup:\n  2: {bonus: 1}\n"),
         _with("setup:\n  2: {bonus: 1}\n  3: {bonus: 1}\n  4: {bonus: 2}\n"
               "rules:\n  house: {strength: base + setup.bonus}\n")),
    Code("CLM710", "setup and line-up do not match", "Each player count has a setup and a line-up; counts are 2 to 4.",
         _with("line_up: {remove: [4]}\n"), _with("line_up: {remove: [4]}\nsetup: {remove: [4]}\n")),
    Code("CLM711", "cards of a faction",
         "A faction has cards. Of these `deal` says how many are played with; the others lie in the pile `rest`.",
         _with("factions:\n  dwarves: {cards: 0..9 x2, deal: 10}\n"),
         _with("factions:\n  dwarves: {cards: 0..9 x2, deal: 10, rest: middle}\n")),
    Code("CLM712", "sides", "Sides are `each`, every player for himself, or `opposite`, for four players.",
         _with("setup:\n  2: {sides: opposite}\n"), _with("setup:\n  2: {sides: each}\n")),
    Code("CLM713", "phases", "A ruleset has phases, and each says its greatest number of tricks.", "", _HEAD),
    Code("CLM714", "a pile holds another number of cards",
         "`holds` says how many cards lie in a pile when the game begins: of packs beside the deck, and of cards that "
         "are not dealt. It is a check, and must be right.",
         _with("factions:\n  dwarves:\n    cards: 0..9 x2\n    deal: 10\n    rest: pit\n"
               "    piles: {pit: {of: table, seen_by: nobody, holds: 9}}\n"),
         _with("factions:\n  dwarves:\n    cards: 0..9 x2\n    deal: 10\n    rest: pit\n"
               "    piles: {pit: {of: table, seen_by: nobody, holds: 10}}\n")),
    Code("CLM801", "unused pile", "No rule reads this pile or moves cards to it.",
         _with("piles: {attic: {of: table, seen_by: all}}\n"), _HEAD),
    Code("CLM802", "unused term", "No rule uses this term.", _with("terms: {idle: count(trick)}\n"), _HEAD),
    Code("CLM803", "unused option", "No rule asks for this option, so setting it changes nothing.",
         _with("options: {weather: [fine, rain]}\n"), _HEAD),
    Code("CLM804", "unused state", "No rule reads or sets this state.",
         _with("state: {moon: {of: table, range: 0..1}}\n"), _HEAD),
    Code("CLM805", "faction without a place",
         "With this faction no line-up makes a deck of the size that is dealt, so it can never be in play. Give it "
         "other cards, or a line-up of its own.",
         _with("factions:\n  elves: {cards: 0..6}\n"), _with("factions:\n  elves: {cards: 0..9}\n")),
    Code("CLM806", "powers that meet in an order nobody chose",
         "Two powers of different factions act at the same hook with the same priority, and which comes first makes a "
         "difference. The order of the factions decides then, which nobody thought of. Give a `priority` to the one "
         "that should have the last word. `claim validate --proof FOLDER` writes a game that the order changes.",
         _with(_MISERS), _with(_MISERS.replace("after_trick", "priority: 1, after_trick"))),
    Code("CLM807", "the answer beneath is lost",
         "The power that this replaces passed on `base` where it had nothing to say. The new answer never does, so "
         "whatever other powers and the table say is lost.",
         _with(_CHARGE.format("1")), _with(_CHARGE.format("base"))),
    Code("CLM808", "`base` is not the old answer",
         "A rule of the same name takes the place of the old one, and `base` is what lies beneath that: another rule's "
         "answer, or none. Under a name of its own a rule lies above the old one.",
         _with("rules:\n  draft: {offers: if player == winner then prizes else base}\n"),
         _with("rules:\n  first_pick: {phase: recruit, offers: if player == winner then prizes else base}\n")),
    Code("CLM809", "a condition that never changes",
         "The answer is the same in every phase, player count and line-up in which it is asked, whatever the options.",
         _rule("tier: if card.value > 20 then 2 else base"), _rule("tier: if card.value > 8 then 2 else base")),
    Code("CLM810", "a power that never acts",
         "Its guard never holds, its hook is never asked in its phases, or a rule that is always in play answers after "
         "it without `base`.",
         _with("rules:\n  house: {phase: collect, when: phase == recruit, tier: base + 1}\n"),
         _with("rules:\n  house: {phase: collect, when: led == goblins, tier: base + 1}\n")),
    Code("CLM811", "a faction that nobody can win",
         "A faction's vote goes to a side for the cards in the pile that counts. No card of this one ever comes there, "
         "or the keys of its majority are the same for every side.",
         _with("factions:\n  dwarves:\n    powers:\n      dig: {goes_to: discard}\n"),
         _with("factions:\n  dwarves:\n    powers:\n      dig: {goes_to: leader.score}\n")),
    Code("CLM820", "row of setup that nothing reads",
         "No expression reads this row as setup.NAME. The rows hand, tricks, prizes and blind are read by the "
         "arithmetic of the deck, and sides by the engine.",
         _with("setup:\n  2: {bonus: 1}\n  3: {bonus: 1}\n  4: {bonus: 2}\n"),
         _with("setup:\n  2: {bonus: 1}\n  3: {bonus: 1}\n  4: {bonus: 2}\n"
               "rules:\n  house: {strength: base + setup.bonus}\n")),
    Code("CLM821", "value out of step",
         "The values of this list go up by even steps but for one, or a value stands in two parts of the list. "
         "Both are legal, and mostly slips.",
         _with("factions:\n  gnomes: {cards: '1 x3, 3 x3, 5 x3, 6 x3, 9'}\n"),
         _with("factions:\n  gnomes: {cards: '1 x3, 3 x3, 5 x3, 7 x3, 9'}\n")),
)
