"""Every code has its page, and what the page says is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from claimdsl.diagnostics.catalogue import codes
from claimdsl.ui.pages import findings, index, markdown, markdown_of_all, page
from tests.write_codes import CODES as FILE

ROOT = Path(__file__).parent.parent


def claim(*words: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "cli.py"), *words], capture_output=True, timeout=60, check=False, text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_file_of_all_codes_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == markdown_of_all(), "run python -m tests.write_codes"


def test_what_is_said_of_a_bad_example_is_its_code_and_no_other() -> None:
    _, *sections = re.split(r"^## ", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    heads = re.compile(r"^(?:error|warning)\[(CLM\d+)\]", re.MULTILINE)
    said = {section[:6]: set(heads.findall(section)) for section in sections}
    assert said == {code.code: {code.code} if code.bad else set() for code in codes().values()}


def test_a_good_example_of_text_and_syntax_has_no_finding() -> None:
    """Those of the other stages are run by the tests of these."""
    good = [code for code in codes().values() if code.good and code.code[3] in "13"]
    assert {code.code: [item.message for item in findings(code.good)] for code in good} == {
        code.code: [] for code in good
    }


def test_a_page_holds_title_text_examples_and_message() -> None:
    told = page(codes()["CLM402"], 80)
    assert told.startswith("CLM402: unknown faction\n\nA faction is meant here")
    bad, said, good = (told.index(head) for head in ("\nBad:\n", "\nWhat is said:\n", "\nGood:\n"))
    assert bad < said < good
    assert "      = claim explain CLM402" in told[said:good] and "^^^^^^ did you mean 'goblins'?" in told[said:good]


def test_nothing_is_shown_that_cannot_be_seen() -> None:
    for text in (FILE.read_text(encoding="utf-8"), page(codes()["CLM103"], 80), page(codes()["CLM104"], 80)):
        assert all(char.isprintable() or char == "\n" for char in text)


def test_the_text_is_wrapped() -> None:
    told = page(codes()["CLM402"], 30).split("\nBad:")[0]
    assert max(len(line) for line in told.split("\n")) <= 30


def test_without_a_code_all_are_listed() -> None:
    status, out, err = claim("explain")
    assert (status, err) == (0, "") and out == index()
    assert [line[:6] for line in out.splitlines()] == list(codes())


@pytest.mark.parametrize("written", ["CLM402", "clm402", "402", "error[CLM402]", " CLM402: "])
def test_a_code_may_be_written_as_it_is_met(written: str) -> None:
    status, out, _ = claim("explain", written)
    assert status == 0 and out == page(codes()["CLM402"], 80)


def test_an_unknown_code_gets_the_nearest() -> None:
    status, out, err = claim("explain", "CML402")
    assert (status, out) == (2, "") and "did you mean 'CLM402'?" in err
    status, out, err = claim("explain", "everything")
    assert (status, out) == (2, "") and "`claim explain` lists all codes" in err


def test_markdown_is_a_section() -> None:
    assert claim("explain", "CLM402", "--markdown")[1] == markdown(codes()["CLM402"])
    assert claim("explain", "CLM402", "--all")[0] == 2
