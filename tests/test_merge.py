"""Merging: parents first, then `use` in order, then the file's own; and all that can go wrong between files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Diagnostic, Report
from claimdsl.frontend.loader import FileLoader
from claimdsl.frontend.schema import plain
from claimdsl.frontend.tree import Mapping
from claimdsl.semantics.merge import resolve

Write = Callable[..., None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write files, name=text, into a folder that becomes the current one; `__` in a name parts folders."""
    monkeypatch.chdir(tmp_path)

    def put(**texts: str) -> None:
        for name, text in texts.items():
            path = tmp_path / (name.replace("__", "/") + ".yaml")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"claimdsl: 1\n{text}", encoding="utf-8")

    return put


def merged(name: str, *more: str) -> Mapping:
    tree, found = attempt(name, *more)
    assert tree is not None, [diagnostic.message for diagnostic in found]
    assert found == []
    return tree


def attempt(name: str, *more: str) -> tuple[Mapping | None, list[Diagnostic]]:
    report, loader = Report(), FileLoader()
    opened = loader.open_top(name, report)
    tree = None if opened is None else resolve(opened[1], opened[0], more, loader, report)
    return tree, list(report)


def only(name: str, *more: str) -> Diagnostic:
    tree, found = attempt(name, *more)
    assert tree is None
    assert len(found) == 1, [diagnostic.message for diagnostic in found]
    return found[0]


def at(tree: Mapping, path: str) -> object:
    found: object = plain(tree)
    for key in path.split("."):
        assert isinstance(found, dict)
        found = found[key]
    return found


def keys(tree: Mapping, path: str) -> list[str]:
    found = at(tree, path)
    assert isinstance(found, dict)
    return list(found)


# --- how things merge ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["base", "claim2", "french", "printed-2017", "german-whist", "factions/ghosts"])
def test_shipped_names_resolve(write: Write, name: str) -> None:
    tree = merged(name)
    assert at(tree, "name") == name.split("/")[-1]
    assert not {"extends", "use", "remove", "claimdsl"} & set(plain_keys(tree))


def plain_keys(tree: Mapping) -> list[str]:
    return [entry.key.value for entry in tree.entries]


def test_player_counts_are_removed(write: Write) -> None:
    tree = merged("french")
    assert keys(tree, "setup") == ["2"]
    assert keys(tree, "line_up") == ["pairs", "2"]
    assert at(tree, "options.victory.values") == ["three", "most"]
    assert at(tree, "options.dwarf_tie.values") == ["later", "earlier"]


def test_mappings_merge_by_key_and_leaves_replace(write: Write) -> None:
    write(a="extends: base\nfactions: {trolls: {powers: {middle: {after_trick: move middle to winner.score}}}}\n")
    tree = merged("a.yaml")
    assert at(tree, "factions.trolls.powers.middle") == {
        "phase": "collect", "goes_to": "middle", "after_trick": "move middle to winner.score",
    }
    assert at(tree, "factions.trolls.cards") == "0..9"


def test_faction_order_is_parents_then_use_then_own(write: Write) -> None:
    write(
        a="extends: base\nuse: [b]\nfactions: {zebras: {cards: 0..9}, goblins: {cards: 0..9}}\n",
        b="factions: {yaks: {cards: 0..9}}\n",
    )
    order = keys(merged("a"), "factions")
    assert order[:2] == ["goblins", "knights"]
    assert order[-3:] == ["ghosts", "yaks", "zebras"]


def test_spans_point_into_the_file_that_each_part_comes_from(write: Write) -> None:
    write(a="extends: base\nterms: {leading: true}\n")
    terms = merged("a").find("terms")
    assert terms is not None and isinstance(terms.value, Mapping)
    places = {entry.key.value: entry.value.span.source.name for entry in terms.value.entries}
    assert places["leading"] == "a.yaml"
    assert places["void"] == "rulesets/base.yaml"


def test_the_title_is_the_top_files_own(write: Write) -> None:
    write(a="extends: base\n")
    assert "title" not in plain_keys(merged("a"))
    assert at(merged("a"), "name") == "a"


def test_remove_then_write_replaces_the_whole(write: Write) -> None:
    write(a="extends: base\nfactions: {trolls: {powers: {remove: [middle], middle: {tier: 1}}}}\n")
    assert at(merged("a"), "factions.trolls.powers") == {"middle": {"tier": 1}}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("[earlier, later]", {"values": ["earlier", "later"]}),
        ("{also: [random]}", {"values": ["later", "earlier", "random"]}),
        ("{fixed: earlier}", {"values": ["later", "earlier"], "fixed": "earlier"}),
        ("{also: [random], fixed: random}", {"values": ["later", "earlier", "random"], "fixed": "random"}),
        ("{remove: [later]}", {"values": ["earlier"]}),
        ("{values: [a, b], fixed: b}", {"values": ["a", "b"], "fixed": "b"}),
        ("{values: [a], also: [b]}", {"values": ["a", "b"]}),
    ],
)
def test_options_change(write: Write, change: str, expected: object) -> None:
    write(a=f"extends: base\noptions: {{dwarf_tie: {change}}}\n")
    assert at(merged("a"), "options.dwarf_tie") == expected


