"""The tutorial is true: its steps are done in their order, and every file and every screen is as the page shows it.

The page's blocks: `console` holds commands behind `$` and what they say; `yaml file=` is a file to write, `yaml shows=`
one that is there; `diff file=` is a change, `diff mistake=` one that is taken back at the next heading.  A line of
three points stands for any lines.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from claimdsl.cli.app import COMMANDS
from tests.console import Console

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
PARTS = re.compile(
    r"^(?P<heading>#+ [^\n]+)$|^```(?P<kind>\w+)(?: (?P<role>\w+)=(?P<name>\S+))?\n(?P<body>.*?)^```$", re.M | re.S,
)
MISTAKES = {  # by heading, the code of what is said
    "A misspelt faction": "CLM702",
    "One `=` where two are meant": "CLM305",
    "Wrong indentation": "CLM121",
    "A colon too few": "CLM121",
    "A tab": "CLM104",
    "A deck that does not deal out": "CLM701",
}


class Reader:
    """Does what the page says, in a folder of its own, and compares what comes out with what the page shows."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.taken_back: dict[str, str] = {}
        self.ran: list[str] = []

    def path(self, name: str) -> Path:
        """Give the file of a name."""
        return self.console.folder / name

    def read(self, part: re.Match[str]) -> None:
        """Do one part of the page."""
        body = part["body"]
        match part["kind"], part["role"]:
            case None, _:
                for name, text in self.taken_back.items():
                    self.path(name).write_text(text, encoding="utf-8")
                self.taken_back.clear()
            case "console", None:
                for command, wanted in commands(body):
                    self.run(command, wanted)
            case "yaml", "file":
                self.path(part["name"]).write_text(body, encoding="utf-8")
            case "yaml", "shows":
                compare(self.path(part["name"]).read_text(encoding="utf-8"), body, part["name"])
            case "diff", "file" | "mistake" as role:
                self.change(part["name"], body, for_good=role == "file")
            case kind, role:
                pytest.fail(f"the page has a block that is not tested: {kind} {role}")

    def change(self, name: str, body: str, for_good: bool) -> None:
        """Change a file, whose lines must be there once."""
        lines = body.splitlines(keepends=True)
        old, new = ("".join(line[1:] for line in lines if line[0] in signs) for signs in (" -", " +"))
        text = self.path(name).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        self.path(name).write_text(text.replace(old, new), encoding="utf-8")
        if not for_good:
            self.taken_back.setdefault(name, text)

    def run(self, command: str, wanted: str) -> None:
        """Run a command and compare what it says."""
        program, *words = shlex.split(command)
        self.ran.append(command)
        match program:
            case "claim":
                typed = "".join(f"{word}\n" for word in re.findall(r"^Your card\? (.+)$", wanted, re.M))
                status, out, err = self.console(*words, typed=typed)
                assert status in (0, 1), err
                compare(out + err, wanted, command)
                assert status == int("error[" in wanted or "FAILED" in wanted), command
            case "mkdir":
                self.path(words[0]).mkdir()
            case "cd":
                self.console.folder = self.path(words[0]).resolve()
                assert self.console.folder.is_dir()
            case "make":
                assert re.search(rf"^{words[0]}: \$\(STAMP\)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
            case _:
                assert command == "source .venv/bin/activate"
                assert "BIN := .venv/bin\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


def commands(body: str) -> Iterator[tuple[str, str]]:
    """Give the commands of a block, each with what the page says comes out."""
    for text in re.split(r"^\$ ", body, flags=re.M)[1:]:
        command, _, wanted = text.partition("\n")
        yield command, wanted


def compare(found: str, wanted: str, what: str) -> None:
    """Compare a text with what the page shows of it."""
    found, wanted = (re.sub(r"\(\d+\.\d s\)", "(0.1 s)", text.rstrip()) + "\n" for text in (found, wanted))
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + "\n" for line in wanted.splitlines()
    )
    assert re.fullmatch(pattern, found), f"{what}\n{found}\n--- on the page\n{wanted}"


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    folder = tmp_path_factory.mktemp("tutorial") / "project"
    folder.mkdir()
    done = Reader(Console(folder, pytest.MonkeyPatch()))
    for part in PARTS.finditer(PAGE):
        done.read(part)
    return done


def test_every_step_does_what_the_page_shows(reader: Reader) -> None:
    used = {command.split()[1] for command in reader.ran if command.startswith("claim ")}
    assert {"new", "validate", "test", "diff", "play", "explain"} <= used <= set(COMMANDS)


def test_what_is_left_in_the_end_is_right(reader: Reader) -> None:
    status, _, err = reader.console("validate", "--strict", "cats.yaml")
    assert (status, err) == (0, "1 file checked: 0 errors, 0 warnings\n")
    assert reader.console("test", "cats.yaml")[0] == 0


def test_commands_within_the_text_work(reader: Reader) -> None:
    for command in re.findall(r"`claim (\w+ [^`\n]+)`", PAGE):
        assert reader.console(*shlex.split(command))[0] == 0, command


def test_the_mistakes_of_beginners_are_shown_with_one_message_each() -> None:
    sections = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", PAGE, re.M | re.S))
    shown = {head: re.findall(r"^error\[(\w+)\]", text, re.M) for head, text in sections.items() if "mistake=" in text}
    assert shown == {head: [code] for head, code in MISTAKES.items()}


def test_every_block_is_read() -> None:
    assert PAGE.count("```") == 2 * sum(part["kind"] is not None for part in PARTS.finditer(PAGE))


def test_a_difference_is_found() -> None:
    compare("a\nb\nc\n", "a\n...\nc\n", "shortened")
    for wanted in ("a\nb\n", "a\n...\nd\n", "b\n...\n", ""):
        with pytest.raises(AssertionError):
            compare("a\nb\nc\n", wanted, "changed")


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)\s#]+)[^)]*\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link


@pytest.mark.parametrize("name", ["README.md", "grammar/README.md"])
def test_the_page_is_linked(name: str) -> None:
    assert "docs/tutorial.md)" in (ROOT / name).read_text(encoding="utf-8")
