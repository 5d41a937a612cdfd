"""Titles and display words are what people read on every screen, and may be typed; records keep names."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from claimdsl import load_ruleset
from claimdsl.ai.agent import AGENTS
from claimdsl.diagnostics.report import RulesetError
from claimdsl.engine.action import Action
from claimdsl.engine.game import Game
from claimdsl.frontend.sections import DISPLAY_WORDS
from claimdsl.frozen import replace
from claimdsl.play.match import Match, header
from claimdsl.play.replay import begin, replay
from claimdsl.ui.ask import Chosen, Command, Question, Refused, understand
from claimdsl.ui.json_table import JsonTable
from claimdsl.ui.lines import Lines
from claimdsl.ui.names import Names
from claimdsl.ui.plain import PlainTable
from claimdsl.ui.story import tell_game
from claimdsl.ui.table import Table
from claimdsl.ui.text import Page, width_of
from claimdsl.ui.words import Words, faction_titles, languages

TITLED = """\
claimdsl: 1
name: titled
extends: base
title: {en: 鬼と騎士, ja: 鬼, de: Kobolde}
factions:
  goblins: {title: {en: 鬼たちの軍勢, ja: 鬼, de: Kobolde}}
  knights: {title: {en: ナイト, ja: 騎士}}
  undead: {title: アンデッド}
  dwarves: {title: {en: Dwarven Folk}}
  doppelgangers: {title: {en: ドッペルゲンガー}}
