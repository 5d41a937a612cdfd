"""What the codes of scenario files mean: CLM901 to CLM906."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

_BAD = "claimdsl-test: 1\nruleset: base\nscenarios:\n  one:\n"
_GOOD = "claimdsl-test: 1\nruleset: base\nscenarios:\n  one:\n    hands: {0: [goblins 9], 1: [knights 2]}\n"

CODES: tuple[Code, ...] = (
    Code(
        "CLM901",
        "unknown key in a scenario",
        "A scenario has keys for where it begins, `play`, and `expect`; what may be expected is a fixed set too.",
        f"{_BAD}    hand: {{0: [goblins 9]}}\n    expect: {{turn: 0}}\n",
        f"{_GOOD}    expect: {{turn: 0}}\n",
    ),
    Code(
        "CLM902",
        "no scenario",
        "A file of scenarios begins with `claimdsl-test: 1` and has `scenarios`; each of them expects something.",
        f"{_BAD}    play: [any]\n",
        f"{_GOOD}    play: [goblins 9, knights 2]\n    expect: {{winner: 1}}\n",
    ),
    Code(
        "CLM903",
        "wrong kind of value in a scenario",
        "What a key holds is fixed: one word, a list, or a mapping.  `ranking` is a list, `winner` is one seat.",
        f"{_BAD}    play: [any, any]\n    expect: {{ranking: 1}}\n",
        f"{_GOOD}    play: [goblins 9, knights 2]\n    expect: {{ranking: [1, 0]}}\n",
    ),
    Code(
        "CLM904",
        "unknown name in a scenario",
        "Cards, piles, seats, phases, states, options and factions are those of the game that the scenario plays:\n"
        "its ruleset, line-up and player count.",
        f"{_BAD}    hands: {{0: [gobins 9]}}\n    expect: {{turn: 0}}\n",
        f"{_GOOD}    expect: {{turn: 0}}\n",
    ),
    Code(
        "CLM905",
        "a position that cannot be",
        "Every card lies in one place: no more copies of it can be written down than there are.  A scenario begins\n"
        "with a deal or in a position, not both.",
        f"{_BAD}    hands: {{0: [goblins 9], 1: [goblins 9]}}\n    expect: {{turn: 0}}\n",
        f"{_GOOD}    expect: {{turn: 0}}\n",
    ),
    Code(
        "CLM906",
        "a scenario of no game",
        "The ruleset is one beside the file or a shipped one, and the game must be one that it allows: player count\n"
        "and line-up.",
        "claimdsl-test: 1\nruleset: bsae\nscenarios:\n  one: {expect: {turn: 0}}\n",
        "claimdsl-test: 1\nruleset: base\nscenarios:\n  one: {expect: {turn: 0}}\n",
    ),
)
