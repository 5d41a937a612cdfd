"""What the codes of the schema stage mean: CLM201 to CLM219."""

from __future__ import annotations

from claimdsl.diagnostics.code import Code

CODES: tuple[Code, ...] = (
    Code(
        "CLM201",
        "unknown key",
        "A section of a ruleset has a fixed set of keys.  Keys are written in lower case and without blanks.\n"
        "The message names the key that was probably meant, or all that may stand there.",
        "claimdsl: 1\nextends: base\nrules:\n  lead: {next_leadr: leader}\n",
        "claimdsl: 1\nextends: base\nrules:\n  lead: {next_leader: leader}\n",
    ),
    Code(
        "CLM202",
        "the version is missing",
        "Every file begins with the version of the language that it is written in.",
        "extends: base\n",
        "claimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM203",
        "a list, mapping or text where another is meant",
        "Each key holds one kind of value.  Powers, piles and factions are mappings by name, not lists.",
        "claimdsl: 1\nextends: base\nrules:\n  - lead: {next_leader: leader}\n",
        "claimdsl: 1\nextends: base\nrules:\n  lead: {next_leader: leader}\n",
    ),
    Code(
        "CLM204",
        "not a name",
        "Names that expressions can say are written with lower-case letters, digits and _, a letter first.\n"
        "The name of a ruleset may have - and . as well.",
        "claimdsl: 1\nextends: base\nterms:\n  Best-Card: most(p in trick by p.value)\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "terms:\n"
        "  best_card: most(p in trick by p.value)\n"
        "rules:\n"
        "  lead: {next_leader: best_card.player}\n",
    ),
    Code(
        "CLM205",
        "a name that is taken",
        "Words of the grammar and names that the engine supplies cannot name a faction, pile, state, term or\n"
        "option: an expression could not tell which is meant.",
        "claimdsl: 1\nextends: base\npiles:\n  trick: {of: table, seen_by: all}\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "piles:\n"
        "  aside: {of: table, seen_by: all}\n"
        "rules:\n"
        "  tidy: {after_trick: move discard to aside}\n",
    ),
    Code(
        "CLM206",
        "not one of the words that may stand here",
        "Some keys hold one word of a short list, such as who sees a pile.",
        "claimdsl: 1\nextends: base\npiles:\n  middle: {of: table, seen_by: everyone}\n",
        "claimdsl: 1\nextends: base\npiles:\n  middle: {of: table, seen_by: all}\n",
    ),
    Code(
        "CLM207",
        "a word where true or false is meant",
        "`yes`, `no`, `on` and `off` are words like any other here.  A condition that always holds is `true`.",
        "claimdsl: 1\nextends: base\nrules:\n  follow: {may_play: yes}\n",
        "claimdsl: 1\nextends: base\nrules:\n  follow: {may_play: true}\n",
    ),
    Code(
        "CLM208",
        "another version of the language",
        "This claimdsl reads version 1 of the language, written as a plain number.",
        "claimdsl: 2\nextends: base\n",
        "claimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM209",
        "the version does not stand first",
        "The version is the first key of a file, so that a reader knows at once what he reads.",
        "extends: base\nclaimdsl: 1\n",
        "claimdsl: 1\nextends: base\n",
    ),
    Code(
        "CLM210",
        "nothing stands here",
        "A key without a value says nothing.  Leave the key out, or take the inherited one away with\n"
        "`remove`.",
        "claimdsl: 1\nextends: base\nrules:\n  lead: {next_leader: }\n",
        "claimdsl: 1\nextends: base\nrules:\n  lead: {next_leader: leader}\n",
    ),
    Code(
        "CLM211",
        "something stands twice in a list",
        "Values of an option, factions of a line-up and names to remove stand once.",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: [later, earlier, later]\n",
        "claimdsl: 1\nextends: base\noptions:\n  dwarf_tie: [earlier, later]\n",
    ),
    Code(
        "CLM212",
        "two things of one name",
        "Factions, options, piles, state and terms share one set of names, since an expression says only the\n"
        "name.",
        "claimdsl: 1\nextends: base\nterms:\n  middle: trick\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "terms:\n"
        "  follow_ok: leading or card.faction == led or void\n"
        "rules:\n"
        "  follow: {may_play: follow_ok}\n",
    ),
    Code(
        "CLM213",
        "not a range",
        "A range of a state is two whole numbers with two points between them, the lower one first.",
        "claimdsl: 1\nextends: base\nstate:\n  moon: {of: table, range: 0-1}\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "state:\n"
        "  moon: {of: table, range: 0..1}\n"
        "rules:\n"
        "  tide: {after_trick: set moon to 1 - moon, strength: base + moon}\n",
    ),
    Code(
        "CLM214",
        "something is missing",
        "Once all files are put together, a faction has cards, a pile an owner and someone who sees it, a\n"
        "phase a number of tricks.  Often the name is only misspelt: then it was meant to change a thing that\n"
        "exists.",
        "claimdsl: 1\nextends: base\nfactions:\n  trols:\n    powers: {middle: {goes_to: discard}}\n",
        "claimdsl: 1\nextends: base\nfactions:\n  trolls:\n    powers: {middle: {goes_to: middle}}\n",
    ),
    Code(
        "CLM216",
        "state that is neither a number nor anything else",
        "State in the long form has a `range` if it is a number, or a `type`: Faction, Player or Bool.",
        "claimdsl: 1\nextends: base\nstate:\n  moon: {of: table}\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "state:\n"
        "  moon: {of: table, range: 0..1}\n"
        "rules:\n"
        "  tide: {after_trick: set moon to 1 - moon, strength: base + moon}\n",
    ),
    Code(
        "CLM217",
        "display word for nothing",
        "`words` replaces what the screens say: words of the game such as faction or value, and names of\n"
        "piles or options.",
        "claimdsl: 1\nextends: base\nwords: {factoin: suit}\n",
        "claimdsl: 1\nextends: base\nwords: {faction: suit}\n",
    ),
    Code(
        "CLM218",
        "pile or state that is called like a field",
        "The piles and state of a player are its fields, and so are `left`, `partner` and others that are\n"
        "always there.",
        "claimdsl: 1\nextends: base\npiles:\n  left: {of: player, seen_by: all}\n",
        "claimdsl: 1\n"
        "extends: base\n"
        "piles:\n"
        "  kept: {of: player, seen_by: all}\n"
        "rules:\n"
        "  tidy: {after_trick: move discard to winner.kept}\n",
    ),
)