"""
SEATS = ("human", "greedy")


def ruleset(folder: Path, text: str) -> Game:
    path = folder / "own.yaml"
    path.write_text(text, encoding="utf-8")
    return load_ruleset(path).game(2)


def table(
    game: Game, typed: str, seats: tuple[str, ...] = SEATS, width: int = 80, language: str = "en"
) -> tuple[str, Match]:
    out = io.StringIO()
    match = Match(game.deal(5, follow=True), [None if seat == "human" else AGENTS[seat]() for seat in seats], 5)
    PlainTable(Table(match, seats, language), Page(out, width=width), Lines(io.BytesIO(typed.encode()))).run()
    return out.getvalue(), match


def plays_of(game: Game) -> tuple[Action, ...]:
    return tuple(Action("play", label) for label in dict.fromkeys(game.cards))


def retold(game: Game, match: Match, width: int = 80, language: str = "en") -> str:
    record = replace(header(game.deal(5), "own.yaml", agents=SEATS), moves=match.moves)
    first = begin(record, game.ruleset)
    *_, last = replay(first, record.moves)
    out = io.StringIO()
    tell_game(first, last, record, Page(out, width=width), language)
    return out.getvalue()


FACTIONS = re.compile(r"(?<![\w/])(goblins|knights|undead|dwarves|doppelgangers)(?![\w/])")


@pytest.mark.parametrize("width", [80, 60, 40])
def test_every_screen_says_titles_and_lines_up(tmp_path: Path, width: int) -> None:
    game = ruleset(tmp_path, TITLED)
    typed = "?\nhand\nwhy\nナイト 2\nwhy\n1\nlast\nwhy\n" + "1\n" * 60
    shown, match = table(game, typed, width=width)
    assert match.state.is_over and "鬼たちの軍勢 0" in shown and "鬼と騎士, 2 players" in shown
    for text in (shown, retold(game, match, width)):
        assert max(map(width_of, text.splitlines())) <= width
        assert not FACTIONS.findall(text)
    hands = re.findall(r"card before it:\n((?:  .*\n)+)", shown) if width > 60 else [shown.split("before it:\n")[1]]
    for held in hands:
        begins = re.findall(r"^  (?! )(.*?)  +[0-9]", held.split("Your card?")[0], re.M)
        rows = re.findall(r"^(  (?! ).*?  +)[0-9]", held.split("Your card?")[0], re.M)
        assert begins and len({width_of(row) for row in rows}) == 1, held


def test_a_long_row_of_a_hand_goes_on_below_its_first_value() -> None:
    out = io.StringIO()
    Page(out, width=30).row("  鬼たちの軍勢", [f"{value} [{value + 1}]" for value in range(8)])
    assert out.getvalue() == "  鬼たちの軍勢  0 [1]  1 [2]\n" + "".join(
        f"{'':14}  {value} [{value + 1}]  {value + 1} [{value + 2}]\n" for value in (2, 4, 6)
    )


def test_a_language_chooses_titles_and_else_english_then_the_name(tmp_path: Path) -> None:
    game = ruleset(tmp_path, TITLED)
    program = game.ruleset.program
    assert languages(program) == ("de", "en", "fr", "ja", "nl")
    titles_of = (
        ("ja", "鬼", "騎士"), ("de", "Kobolde", "ナイト"), ("fr", "gobelins", "chevaliers"),
        ("es", "鬼たちの軍勢", "ナイト"),
    )
    for language, goblins, knights in titles_of:
        titles = faction_titles(program, language)
        assert (titles["goblins"], titles["knights"], titles["undead"]) == (goblins, knights, "アンデッド")
    shown, match = table(game, "1\n" * 60, language="ja")
    assert shown.startswith("鬼、プレイヤー2人") and "騎士" in shown and "ナイト" not in shown
    assert "騎士" in retold(game, match, language="ja")
    game = ruleset(tmp_path, "claimdsl: 1\nextends: base\nfactions: {undead: {title: {ja: 鬼}}}\n")
    assert Words.of(game).faction("undead") == "undead" and Words.of(game, "ja").faction("undead") == "鬼"


HAND = ("goblins:0", "goblins:7", "knights:9", "dwarves:3", "undead:5")


@pytest.mark.parametrize(("typed", "meant"), [
    ("鬼たちの軍勢 7", "play goblins:7"),
    ("鬼7", "play goblins:7"),
    ("鬼　７", "play goblins:7"),
    ("goblins 7", "play goblins:7"),
    ("go7", "play goblins:7"),
    ("play goblins:7", "play goblins:7"),
    ("play 鬼 0", "play goblins:0"),
    ("ナイト", "play knights:9"),
    ("ﾅｲﾄ9", "play knights:9"),
    ("DWARVEN folk 3", "play dwarves:3"),
    ("dwarven f3", "play dwarves:3"),
    ("dwarves 3", "play dwarves:3"),
    ("dw", "play dwarves:3"),
    ("鬼", "! which one: 鬼たちの軍勢 0 or 鬼たちの軍勢 7?"),
    ("鬼88", "! there is no card '鬼 88' in this game"),
    ("鬼たちの軍隊 7", "! there is no card '鬼たちの軍隊 7' in this game; did you mean 鬼たちの軍勢?"),
    ("dwarven folc", "! that is neither a card nor a command; did you mean dwarven folk?"),
    ("ドッペル4", "! you do not hold ドッペルゲンガー 4"),
    ("アンデッド 5", "! you may not play アンデッド 5 now"),
])
def test_names_titles_and_their_beginnings_may_be_typed(tmp_path: Path, typed: str, meant: str) -> None:
    game = ruleset(tmp_path, TITLED)
    actions = tuple(action for action in plays_of(game) if str(action).split()[1] in HAND[:4])
    match understand(typed, Question(actions, HAND, game.cards, Words.of(game))):
        case Chosen(action=action):
            assert str(action) == meant
        case Refused(reason=reason):
            assert f"! {reason}" == meant
        case Command():
            raise AssertionError


def test_a_refusal_names_the_led_faction_by_its_title(tmp_path: Path) -> None:
    shown, _ = table(ruleset(tmp_path, TITLED), "1\nナイト 2\nwhy\n", width=100)
    assert "You may not play ナイト 2 now: 鬼たちの軍勢 are led and you hold a card that follows." in shown


def test_equal_titles_are_told_apart_by_their_names(tmp_path: Path) -> None:
    titles = "{undead: {title: Same}, dwarves: {title: same}, knights: {title: Goblins}}"
    game = ruleset(tmp_path, f"claimdsl: 1\nextends: base\nfactions: {titles}\n")
    words = Words.of(game)
    assert [words.faction(name) for name in ("undead", "dwarves", "knights", "goblins")] == [
        "Same (undead)", "same (dwarves)", "Goblins (knights)", "goblins",
    ]
    question = Question(plays_of(game), game.cards, game.cards, Words.of(game))
    assert understand("goblins 9", question) == Chosen(Action("play", "goblins:9"))
    refused = understand("same 9", question)
    assert isinstance(refused, Refused) and refused.reason == "'same 9' may be same (dwarves) 9 or Same (undead) 9"


def test_records_and_json_lines_keep_names(tmp_path: Path) -> None:
    game = ruleset(tmp_path, TITLED)
    _, match = table(game, "鬼0\n" + "1\n" * 60)
    assert match.moves[0] == "play goblins:0" and all(move.isascii() for move in match.moves)
    out = io.StringIO()
    match = Match(game.deal(5, follow=True), [None, AGENTS["greedy"]()], 5)
    JsonTable(Table(match, SEATS), Page(out), Lines(io.BytesIO(b"play goblins:0\n"))).run()
    messages = [json.loads(line) for line in out.getvalue().splitlines()]
    assert not any("鬼" in json.dumps(one, ensure_ascii=False) for one in messages if one["type"] != "log")
    assert any("鬼たちの軍勢 0" in one["text"] for one in messages if one["type"] == "log")


def everything(folder: Path, words: str) -> str:
    """Show all that a person can be shown of a game by a ruleset with these words."""
    text = f"claimdsl: 1\nextends: base\nwords: {{{words}}}\n"
    game = ruleset(folder, text)
    typed = "?\nlast\nwhy\nknights 2\nwhy\n1\n1\nundead\nlast\n" + "1\n" * 60
    many = Question(plays_of(game), game.cards, game.cards, Words.of(game))
    refused = understand("g", many)
    assert isinstance(refused, Refused)
    told = f"{refused.reason} {Names.of(SEATS, 0, many.words).choice('take', 'deck')}"
    return table(game, typed)[0] + table(game, "", ("greedy", "random"))[0] + told


@pytest.mark.parametrize("word", [*DISPLAY_WORDS, "victory"])
def test_a_display_word_is_said(tmp_path: Path, word: str) -> None:
    if word in ("display", "middle"):
        pytest.skip("a pile like any other, but not one of base")
    said = "zwxq" in everything(tmp_path, f"{word}: {{en: zwxq, ja: 語}}").casefold()
    assert said


def test_a_word_of_a_pile_may_be_typed(tmp_path: Path) -> None:
    words = Words(said={"deck": "Stapel"})
    actions = (Action("take", "knights:2"), Action("take", "deck"))
    for typed in ("stapel", "St", "take stapel", "deck", "take deck", "2"):
        assert understand(typed, Question(actions, (), ("knights:2",), words)) == Chosen(actions[1])


def test_a_number_that_is_a_seat_is_told_by_who_sits_there(tmp_path: Path) -> None:
    text = (
        "claimdsl: 1\nextends: base\nstate: {dealer: Player}\nrules:\n  pick:\n    after_trick: |\n"
        "      set dealer to winner\n      choose friend from players by winner\n"
    )
    shown, _ = table(ruleset(tmp_path, text), "1\n" * 12)
    assert "State: dealer nothing." in shown and "Dealer is now greedy [pick]." in shown
    assert "[2] friend you" in shown or "[1] friend you" in shown


def test_a_state_that_is_not_shown_is_on_no_screen_and_known_to_all(tmp_path: Path) -> None:
    text = (
        "claimdsl: 1\nextends: base\nstate: {dealer: Player, waves: {range: 0..99, shown: never}}\n"
        "rules:\n  pick:\n    after_trick: |\n      set dealer to winner\n      set waves to waves + 7\n"
    )
    shown, _ = table(ruleset(tmp_path, text), "1\n" * 12)
    assert "Dealer is now greedy [pick]." in shown and "aves" not in shown
    bare = text.replace("dealer: Player", "dealer: {type: Player, shown: never}")
    bare, _ = table(ruleset(tmp_path, bare), "1\n" * 12)
    assert "State" not in bare and "ealer" not in bare
    state = ruleset(tmp_path, text).deal(1)
    assert {view.state: view.value for view in state.observation(1).states}["waves"] == 0


def test_a_phase_is_called_by_its_title(tmp_path: Path) -> None:
    text = "claimdsl: 1\nname: own\nextends: base\nphases:\n  recruit: {title: {en: Hiring, de: Werbung}}\n"
    game = ruleset(tmp_path, text)
    assert Words.of(game).phase("recruit") == "Hiring"
    assert Words.of(game, "de").phase("recruit") == "Werbung"
    assert Words.of(game).phase("collect") == "collect"


def test_keys_state_and_choices_have_words_too(tmp_path: Path) -> None:
    text = (
        "claimdsl: 1\nextends: base\nwords: {dealer: giver, friend: ally, factions: banners}\nstate: {dealer: Player}\n"
        "rules:\n  pick:\n    after_trick: |\n"
        "      set dealer to winner\n      choose friend from players by winner\n"
    )
    shown, _ = table(ruleset(tmp_path, text), "1\n" * 60)
    assert "State: giver nothing." in shown and "Giver is now greedy [pick]." in shown
    assert "[1] ally you" in shown and "the game, by banners." in shown


def test_a_word_may_be_left_over_from_a_parent(tmp_path: Path) -> None:
    (tmp_path / "parent.yaml").write_text(
        "claimdsl: 1\nname: parent\nextends: base\nwords: {spare: reserve}\n"
        "piles: {spare: {of: table, seen_by: all}}\n"
    )
    game = ruleset(tmp_path, "claimdsl: 1\nextends: ./parent\npiles: {remove: [spare]}\n")
    assert Words.of(game).say("spare") == "reserve"
    with pytest.raises(RulesetError, match="no screen says 'spair'"):
        ruleset(tmp_path, "claimdsl: 1\nextends: ./parent\nwords: {spair: x}\n")