def test_pairs_are_added_to_those_of_the_parent(write: Write) -> None:
    write(a="extends: base\nline_up: {pairs: {also: [[elves, orcs]]}}\n")
    assert at(merged("a"), "line_up.pairs") == [["goblins", "knights"], ["gnomes", "giants"], ["elves", "orcs"]]


def test_a_fixed_option_is_freed_by_a_child(write: Write) -> None:
    write(
        a="extends: base\noptions: {dwarf_tie: {fixed: earlier}}\n",
        b="extends: a\noptions: {dwarf_tie: {remove: [fixed]}}\n",
        c="extends: a\noptions: {dwarf_tie: [later, earlier]}\n",
        d="extends: base\noptions: {wind: {values: [calm, storm], fixed: storm}}\n",
    )
    assert at(merged("d"), "options.wind") == {"values": ["calm", "storm"], "fixed": "storm"}
    assert at(merged("a"), "options.dwarf_tie.fixed") == "earlier"
    assert keys(merged("b"), "options.dwarf_tie") == ["values"]
    assert keys(merged("c"), "options.dwarf_tie") == ["values"]


def test_a_tweak_alone_is_checked_as_used_by_base(write: Write) -> None:
    write(tweak="factions: {dwarves: {powers: {dig: {goes_to: winner.score}}}}\n")
    tree = merged("tweak")
    assert at(tree, "name") == "tweak"
    assert at(tree, "factions.dwarves.powers.dig.goes_to") == "winner.score"
    assert "setup" in plain_keys(tree)


def test_with_adds_tweaks_to_a_ruleset(write: Write) -> None:
    write(one="options: {dwarf_tie: [earlier, later]}\n", two="options: {troll_rest: [sweep, best]}\n")
    tree = merged("french", "one.yaml", "two")
    assert at(tree, "name") == "french"
    assert at(tree, "options.dwarf_tie.values") == ["earlier", "later"]
    assert at(tree, "options.troll_rest.values") == ["sweep", "best"]


def test_a_diamond_is_laid_down_once(write: Write) -> None:
    write(
        top="extends: base\nuse: [left, right, shared]\n",
        left="use: [shared]\noptions: {dwarf_tie: {also: [left]}}\n",
        right="use: [shared]\nterms: {shared: 3}\n",
        shared="terms: {shared: 1}\noptions: {dwarf_tie: {also: [shared]}}\n",
    )
    tree = merged("top")
    assert at(tree, "terms.shared") == 3
    assert at(tree, "options.dwarf_tie.values") == ["later", "earlier", "shared", "left"]


def test_files_are_named_with_their_digests(write: Write) -> None:
    write(a="extends: base\n", b="")
    loader, report = FileLoader(), Report()
    opened = loader.open_top("a", report)
    assert opened is not None
    resolve(opened[1], opened[0], (), loader, report)
    names = [Path(path).name for path, _ in loader.files()]
    assert sorted(names) == ["a.yaml", "base.yaml", "claim.yaml", "claim2.yaml", "ghosts.yaml"]
    assert all(len(digest) == 64 for _, digest in loader.files())
    loader.open_top("b", report)
    assert [Path(path).name for path, _ in loader.files()] == ["b.yaml"]


def test_a_file_beside_wins_over_a_shipped_name(write: Write) -> None:
    write(claim2="extends: base\nterms: {mine: 1}\n", a="extends: claim2\n")
    assert at(merged("a"), "terms.mine") == 1


# --- clashes ---------------------------------------------------------------------------------------------------------


