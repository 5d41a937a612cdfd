"""What the codes of extends and use mean: CLM601 to CLM609."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CLM601",
        "no such ruleset",
        "`extends` and `use` name a file beside the one that they stand in, or a shipped ruleset.  The ending\n"
        ".yaml may be left out.",
        "claimdsl: 1\nextends: bsae\n",
        "claimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM602",
        "a path that leads out",
        "A ruleset is read from its own folder and from what is shipped, and from nowhere else: no absolute\n"
        "paths, no addresses, no `..` or link that leads out.",
        "claimdsl: 1\nextends: ../../secret\n",
        "claimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM603",
        "a file that cannot be read",
        "What is named is a folder or a device, or you may not read it.",
        "# sets is a folder\nclaimdsl: 1\nextends: base\nuse: [sets]\n",
        "claimdsl: 1\nextends: base\nuse: [factions/sun]\n",
    ),
    Code(
        "CLM604",
        "files that go round in a ring",
        "A file cannot build on itself, by `extends` or `use`, however long the way round is.  The message\n"
        "shows the ring.",
        "# this file is house.yaml\nclaimdsl: 1\nextends: house\n",
        "# this file is house.yaml\nclaimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM605",
        "extends and use exchanged",
        "`extends` names the one ruleset that is changed; `use` names files of factions and house rules,\n"
        "which have no ruleset of their own beneath them.",
        "claimdsl: 1\nextends: factions/ghosts\n",
        "claimdsl: 1\nextends: base\nuse: [factions/ghosts]\n",
    ),
    Code(
        "CLM606",
        "nothing to remove",
        "`remove` takes away what the parent, or a file under `use`, has at this place.",
        "claimdsl: 1\nextends: base\nfactions:\n  trolls:\n    powers: {remove: [midle]}\n",
        "claimdsl: 1\nextends: base\nfactions:\n  trolls:\n    powers: {remove: [middle]}\n",
    ),
    Code(
        "CLM607",
        "no such option or value",
        "`also` and `fixed` change an option of the parent; `fixed` names one of its values.",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: {fixed: earlyer}\n",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: {fixed: earlier}\n",
    ),
    Code(
        "CLM608",
        "two files change the same thing",
        "Files under `use` (and those of --with) are equals: where two of them change one thing, each in its\n"
        "own way, nobody has said which is meant.  Use one of them, or write what you want in the ruleset\n"
        "itself.",
        "# greedy.yaml: factions: {trolls: {powers: {middle: {after_trick: move middle to winner.score}}}}\n"
        "# wasteful.yaml: factions: {trolls: {powers: {middle: {after_trick: move middle to discard}}}}\n"
        "claimdsl: 1\nextends: base\nuse: [greedy, wasteful]\n",
        "# greedy.yaml: factions: {trolls: {powers: {middle: {after_trick: move middle to winner.score}}}}\n"
        "claimdsl: 1\nextends: base\nuse: [greedy]\n",
    ),
    Code(
        "CLM609",
        "a value that is there already",
        "`also` adds a value to an option of the parent.  To put a value first, write the whole list.",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: {also: [earlier]}\n",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: [earlier, later]\n",
    ),
)
