"""The interface speaks French, Japanese and Dutch: catalogues are whole, fresh and fit the code; screens line up."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po
from wcwidth import wcswidth

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.engine.game import Game
from claimdsl.frontend.sections import DISPLAY_WORDS
from claimdsl.frozen import replace
from claimdsl.pipeline import load_with_sets, shipped_sets
from claimdsl.play.match import Match, header
from claimdsl.play.replay import begin, replay
from claimdsl.ui import rules
from claimdsl.ui.lines import Lines
from claimdsl.ui.names import Names
from claimdsl.ui.plain import PlainTable
from claimdsl.ui.speech import GAME_WORDS, SPOKEN, Speech
from claimdsl.ui.story import tell_game
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page, width_of, wrapped
from claimdsl.ui.words import Words, in_language
from tests.console import Console
from tests.write_translations import FOLDERS, KEYWORDS, LANGUAGES, LOCALE, ROOT, TEMPLATE, catalogue, messages, po_file

SHIPPED = ("base", "claim2", "german-whist", "whist", "black-maria")
Key = str | tuple[str, ...]


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def keys(found: Catalog) -> set[Key]:
    return {tuple(one.id) if isinstance(one.id, list | tuple) else one.id for one in found if one.id}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# --- catalogues ------------------------------------------------------------------------------------------------------


def test_there_is_a_catalogue_for_each_language_and_for_no_other() -> None:
    assert sorted(path.name for path in LOCALE.iterdir() if path.is_dir()) == sorted(LANGUAGES)


def test_the_template_holds_what_the_code_says() -> None:
    kept = read_po(io.BytesIO(TEMPLATE.read_bytes()))
    assert keys(kept) == keys(messages()), "run: make translations"


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_left_over_or_doubtful(language: str) -> None:
    found = catalogue(language)
    assert keys(found) == keys(messages()), "run: make translations"
    assert not [one.id for one in found if one.id and not all(forms(one))]
    assert not [one.id for one in found if one.id and one.fuzzy] and not found.obsolete
    assert "ot yet reviewed" in po_file(language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_places_of_its_message(language: str) -> None:
    found = catalogue(language)
    for message in (one for one in found if one.id):
        wanted = set().union(*map(places, ids(message)))
        several = not isinstance(message.id, str)
        assert len(forms(message)) == (found.num_plurals if several else 1), message.id
        for form in forms(message):
            given = places(form)
            assert given == wanted or (several and given | {"count"} == wanted | {"count"}), (message.id, form)
            assert form.isprintable() and "\x1b" not in form, message.id
            assert form.strip(" ") == form or ids(message)[0].strip(" ") != ids(message)[0], message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_programs_read_is_compiled_from_what_people_edit(language: str) -> None:
    compiled = read_mo(io.BytesIO(po_file(language).with_suffix(".mo").read_bytes()))
    edited = catalogue(language)
    assert {ids(one): forms(one) for one in compiled if one.id} == {
        ids(one): forms(one) for one in edited if one.id
    }, "run: make translations"


def test_every_word_of_the_game_is_in_the_catalogues() -> None:
    assert set(DISPLAY_WORDS) - {"lead"} <= {one for one, _ in GAME_WORDS}


GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")


def test_the_glossary_says_what_the_catalogues_say() -> None:
    rows = dict(re.findall(r"^\| ([a-z ]+) \| (.+) \|$", GLOSSARY, re.M))
    for one, _ in GAME_WORDS:
        if one in DISPLAY_WORDS:
            assert rows[one] == " | ".join(Speech.of(language).word(one) for language in LANGUAGES), one


# --- the code --------------------------------------------------------------------------------------------------------

FOR_AUTHORS = frozenset({
    "arena", "changes", "chart", "json_table", "matrix", "messages_json", "pages", "scenarios", "simulate", "solutions",
})
"""The files of the interface that speak English alone, or with texts of their own about SVG and JSON."""
UI = ROOT / "claimdsl" / "ui"
TOLD = sorted(
    str(path.relative_to(UI)) for path in UI.rglob("*.py") if path.stem not in (*FOR_AUTHORS, "styles")
)
_PROSE = re.compile(r"[a-z]{2,}[a-z,;:]* [a-z]+")
_TYPED = {"start, end"}


def literals(tree: ast.Module) -> Iterator[str]:
    """Give the texts of a file: no docstrings, and nothing that is raised."""
    skipped = {
        id(part) for node in ast.walk(tree)
        for part in (
            [node.value] if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            else list(ast.walk(node)) if isinstance(node, ast.Raise | ast.Assert) else []
        )
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


@pytest.mark.parametrize("name", TOLD)
def test_no_sentence_is_said_past_the_catalogues(name: str) -> None:
    known = {text for one in messages() if one.id for text in ids(one)}
    tree = ast.parse((UI / name).read_text(encoding="utf-8"))
    assert [text for text in literals(tree) if _PROSE.search(text) and text not in known | _TYPED] == []


def test_no_message_is_said_within_another_text() -> None:
    """See that no call is hidden in an f-string, where Babel does not find it."""
    for path in (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")):
        texts = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.JoinedStr)]
        calls = [node for text in texts for node in ast.walk(text) if isinstance(node, ast.Call)]
        said = [ast.unparse(call) for call in calls if ast.unparse(call.func).rpartition(".")[2] in KEYWORDS]
        assert [text for text in said if re.search(r"\(['\"]", text)] == [], path


# --- whole games -----------------------------------------------------------------------------------------------------


def told(game: Game, language: str, width: int = 80) -> str:
    """Tell a whole game as a replay does, with its rules and the reasons of a trick."""
    seats = ("greedy", "random", "greedy", "random")[: game.players]
    match = Match(game.deal(5, follow=True), [AGENTS[name]() for name in seats], 5)
    while match.step():
        pass
    record = replace(header(game.deal(5), "base", agents=seats), moves=match.moves, comments={})
    *_, last = replay(begin(record, game.ruleset), record.moves)
    out, words = io.StringIO(), Words.of(game, language)
    page = Page(out, width=width)
    tell_game(begin(record, game.ruleset), last, record, page, language)
    names = Names.of(seats, None, words)
    for line in (*rules.help_lines(game, words), *rules.why_trick(rules.last_trick(last.events), names)):
        page.say(line)
    return out.getvalue()


def played(game: Game, language: str, typed: str, width: int = 80) -> str:
    out = io.StringIO()
    match = Match(game.deal(5, follow=True), [None, *(AGENTS["greedy"]() for _ in range(game.players - 1))], 5)
    seats = ("human", *("greedy" for _ in range(game.players - 1)))
    PlainTable(Table(match, seats, language), Page(out, width=width), Lines(io.BytesIO(typed.encode()))).run()
    return out.getvalue()


def game_of(name: str) -> Game:
    ruleset = load_ruleset(name)
    return ruleset.game(ruleset.player_counts[0])


def words_in(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[A-Za-zÀ-ɏ]+(?:['-][A-Za-zÀ-ɏ]+)*", text)}


def known_words(game: Game, language: str) -> set[str]:
    """Collect the words that a screen of a game may hold: of the catalogue, of the ruleset, and names of its things."""
    program = game.ruleset.program
    texts = [form for one in catalogue(language) if one.id for form in forms(one)]
    titled = [program.titles, *(text for _, text in program.words), *(phase.titles for phase in program.phases)]
    titled += [text for spec in program.factions for text in (spec.titles, spec.description)]
    texts += [in_language(text, language) for text in titled]
    names = [hook.origin.power for hook in program.hooks] + [hook.origin.file for hook in program.hooks]
    names += [*game.options, *(value for values in game.ruleset.options.values() for value in values)]
    names += ["greedy random human x J Q K A", "hand last why quit"]
    return words_in(" ".join((*texts, *names)).replace("_", " ")) | words_in(" ".join(names))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHIPPED)
def test_a_whole_game_is_told_without_a_word_of_english(name: str, language: str) -> None:
    game = game_of(name)
    screen = re.sub(r"[a-z0-9/-]*/[a-z0-9-]+\.yaml:\d+|[a-z]+_[a-z_]+|\b\w+[\dJQKA]\b", "", told(game, language))
    assert sorted(words_in(screen) - known_words(game, language)) == []


@pytest.mark.parametrize("name", sorted(set(shipped_sets().values())))
def test_every_shipped_faction_is_described_in_every_language(name: str) -> None:
    ruleset, _ = load_with_sets("base", (name,), None)
    for spec in ruleset.program.factions:
        for texts in (spec.titles, spec.description):
            given = [language for language, _ in texts if language in LANGUAGES]
            assert not texts or sorted(given) == sorted(LANGUAGES), spec.name
        assert spec.description, spec.name


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_fit_and_columns_line_up(language: str, width: int) -> None:
    shown = played(game_of("base"), language, "?\nhand\nwhy\n1\nlast\nwhy\n" + "1\n" * 40, width)
    assert max(wcswidth(line) for line in shown.splitlines()) <= width
    hands = [block.splitlines() for block in re.findall(r"(?:^  (?! )\S.*  +\d.*\n)+", shown, re.M)]
    assert len(hands) > 10
    for rows in hands:
        begins = [re.match(r"  \S.*?  +(?=\d)", row) for row in rows]
        assert len({wcswidth(begin[0]) for begin in begins if begin}) == 1, rows


@pytest.mark.parametrize("language", LANGUAGES)
def test_widths_are_those_of_terminals(language: str) -> None:
    for message in (one for one in catalogue(language) if one.id):
        assert all(width_of(form) == wcswidth(form) for form in forms(message))


def test_a_japanese_line_breaks_between_letters_but_not_before_a_stop() -> None:
    text = "騎士 7は場札から、" * 12 + "。"
    lines = wrapped(text, 40)
    assert all(wcswidth(line) <= 40 for line in lines) and all(wcswidth(line) > 30 for line in lines[:-1])
    assert not any(line.lstrip()[0] in "、。」" for line in lines)
    assert "".join(line.strip() for line in lines).replace(" ", "") == text.replace(" ", "")


# --- which language --------------------------------------------------------------------------------------------------


def speaking(claim: Console, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], *words: str) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    status, out, err = claim("play", "--seats", "greedy,random", "--seed", "1", *words)
    assert status == 0, err
    return out.splitlines()[1].split()[0]


@pytest.mark.parametrize(("environment", "words", "first"), [
    ({}, (), "Factions:"),
    ({"LANG": "ja_JP.UTF-8"}, (), "勢力:"),
    ({"LANG": "nl_BE.utf8"}, (), "Facties:"),
    ({"LC_MESSAGES": "nl_NL.UTF-8", "LANG": "ja_JP.UTF-8"}, (), "Facties:"),
    ({"LC_ALL": "C.UTF-8", "LANG": "ja_JP.UTF-8"}, (), "Factions:"),
    ({"LANG": "ja_JP.eucJP"}, (), "Factions:"),
    ({"LANG": "de_DE.UTF-8"}, (), "Factions:"),
    ({"LANG": "ja_JP.UTF-8"}, ("--language", "en"), "Factions:"),
    ({"LANG": "ja_JP.UTF-8"}, ("--language", "nl"), "Facties:"),
])
def test_the_environment_chooses_the_language_and_an_option_overrules_it(
    claim: Console, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], words: tuple[str, ...], first: str
) -> None:
    assert speaking(claim, monkeypatch, environment, *words) == first


def test_english_needs_no_catalogue() -> None:
    assert [language for language in SPOKEN if Speech.of(language).catalogue is None] == ["en"]


def test_lists_and_reasons_are_told_in_the_language_too(claim: Console) -> None:
    assert "Va avec" not in claim("rulesets", "--factions")[1]
    listed = claim("rulesets", "--factions", "--language", "fr")[1]
    assert "(Va avec chevaliers.)" in listed and "gobelins : Nombreux et ordinaires." in listed
    assert "pour 2, 3, 4 joueurs" in claim("rulesets", "--language", "fr")[1]
    claim("play", "--seats", "greedy,random", "--seed", "1", "--save", "game.json")
    why = claim("why", "game.json", "--move", "1", "--language", "ja")[1]
    assert why.startswith("1手目: ") and "根拠は" in why