CLASHES = [
    ("options: {dwarf_tie: [earlier, later]}", "options: {dwarf_tie: [later]}", True),
    ("options: {dwarf_tie: [earlier, later]}", "options: {dwarf_tie: [earlier, later]}", False),
    ("options: {dwarf_tie: {also: [a]}}", "options: {dwarf_tie: {also: [b]}}", False),
    ("options: {dwarf_tie: {also: [a]}}", "options: {dwarf_tie: {also: [a]}}", False),
    ("options: {dwarf_tie: {also: [a]}}", "options: {dwarf_tie: [earlier, later]}", True),
    ("options: {dwarf_tie: {fixed: later}}", "options: {dwarf_tie: {fixed: earlier}}", True),
    ("options: {dwarf_tie: {fixed: later}}", "options: {dwarf_tie: {also: [a]}}", False),
    ("options: {dwarf_tie: [later, earlier]}", "options: {dwarf_tie: [earlier, later]}", False),
    ("terms: {new: 1}", "terms: {new: 2}", True),
    ("terms: {new: 1}", "terms: {other: 2}", False),
    ("rules: {lead: {next_leader: leader}}", "rules: {lead: {next_leader: player}}", True),
    ("rules: {lead: {next_leader: leader}}", "rules: {lead: {priority: 1}}", False),
    ("rules: {lead: {next_leader: leader}}", "rules: {remove: [lead]}", True),
    ("rules: {remove: [lead]}", "rules: {remove: [lead]}", False),
    ("rules: {bonus: {tier: 1}}", "rules: {bonus: {strength: 1}}", True),
    ("rules: {bonus: {tier: 1}}", "rules: {bonus: {tier: 1}}", False),
    ("factions: {elves: {cards: 0..9}}", "factions: {elves: {cards: 0..8}}", True),
    ("factions: {trolls: {powers: {a: {tier: 1}}}}", "factions: {trolls: {powers: {b: {tier: 1}}}}", False),
    ("factions: {goblins: {powers: {a: {tier: 1}}}}", "factions: {goblins: {powers: {b: {tier: 1}}}}", False),
    ("line_up: {pairs: {also: [[a, b]]}}", "line_up: {pairs: {also: [[c, d]]}}", False),
    ("line_up: {pairs: {also: [[a, b]]}}", "line_up: {pairs: {also: [[a, b]]}}", False),
    ("line_up: {pairs: {also: [[a, b]]}}", "line_up: {pairs: [[c, d]]}", True),
    ("state: {moon: Bool}", "state: {moon: {range: 0..1}}", True),
]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("one", "two", "clash"), CLASHES)
def test_two_used_files_that_change_one_thing_clash(
    write: Write, one: str, two: str, clash: bool, turned: bool,
) -> None:
    write(one=f"{one}\n", two=f"{two}\n", top=f"extends: base\nuse: {'[two, one]' if turned else '[one, two]'}\n")
    if not clash:
        merged("top")
        return
    found = only("top")
    first, second = ("two", "one") if turned else ("one", "two")
    assert found.code == "CLM608"
    assert found.span.source.name == f"{second}.yaml"
    assert [note.span.source.name for note in found.notes] == [f"{first}.yaml"]


def test_restating_what_is_there_changes_nothing_whatever_the_order(write: Write) -> None:
    write(same="options: {dwarf_tie: [later, earlier]}\nrules: {lead: {next_leader: winner}}\n",
          new="options: {dwarf_tie: [earlier, later]}\nrules: {lead: {next_leader: leader}}\n")
    for order in (("same", "new"), ("new", "same")):
        tree = merged("base", *order)
        assert at(tree, "options.dwarf_tie.values") == ["earlier", "later"]
        assert at(tree, "rules.lead.next_leader") == "leader"


def test_files_given_with_with_clash_too(write: Write) -> None:
    write(one="terms: {new: 1}\n", two="terms: {new: 2}\n")
    assert only("base", "one", "two").code == "CLM608"


# --- what does not exist ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "suggestion"),
    [
        ("factions: {trolls: {powers: {remove: [midle]}}}", "CLM606", "middle"),
        ("factions: {remove: [trols]}", "CLM606", "trolls"),
        ("setup: {remove: [5]}", "CLM606", None),
        ("rules: {new: {remove: [tier]}}", "CLM606", None),
        ("options: {dwarf_ties: {also: [x]}}", "CLM607", "dwarf_tie"),
        ("options: {dwarf_tie: {fixed: erlier}}", "CLM607", "earlier"),
        ("options: {dwarf_tie: {also: [later]}}", "CLM609", None),
        ("line_up: {pairs: {also: [[goblins, knights]]}}", "CLM609", None),
        ("options: {dwarf_tie: {remove: [latter]}}", "CLM606", "later"),
    ],
)
def test_changing_what_does_not_exist(write: Write, text: str, code: str, suggestion: str | None) -> None:
    write(a=f"extends: base\n{text}\n")
    found = only("a")
    assert (found.code, found.suggestion) == (code, suggestion)


