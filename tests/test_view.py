"""A kept game looked through, played on, dealt again, and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from claimdsl.cli.position import Wanted, open_record
from claimdsl.ui.names import Names
from claimdsl.ui.viewer import Viewer
from claimdsl.ui.words import Words
from tests.console import Console
from tests.soak_kill import moves_of


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Console:
    return Console(tmp_path, monkeypatch)


def test_kept_games_by_house_rules_count_wherever_these_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "house.yaml").write_text("claimdsl: 1\nname: house\nextends: base\n", encoding="utf-8")
    claim = Console(tmp_path / "home", monkeypatch)
    status, _, err = claim("play", "--ruleset", "../house.yaml", "--seats", "human,random", typed="1\n")
    assert status == 0 and err.startswith("Stopped;")
    assert claim("resume", typed="1\n" * 99)[0] == 0
    assert claim.json("stats", "--format", "json")["unread"] == []
    kept = next((tmp_path / "home" / "state").rglob("*.json"))
    (tmp_path / "home" / "foreign.json").write_bytes(kept.read_bytes())
    assert claim("replay", "foreign.json")[0] == 1


def test_a_game_is_stepped_through(claim: Console) -> None:
    moves = claim.game()
    status, out, err = claim("view", "game.json", typed=f"\nback\ntrick\nwhy\n{len(moves)}\n\nend\n0\nend\nquit\n")
    assert (status, err) == (0, "")
    assert "Move 0 of 52, trick 1 of recruit: " in out and "Move 1 of 52" in out and "Move 2 of 52" in out
    assert out.count("== The end ==") == 1 and "There is no further move." in out
    assert "base.yaml:" in out


@pytest.mark.parametrize(("typed", "reason"), [
    ("99", "There are moves from 0 to 52."),
    ("back", "There are moves from 0 to 52."),
    ("nxet", "That is no word here; did you mean next?"),
    ("\x1b[2J", "That is no word here; ? for help."),
    ("x" * 100_000, "That is no word here; ? for help."),
    ("play 7", "Play takes a seat from 0 to 1."),
    ("?", "go back by one move"),
])
def test_what_is_no_word_gets_a_reason(claim: Console, typed: str, reason: str) -> None:
    claim.game()
    status, out, _ = claim("view", "game.json", typed=f"{typed}\n")
    assert status == 0 and reason in out and "\x1b" not in out


def test_a_game_is_played_on_from_any_moment(claim: Console) -> None:
    moves = claim.game()
    before = (claim.folder / "game.json").read_text()
    status, out, err = claim("view", "game.json", "--save", "new.json", typed="20\nplay 1\n" + "1\n" * 60)
    assert (status, err) == (0, "") and "Your card?" in out and "The end" in out
    record = json.loads((claim.folder / "new.json").read_text())
    assert record["moves"][:20] == moves[:20] and record["agents"] == ["random", "human"]
    assert (claim.folder / "game.json").read_text() == before
    assert claim("replay", "new.json")[0] == 0


def test_who_has_seen_all_plays_on_for_practice(claim: Console) -> None:
    claim.game()
    claim("view", "game.json", "--save", "new.json", typed="20\nplay 1\n" + "1\n" * 60)
    assert json.loads((claim.folder / "new.json").read_text())["practice"] is True
    claim("view", "game.json", typed="20\nplay 1\n" + "1\n" * 60)
    assert claim("stats")[1].startswith("No game is finished yet")


@pytest.mark.parametrize("words", [
    ("--seed", "5"),
    ("--seed", "7", "--with", "factions/fire", "--factions", "goblins,knights,fire_elementals,demons,undead"),
])
def test_a_game_that_is_not_over_is_shown_as_its_player_sees_it(claim: Console, words: tuple[str, ...]) -> None:
    claim("play", *words, "--save", "game.json", typed="1\n" * 6)
    opened = open_record(Wanted(str(claim.folder / "game.json"), None, None, (), False))
    states = opened.states()
    assert not states[-1].is_over
    _, out, err = claim("view", "game.json", typed="\n" * len(states) + "".join(f"{n}\n" for n in range(len(states))))
    out, words = " ".join(out.split()), Words.of(states[0].game)
    assert err == "" and "greedy: (13)" in out and "An unseen card goes to greedy's followers" in out
    for made, state in enumerate(states):
        viewer = Viewer(states, Names.of(("human", "greedy"), 0, words), 0)
        viewer.made = made
        hand = words.grouped(state.observation(0).hand) or "-"
        assert (f"you: {hand}", "") in list(viewer.table()) and f"you: {hand}" in out


def test_hands_that_several_people_hide_are_not_shown(claim: Console) -> None:
    claim("play", "--seats", "human,human", "--save", "game.json", typed="1\n1\n")
    for command in ("view", "replay", "review"):
        status, out, err = claim(command, "game.json")
        assert (status, out) == (2, "") and "this game is not over" in err
    assert claim("view", "game.json", "--open")[0] == 0
    claim("resume", "game.json", typed="1\n" * 60)
    assert claim("view", "game.json")[0] == 0


def test_a_game_that_is_not_over_is_not_played_on_beside_itself(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n1\n")
    _, out, _ = claim("view", "game.json", "--save", "new.json", typed="2\nplay 1\n")
    assert "claim resume goes on with it" in out and not (claim.folder / "new.json").exists()
    status, out, err = claim("play", "--again", "game.json", "--save", "new.json")
    assert (status, out) == (2, "") and "claim resume goes on with it" in err
    claim("view", "game.json", "--open", "--save", "new.json", typed="2\nplay 1\n")
    assert json.loads((claim.folder / "new.json").read_text().splitlines()[0])["practice"] is True


@pytest.mark.parametrize("seats", ["greedy,human", "human,human", "greedy,greedy"])
def test_who_takes_another_seat_of_a_running_game_or_looks_on_plays_for_practice(claim: Console, seats: str) -> None:
    claim("play", "--seed", "5", "--save", "game.json", typed="1\n1\n")
    before = (claim.folder / "game.json").read_bytes()
    for words in ((), ("--save", "new.json")):
        status, out, err = claim("resume", "game.json", "--seats", seats, *words, typed="1\n" * 60)
        assert (status, out) == (2, "") and "this game is not over" in err
    assert (claim.folder / "game.json").read_bytes() == before and not (claim.folder / "new.json").exists()
    assert claim("resume", "game.json", "--seats", seats, "--open", typed="1\n" * 60)[0] == 0
    assert json.loads((claim.folder / "game.json").read_text())["practice"] is True


@pytest.mark.parametrize(("words", "reason"), [
    (("view", "game.json", "--json"), "claim replay --trace writes it as JSON"),
    (("play", "--json", "--ui", "plain"), "--json is --ui json, and --ui plain is another one"),
    (("resume", "game.json", "--json", "--ui", "tui"), "--json is --ui json, and --ui tui is another one"),
])
def test_no_front_end_is_asked_for_in_vain(claim: Console, words: tuple[str, ...], reason: str) -> None:
    claim.game()
    status, out, err = claim(*words)
    assert (status, out) == (2, "") and reason in " ".join(err.split())


def test_a_game_may_be_begun_at_a_move(claim: Console) -> None:
    claim.game()
    assert "Move 30 of 52" in claim("view", "game.json", "--move", "30")[1]
    assert claim("view", "game.json", "--move", "53")[0] == 2
    assert claim("view", "-")[0] == 2


def test_the_same_deal_is_played_from_another_seat(claim: Console) -> None:
    claim("play", "--seed", "5", "--save", "one.json", typed="1\n" * 60)
    status, _, err = claim("play", "--again", "one.json", "--save", "two.json", typed="1\n" * 60)
    assert (status, err) == (0, "")
    one, two = (json.loads((claim.folder / name).read_text()) for name in ("one.json", "two.json"))
    assert one["agents"] == ["human", "greedy"] and two["agents"] == ["greedy", "human"]
    assert one.get("dealt_before") is None and two["dealt_before"] is True
    assert one["deck"] == two["deck"] and one["first_leader"] == two["first_leader"]
    assert claim("play", "--again", "one.json", "--seat", "0", "--save", "three.json", typed="1\n" * 60)[0] == 0
    assert moves_of(claim.folder / "three.json") == one["moves"]
    for words, reason in (
        (("--again", "one.json", "--seat", "2"), "seats run from 0 to 1"),
        (("--again", "one.json", "--seat", "1", "--seats", "human,random"), "leave out --seat"),
        (("--seat", "1"), "--seat goes with --again"),
        (("--again", "none.json"), "no such file"),
    ):
        status, _, err = claim("play", *words)
        assert status == 2 and reason in err


def test_finished_games_are_counted(claim: Console) -> None:
    status, out, _ = claim("stats")
    assert status == 0 and out.startswith("No game is finished yet in")
    for seed in ("1", "2", "3"):
        claim("play", "--seed", seed, "--seats", "human,random", typed="1\n" * 60)
    claim("play", "--seed", "1", "--ruleset", "claim2", "--players", "3", typed="1\n" * 60)
    claim("play", "--seed", "4", typed="1\n")
    claim("play", "--seed", "5", "--practice", typed="1\n" * 60)
    claim("play", "--seed", "6", "--seats", "random,random")
    (claim.folder / "state" / "claimdsl" / "games" / "x.json").write_text("{")
    found = json.loads(claim("stats", "--format", "json")[1])
    rows = [(row["ruleset"], row["players"], row["against"]) for row in found["games"]]
    assert rows == [("base", 2, "random"), ("claim2", 3, "greedy, greedy")] and found["unread"] == ["x.json"]
    assert sum(found["games"][0][key] for key in ("won", "shared", "lost")) == 3
    status, out, _ = claim("stats")
    assert status == 0 and "1 file could not be replayed." in out and out.splitlines()[1].startswith("base ")
    assert claim("stats", "nowhere")[0] == 2


def test_cards_that_were_dealt_before_are_said_so_and_do_not_count(claim: Console) -> None:
    said = "These cards have been dealt before: the game does not count."
    one, two, three = (claim("play", "--seed", seed, typed="1\n" * 60)[1] for seed in ("1", "1", "2"))
    assert [said in out for out in (one, two, three)] == [False, True, False]
    claim("play", "--seed", "3", typed="1\n")
    assert said in claim("play", "--seed", "3", typed="1\n" * 60)[1]
    first = next((claim.folder / "state" / "claimdsl" / "games").glob("*-1.json"))
    assert said in claim("play", "--again", str(first), typed="1\n" * 60)[1]
    found = json.loads(claim("stats", "--format", "json")[1])
    assert [row["won"] + row["shared"] + row["lost"] for row in found["games"]] == [2]
    assert len(found["dealt_before"]) == 3
    assert "3 games are not counted: their cards had been dealt before." in claim("stats")[1]
    first.rename(first.with_name("z.json"))
    assert json.loads(claim("stats", "--format", "json")[1])["games"] == found["games"]


def test_files_without_a_mark_count_once_a_deal(claim: Console) -> None:
    for name in ("a.json", "b.json"):
        claim("play", "--seed", "1", "--save", name, typed="1\n" * 60)
    found = json.loads(claim("stats", ".", "--format", "json")[1])
    assert [row["won"] + row["shared"] + row["lost"] for row in found["games"]] == [1]
    assert found["dealt_before"] == ["b.json"]
