"""What the codes of names and types mean (CLM4xx)."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

_HEAD = "claimdsl: 1\nname: house\nextends: base\n"


def _rule(line: str) -> str:
    """Give a ruleset with one more rule of the table."""
    return f"{_HEAD}rules:\n  house:\n    {line}\n"


def _with(lines: str) -> str:
    return _HEAD + lines


_FORGE = (
    "factions:\n  dwarves:\n    piles: {forge: {of: table, seen_by: all}}\n    powers:\n"
    "      quench: {before_trick: move forge to discard}\n"
)

CODES: tuple[Code, ...] = (
    Code("CLM401", "unknown name",
         "A bare name is a variable, a name that the engine supplies to this hook, a term, a pile or state of the "
         "table, an option or a faction. This one is none of them.",
         _rule("next_leader: winer"), _rule("next_leader: winner")),
    Code("CLM402", "unknown faction",
         "A faction is meant here, and none has this name.",
         _rule("tier: if led == goblin then 2 else base"), _rule("tier: if led == goblins then 2 else base")),
    Code("CLM403", "name not known in this hook",
         "Each hook knows what has happened when it is asked: before the ranking there is no winner. A term may stand "
         "only where every name in it is known; a few fields exist only in some hooks.",
         _rule("strength: if player == winner then 1 else base"),
         _rule("strength: if player == leader then 1 else base")),
    Code("CLM404", "name of another faction",
         "Piles, state and terms that a faction declares are for its own powers. Declare them at the top of the file "
         "to use them everywhere.",
         _with(_FORGE + "rules:\n  house: {before_trick: move forge to discard}\n"), _with(_FORGE)),
    Code("CLM405", "unknown value of an option, phase or row",
         "Beside `option ==` stands one of the option's values, beside `phase ==` a phase, beside `setup.row ==` a "
         "word of that row.",
         _rule("tier: if phase == recrut then 1 else base"), _rule("tier: if phase == recruit then 1 else base")),
    Code("CLM406", "unknown field",
         "What stands after a dot is a field of the thing before it: a card has a faction and a value, a player has "
         "his piles and neighbours.",
         _rule("strength: card.valeu"), _rule("strength: card.value")),
    Code("CLM407", "unknown function",
         "The functions are filter, each, first, last, most, least, any, all, count, sum, max, min, descending and "
         "top.",
         _rule("strength: cuont(trick)"), _rule("strength: count(trick)")),
    Code("CLM408", "wrong type",
         "Every place in an expression asks for one kind of thing: a condition for yes or no, `+` for numbers or for "
         "lists of one kind, a hook for its own answer.",
         _rule("strength: card.faction"), _rule("strength: card.value")),
    Code("CLM409", "a list where one thing is meant",
         "A list may be empty or long. To ask whether there is one, write any(...); to pick one, write first(...), "
         "last(...) or most(... by ...).",
         _rule("ends: prizes"), _rule("ends: not any(prizes)")),
    Code("CLM410", "may be nothing",
         "Here something is always needed, and this may be nothing: the led faction before the first card, the first "
         "card of an empty pile. Give a default with `otherwise`.",
         _rule("strength: max(p in trick by p.value)"), _rule("strength: max(p in trick by p.value) otherwise 0")),
    Code("CLM411", "can never be nothing",
         "`otherwise` gives a default for what may be nothing. This never is, so the default would never be used.",
         _rule("strength: card.value otherwise 0"), _rule("strength: card.value")),
    Code("CLM412", "can never be equal",
         "Things of different kinds are never equal, and a thing is never in a list of another kind.",
         _rule("tier: if card == goblins then 1 else base"),
         _rule("tier: if card.faction == goblins then 1 else base")),
    Code("CLM413", "comparison with nothing",
         "Any comparison with nothing is false. To ask whether there is one, write any(...).",
         _rule("tier: if led == nothing then 1 else base"), _rule("tier: if not any(led) then 1 else base")),
    Code("CLM414", "wrong arguments",
         "A function over a list is written f(x in LIST, condition by key). filter and all need a condition; each, "
         "most and least need a key; sum, max, min and descending need one unless the list is of numbers.",
         _rule("strength: sum(trick)"), _rule("strength: sum(p in trick by p.value)")),
    Code("CLM415", "term in a ring, or nested too deeply",
         "A term stands for its expression, so it cannot mean itself, and terms in terms may not nest endlessly.",
         _with("terms:\n  one: other + 1\n  other: one + 1\nrules:\n  house: {strength: one}\n"),
         _with("terms:\n  one: other + 1\n  other: count(trick)\nrules:\n  house: {strength: one}\n")),
    Code("CLM416", "name in use",
         "A variable may not hide what its name means already. Give it another name.",
         _rule("strength: count(winner in trick)"), _rule("strength: count(p in trick)")),
    Code("CLM417", "no pile to move to",
         "Cards move to one pile: of the table, or of a player who is named.",
         _rule("after_trick: move middle to winner"), _rule("after_trick: move middle to winner.score")),
    Code("CLM418", "only state can be set",
         "`set` gives a state its value. Cards change place with move; everything else follows from the game.",
         _rule("after_trick: set leader to winner"),
         _with("state: {honoured: Player}\nrules:\n  house: {after_trick: set honoured to winner, "
               "next_leader: honoured otherwise base}\n")),
    Code("CLM419", "nothing to choose among",
         "Players choose among cards, players, factions and numbers.",
         _rule("after_trick: choose yes from last_trick by winner"),
         _rule("after_trick: choose taken from middle by winner")),
    Code("CLM420", "one name for two kinds of choice",
         "What is chosen in on_play becomes a field of the play, so in all powers that name has one type.",
         _with("rules:\n  one: {on_play: choose pick from prizes by player}\n"
               "  two: {on_play: choose pick from seats by player}\n"),
         _with("rules:\n  one: {on_play: choose pick from prizes by player}\n"
               "  two: {on_play: choose guest from seats by player}\n")),
    Code("CLM421", "wrong phase",
         "`phase` names phases that the ruleset has, and guards only hooks that are asked within a phase.",
         _with("rules:\n  house: {phase: recrut, next_leader: winner}\n"),
         _with("rules:\n  house: {phase: recruit, next_leader: winner}\n")),
    Code("CLM423", "`cards` says nothing here",
         "`cards` says whose cards a faction's power answers for: own, others or all. Rules of the table are for all, "
         "and some hooks are asked of no card.",
         _with("factions:\n  dwarves:\n    powers:\n      lead: {cards: others, next_leader: winner}\n"),
         _with("factions:\n  dwarves:\n    powers:\n      lead: {cards: others, tier: base}\n")),
    Code("CLM424", "wrong declaration",
         "A pile is of player, of table or of a faction, and seen by owner, all or nobody; only piles of players have "
         "an owner. State has a range or a type. Sections that name a pile name one that there is.",
         _with("piles: {middle: {of: table, seen_by: owner}}\n"),
         _with("piles: {middle: {of: table, seen_by: all}}\n")),
    Code("CLM426", "no `base` here",
         "`base` is the answer beneath this power. Events and keys have none.",
         _rule("after_trick: move base to discard"), _rule("after_trick: move middle to discard")),
    Code("CLM427", "name that needs more around it",
         "The name exists, but not by itself: a pile of a player needs the player before a dot, a value stands beside "
         "its option.",
         _rule("ends: not any(hand)"), _rule("ends: any(p in players, not any(p.hand))")),
    Code("CLM428", "unknown row of setup", "`setup.row` reads a row of the setup of the player count in play.",
         _rule("strength: setup.hands"), _rule("strength: setup.hand")),
    Code("CLM430", "misspelt where it is defined",
         "A name is defined and nothing uses it, while a name that is nearly the same is used and not defined, or is "
         "there to be changed. Give the definition the name that is meant.",
         _with("options: {dwarf_tei: [earlier, later]}\n"), _with("options: {dwarf_tie: [earlier, later]}\n")),
)