def test_a_value_that_a_parent_nails_a_switch_to_is_pointed_at_where_it_is_removed(write: Write) -> None:
    write(a="extends: b\noptions: {dwarf_tie: {remove: [earlier]}}\n",
          b="extends: base\noptions: {dwarf_tie: {fixed: earlier}}\n")
    found = only("a")
    assert (found.code, found.span.source.name, found.span.text) == ("CLM607", "a.yaml", "earlier")
    assert [(note.span.source.name, note.message) for note in found.notes] == [
        ("b.yaml", "'dwarf_tie' is nailed to it here"),
    ]
    assert "`remove: [earlier, fixed]`" in found.hint


# --- references ------------------------------------------------------------------------------------------------------


def test_a_ring_is_shown_as_a_chain(write: Write) -> None:
    write(a="extends: b\n", b="extends: c.yaml\n", c="extends: a\n")
    found = only("a")
    assert found.code == "CLM604"
    assert "a.yaml -> b.yaml -> c.yaml -> a.yaml" in found.message
    assert found.span.source.name == "c.yaml"


def test_a_ring_of_used_files_is_found(write: Write) -> None:
    write(a="extends: base\nuse: [b]\n", b="use: [c]\n", c="use: [b]\n")
    assert "b.yaml -> c.yaml -> b.yaml" in only("a").message


def test_a_file_that_extends_itself(write: Write) -> None:
    write(a="extends: a\n")
    assert only("a").message == "a.yaml builds on itself"


def test_extends_and_use_are_not_exchanged(write: Write) -> None:
    write(a="extends: factions/ghosts\n", b="extends: base\nuse: [claim2]\n")
    assert only("a").code == "CLM605"
    assert only("b").code == "CLM605"


@pytest.mark.parametrize(
    ("reference", "code", "suggestion"),
    [
        ("bsae", "CLM601", "base"),
        ("hous", "CLM601", "house"),
        ("factions/clam", "CLM601", "factions/claim"),
        ("sub/deepp", "CLM601", "sub/deep"),
        ("../secret", "CLM602", None),
        ("sub/../../secret", "CLM602", None),
        ("/etc/passwd", "CLM602", None),
        ("~/secret", "CLM602", None),
        ("C:/secret", "CLM602", None),
        ("https://example.org/a.yaml", "CLM602", None),
        ("file:secret", "CLM602", None),
        ("sub\\deep", "CLM602", "sub/deep"),
        ("sub", "CLM603", None),
        ("out", "CLM602", None),
        ("way/secret", "CLM602", None),
    ],
)
def test_references_that_are_not_followed(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reference: str, code: str, suggestion: str | None,
) -> None:
    write(secret="rules: [password]\n", project__a=f"extends: '{reference}'\n")
    write(project__house="", project__sub__deep="")
    (tmp_path / "project" / "out.yaml").symlink_to(tmp_path / "secret.yaml")
    (tmp_path / "project" / "way").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path / "project")
    found = only("a")
    assert (found.code, found.suggestion) == (code, suggestion)
    assert found.span.source.name == "a.yaml"
    assert "password" not in found.message


def test_a_folder_up_is_fine_within_the_current_folder(write: Write) -> None:
    write(house="extends: base\nterms: {mine: 1}\n", sub__a="extends: ../house\n")
    assert at(merged("sub/a"), "terms.mine") == 1


def test_a_mistake_in_a_used_file_is_reported_there_once(write: Write) -> None:
    write(a="extends: base\nuse: [b, c]\n", b="rules: {lead: {teir: 1}}\n", c="use: [b]\n")
    _, (found,) = attempt("a")
    assert (found.code, found.span.source.name, found.mended) == ("CLM201", "b.yaml", True)


def test_a_mistake_in_a_shared_file_is_reported_to_every_ruleset(write: Write) -> None:
    write(a="extends: base\nuse: [c]\n", b="extends: base\nuse: [c]\n", c="rules: {lead: {teir: 1}}\n")
    loader = FileLoader()
    for name in ("a", "b"):
        report = Report()
        opened = loader.open_top(name, report)
        assert opened is not None
        resolve(opened[1], opened[0], (), loader, report)
        assert [(found.code, found.mended) for found in report] == [("CLM201", True)]


def test_what_a_person_names_must_be_there(write: Write) -> None:
    write(house="", sub__deep="")
    for name, reason in (("hosue", "did you mean 'house'"), ("sub", "is a folder"), ("nowhere/x.yaml", "no file")):
        with pytest.raises(UnreadableError, match=reason):
            FileLoader().open_top(name, Report())


def test_standard_input_finds_its_parent_in_the_current_folder(write: Write) -> None:
    write(house="extends: base\nterms: {mine: 1}\n")
    loader, report = FileLoader(), Report()
    opened = loader.open_text("-", b"claimdsl: 1\nextends: house\n", report)
    assert opened is not None
    tree = resolve(opened[1], opened[0], (), loader, report)
    assert tree is not None and at(tree, "terms.mine") == 1
