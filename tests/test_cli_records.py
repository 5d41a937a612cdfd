"""Records as they come from elsewhere: each is told what is wrong with it, once, and the others go on."""

from __future__ import annotations

import copy
import gzip
import json

import pytest

from tests.test_cli import Claim, cache, claim, env, first_games

__all__ = ["cache", "claim", "env"]
BAD = "claimdsl: 1\nname: bad\nextends: base\nrules:\n  rank:\n    tier: if led == goblin then 2 else bese\n"


@pytest.fixture
def record() -> dict[str, object]:
    found = first_games(1)[0]["record"]
    assert isinstance(found, dict)
    return found


def lines(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


FIELDS = (
    "ruleset", "ruleset_sha256", "date", "tool", "seed", "agents", "comments", "format", "unknown", "factions", "with",
    "deck", "side_decks", "options", "moves",
)


def with_text(field: str, text: str) -> list[object]:
    """Give values of a field that hold a text."""
    return [text, [text], [text, text], {text: "1"}, {"victory": text}, {text: []}, {text: [text]}]


@pytest.mark.parametrize("text", ["\ud800", "\x1b[2J", "a\nb", "\u202e", "x" * 5000, "\0", "", "a\udcff"])
def test_any_text_in_a_record_is_met_with_a_reason_and_cannot_drive_a_terminal(
    claim: Claim, record: dict[str, object], text: str,
) -> None:
    raw = [{**record, "moves": [], field: value} for field in FIELDS for value in with_text(field, text)]
    some = [raw[:50], raw[50:]]
    shown = [{**record, "moves": [], "agents": [text, text], "comments": {text: "x", "1": text}}]
    for words, records in (("", some[0]), ("", some[1]), ("--trace", some[0]), ("--trace", some[1]), ("", shown)):
        status, out, err = claim("replay", "-", *filter(None, [words]), typed=lines(*records))
        assert status in (0, 1) and (status == 0) == (err == ""), err
        assert not any(bad in out + err for bad in ("\x1b", "\u202e", "\0", "bug of claim", "Traceback"))
        assert max(map(len, err.splitlines()), default=0) < 500
        if words:
            assert out.count("[]\n") == len(records) or status


def test_a_ruleset_in_error_stops_no_other_record(claim: Claim, record: dict[str, object]) -> None:
    (claim.folder / "bad.yaml").write_text(BAD)
    (claim.folder / "folder.yaml").mkdir()
    others = [{**record, "ruleset": name} for name in ("bad.yaml", "bad.yaml", "none.yaml", "folder.yaml")]
    (claim.folder / "many.jsonl").write_text(lines(record, *others, record))
    status, out, err = claim("replay", "many.jsonl", "--trace")
    found = [json.loads(line) for line in out.splitlines()]
    assert status == 1 and found[0] == found[5] and found[0] and found[1:5] == [[], [], [], []]
    told = err.splitlines()
    assert [line[:20] for line in told] == [f"many.jsonl: line {n}: r"[:20] for n in range(2, 6)]
    place = "its ruleset is in error: bad.yaml:6:21: CLM402: unknown faction 'goblin' (and 1 more)"
    assert told[0] == f"many.jsonl: line 2: {place}" and told[1] == f"many.jsonl: line 3: {place}"
    status, out, err = claim("replay", "many.jsonl")
    assert status == 1 and [line[:7] for line in out.splitlines()] == ["line 1:", "line 6:"] and err.count("\n") == 4
    status, out, err = claim("replay", "many.jsonl", "--check")
    assert (status, out) == (1, "") and err.count("\n") == 5
    assert err.endswith("many.jsonl: 6 games: 2 legal, without a trace, 4 in error\n")


def test_a_ruleset_that_cannot_be_read_stops_no_other_record(claim: Claim, record: dict[str, object]) -> None:
    (claim.folder / "big.yaml").write_text("#" * 300_000)
    (claim.folder / "many.jsonl").write_text(lines({**record, "ruleset": "big.yaml"}, record))
    status, out, err = claim("replay", "many.jsonl", "--trace")
    assert status == 1 and out.startswith("[]\n[{") and err.startswith("many.jsonl: line 1: ") and "big.yaml" in err


def test_a_ruleset_in_error_is_told_in_full_for_a_single_record(claim: Claim, record: dict[str, object]) -> None:
    (claim.folder / "bad.yaml").write_text(BAD)
    status, out, err = claim("replay", "-", typed=json.dumps({**record, "ruleset": "bad.yaml"}))
    assert (status, out) == (1, "") and "--> bad.yaml:6:21" in err and "--> bad.yaml:6:40" in err


def test_check_goes_on_after_a_difference_and_counts(claim: Claim) -> None:
    games = first_games(3)
    wrong = copy.deepcopy(games[1])
    trace = wrong["trace"]
    assert isinstance(trace, list)
    trace[0]["winner"] = 1 - trace[0]["winner"]
    (claim.folder / "games.jsonl").write_text(lines(games[0], wrong, games[2], {"record": games[2]["record"]}))
    status, out, err = claim("replay", "--check", "games.jsonl")
    assert status == 1 and out.startswith("games.jsonl: line 2: trace line 1, winner: ") and out.count("\n") == 1
    assert err == "games.jsonl: 4 games: 2 the same, 1 different, 1 legal, without a trace\n"


def test_check_of_one_game_says_so(claim: Claim, record: dict[str, object]) -> None:
    game = first_games(1)[0]
    assert claim("replay", "--check", "-", typed=json.dumps(game)) == (0, "", "-: the trace is the same\n")
    assert claim("replay", "--check", "-", typed=json.dumps(record)) == (
        0, "", "-: there is no trace beside it; every move is legal\n",
    )


def test_trace_and_check_do_not_go_together(claim: Claim) -> None:
    status, _, err = claim("replay", "--check", "--trace", "-")
    assert status == 2 and "--trace and --check do not go together" in err


def test_an_illegal_move_is_no_end_of_the_record(claim: Claim, record: dict[str, object]) -> None:
    moves = record["moves"]
    assert isinstance(moves, list)
    status, out, _ = claim("replay", "-", typed=json.dumps({**record, "moves": [*moves[:5], "keep", *moves[6:]]}))
    assert status == 1 and "The record ends" not in out and "goes on" not in out
    assert out.endswith(f"Told as far as the rules allow: 5 of {len(moves)} moves; the next one is not legal.\n")
    status, out, _ = claim("replay", "-", typed=json.dumps({**record, "moves": [*moves, "keep"]}))
    assert status == 1 and "== The end ==" in out
    assert out.endswith(f"{len(moves)} of {len(moves) + 1} moves; the next one is not legal.\n")
    status, out, _ = claim("replay", "-", typed=json.dumps({**record, "moves": moves[:5]}))
    assert status == 0 and out.endswith("The record ends here, after 5 moves; the game goes on.\n")


def test_another_ruleset_names_the_way_on(claim: Claim, record: dict[str, object]) -> None:
    status, _, err = claim("replay", "-", typed=json.dumps({**record, "ruleset_sha256": "\x1b" * 64}))
    assert status == 1 and err.rstrip().endswith("--any-ruleset replays it all the same") and "\x1b" not in err


def test_what_a_replay_does_not_need_is_no_obstacle(claim: Claim, record: dict[str, object]) -> None:
    odd = {"seed": "x", "agents": [{"name": "x"}], "date": None, "tool": {"name": "y"}, "comments": [1]}
    assert claim("replay", "-", "--trace", typed=json.dumps(record | odd)) == claim(
        "replay", "-", "--trace", typed=json.dumps(record))
    assert claim("replay", "-", typed=json.dumps(record | odd))[0] == 0


def test_a_wrong_line_of_a_journal_is_one_message(claim: Claim, record: dict[str, object]) -> None:
    moves = record.pop("moves")
    assert isinstance(moves, list)
    raw = lines(record, {"mve": moves[0]}, *({"move": move} for move in moves[1:]))
    for name in ("game.json", "game.jsonl"):
        (claim.folder / name).write_text(raw)
        for words in ((name,), (name, "--trace")):
            status, out, err = claim("replay", *words)
            reason = "line 2: {\"move\": \"...\"} is meant, not an object with 'mve'"
            assert (status, out, err) == (1, "", f"{name}: {reason}\n")


def test_of_very_many_wrong_lines_the_first_are_told(claim: Claim, record: dict[str, object]) -> None:
    status, out, err = claim("replay", "-", typed="{}\n" * 20_000)
    assert (status, out) == (1, "") and err.count("\n") == 101
    assert err.endswith("-: and 19900 more\n")
    status, out, _ = claim("replay", "--trace", "-", typed="{}\n" * 500 + json.dumps(record) + "\n")
    assert status == 1 and out.count("\n") == 501 and out.startswith("[]\n" * 500 + "[{")


def test_a_line_that_is_far_too_long_is_one_line(claim: Claim, record: dict[str, object]) -> None:
    long = b"x" * (14 * 1024 * 1024)
    raw = json.dumps(record).encode()
    (claim.folder / "long.jsonl.gz").write_bytes(gzip.compress(b"\n".join((raw, long, raw, b"{}", b"")), 1))
    status, out, err = claim("replay", "long.jsonl.gz")
    assert status == 1 and [line[:7] for line in out.splitlines()] == ["line 1:", "line 3:"]
    assert err == (
        "long.jsonl.gz: line 2: the record is too long: no game needs more than 4 MiB\n"
        "long.jsonl.gz: line 4: format: missing\n"
    )


# --- play ------------------------------------------------------------------------------------------------------------


def test_save_writes_over_a_kept_game_and_over_nothing_else(claim: Claim, record: dict[str, object]) -> None:
    own = claim.folder / "own.yaml"
    own.write_text("claimdsl: 1\nextends: base\n")
    (claim.folder / "many.jsonl").write_text(lines(record, record))
    (claim.folder / "empty.json").write_text("")
    (claim.folder / "kept.json").write_text(json.dumps(record, indent=1))
    (claim.folder / "link.json").symlink_to("own.yaml")
    words = ("play", "--ruleset", "own.yaml", "--seats", "random,random", "--seed", "1", "--save")
    for name in ("own.yaml", "many.jsonl", "link.json"):
        before = (claim.folder / name).read_bytes()
        status, out, err = claim(*words, name)
        assert (status, out) == (2, "") and "it is there and is no kept game" in err
        assert (claim.folder / name).read_bytes() == before
    for name in ("empty.json", "kept.json", "new.json", "new.json"):
        assert claim(*words, name)[0] == 0
        assert json.loads((claim.folder / name).read_text())["seed"] == 1
    assert claim(*words, "/dev/null")[0] == 0
    assert claim("play", "--save", "new.json", typed="1\nquit\n")[0] == 0
    assert claim("play", "--save", "new.json", typed="1\nquit\n")[0] == 0


@pytest.mark.parametrize(("words", "reason"), [
    (("--set", "dwarf_ti=later"), "no option is called 'dwarf_ti'; did you mean 'dwarf_tie'?"),
    (("--set", "dwarf_tie=latter"), "option 'dwarf_tie' cannot be 'latter'; did you mean 'later'?"),
    (("--set", "zzz=later"), "no option is called 'zzz'; there are victory, "),
    (("--factions", "goblins,knights,undead,dwarves,seer"), "no faction is called 'seer'; did you mean 'seers'?"),
    (("--factions", "goblins,knights,undead,dwarves,werewolfes"), "'werewolfes'; did you mean 'werewolves'?"),
    (("--factions", "goblins,,knights"), "--factions: a name is missing in 'goblins,,knights'"),
    (("--factions", ""), "--factions: a name is missing in ''"),
    (("--seats", ""), "--seats: a name is missing in ''"),
    (("--seats", ","), "--seats: a name is missing in ','"),
    (("--seats", "human,,greedy"), "--seats: a name is missing in 'human,,greedy'"),
    (("--seats", "\x1b[2J,greedy"), "there is no player '"),
    (("--seats", "a\x07,greedy"), "there is no player 'a\\x07'"),
    (("--ruleset", "\x1b[2J"), "\\x1b[2J"),
    (("--language", "de"), "--language: 'base' has no titles in 'de'; there are en, fr, ja, nl"),
])
def test_a_wrong_word_is_told_with_the_nearest(claim: Claim, words: tuple[str, ...], reason: str) -> None:
    status, out, err = claim("play", *words)
    assert (status, out) == (2, "") and reason in " ".join(err.split()) and "\x1b" not in err


def test_a_line_up_may_be_given_by_titles_and_the_record_keeps_names(claim: Claim) -> None:
    (claim.folder / "own.yaml").write_text(
        "claimdsl: 1\nextends: base\nfactions: {trolls: {title: {en: 巨人たち, de: Trolle}}}\n", encoding="utf-8"
    )
    for title, language in (("巨人たち", "en"), ("trolls", "en"), ("trolle", "de")):
        factions = f"goblins,knights,undead,{title},dwarves"
        status, out, err = claim(
            "play", "--ruleset", "own.yaml", "--factions", factions, "--language", language, "--seats", "random,random",
            "--save", "game.json", "--seed", "3",
        )
        assert status == 0, err
        assert ("Trolle" if language == "de" else "巨人たち") in out and "trolls" not in out
        assert "trolls" in json.loads((claim.folder / "game.json").read_text())["factions"]
        status, told, _ = claim("replay", "game.json", "--language", "de")
        assert status == 0 and "Trolle " in told and "trolls" not in told


def test_the_list_of_factions_is_aligned(claim: Claim) -> None:
    rows = claim("rulesets", "--factions")[1].splitlines()
    column = next(row.index("Many and plain") for row in rows if row.startswith("  goblins "))
    assert all(row[column - 1 : column] == " " for row in rows if row.startswith(" "))


def test_a_file_with_a_strange_name_is_kept_and_replays(claim: Claim, tmp_path_factory: pytest.TempPathFactory) -> None:
    rules, path = "ふ \x1b[1m.yaml", tmp_path_factory.mktemp("far") / "g\x1b.json"
    (claim.folder / rules).write_text("claimdsl: 1\nextends: base\n")
    status, out, err = claim("play", "--ruleset", rules, "--seats", "random,random", "--save", str(path), "--seed", "1")
    assert status == 0 and "\x1b" not in out + err and out.endswith(
        "/g\\x1b.json' $'--ruleset=\\xe3\\x81\\xb5 \\x1b[1m.yaml'\n")
    assert path.exists() and claim("replay", str(path), "--ruleset", rules)[0] == 0


@pytest.mark.parametrize("how", [
    ("replay", "--open"), ("replay", "--open", "--trace"), ("replay", "--open", "--check"), ("resume", "--open"),
    ("view", "--open"), ("why", "--open", "--move", "0"), ("eval", "1 + 1", "--open", "--record"),
])
@pytest.mark.parametrize(("more", "status"), [
    ('{"undo": 1}\n', 0), ('{"move": "play goblins:99"}\n{"undo": 2}\n', 1),
    ('{"undo": 1}\n{"move": "keep"}\n{"undo": 1}\n', 1),
])
def test_a_move_that_was_taken_back_was_legal_too(claim: Claim, how: tuple[str, ...], more: str, status: int) -> None:
    claim("play", "--seed", "5", "--save", "game.json", "--seats", "human,human", typed="1\n\n1\n")
    path = claim.folder / "game.json"
    path.write_text(path.read_text() + more)
    found, _, err = claim(*how, "game.json")
    assert found == status, err
    assert ("which was taken back later, was not legal" in err) is bool(status)


@pytest.mark.parametrize("how", [(), ("--trace",), ("--check",)])
def test_a_card_that_there_is_not_is_told_with_the_one_that_was_meant(
    claim: Claim, record: dict[str, object], how: tuple[str, ...]
) -> None:
    moves = record["moves"]
    assert isinstance(moves, list)
    faction, _, value = str(moves[0]).split()[-1].partition(":")
    status, _, err = claim("replay", "-", *how, typed=json.dumps({**record, "moves": [f"play {faction[:-1]}:{value}"]}))
    assert status == 1
    assert f"did you mean '{faction}:{value}'?" in err
