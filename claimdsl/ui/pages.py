"""From a code of the catalogue to its page: what it means, a bad example with what is said of it, and a good one."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import chdir
from tempfile import TemporaryDirectory

from claimdsl.diagnostics.catalogue import Code, codes
from claimdsl.diagnostics.characters import visible
from claimdsl.diagnostics.render import text
from claimdsl.diagnostics.report import Report
from claimdsl.play.scenario import ENDING, FORMAT
from claimdsl.ui.text import wrapped

_FILE = "house.yaml"
# What an example says in comments about the folder that it stands in.
_BESIDE = re.compile(r"^# ([a-z]+\.yaml): (.+)$", re.MULTILINE)
_FOLDER = re.compile(r"^# ([a-z]+) is a folder$", re.MULTILINE)


def page(code: Code, width: int) -> str:
    """Write the page of a code for a terminal."""
    lines = [f"{code.code}: {code.title}", "", *wrapped(_flowing(code.text), width, 0)]
    for head, example in _parts(code):
        lines += ["", f"{head}:", "", *(f"    {line}".rstrip() for line in example)]
    return "\n".join(lines) + "\n"


def markdown(code: Code) -> str:
    """Write the page of a code as a section of Markdown."""
    lines = [f"## {code.code}: {code.title}", "", _flowing(code.text), ""]
    for head, example in _parts(code):
        fence = "```" if head == _SAID else "```yaml"
        lines += [f"{head}:", "", fence, *example, "```", ""]
    return "\n".join(lines)


def index() -> str:
    """Write a line for each code."""
    return "".join(f"{code.code}  {code.title}\n" for code in codes().values())


def markdown_of_all() -> str:
    """Write all codes as one file of Markdown."""
    head = (
        "# Codes\n\n"
        "What `claim validate` may find, one section for each code; `claim explain CODE` shows the same. This file is\n"
        "written by `python -m tests.write_codes`, which runs every bad example and puts down what is said of it.\n\n"
    )
    return head + "\n".join(markdown(code) for code in codes().values())


def findings(example: str) -> Report:
    """Run all stages on an example, in a folder of its own.

    The folder is that of the process for as long as it takes.
    Raises: OSError where no folder can be made.
    """
    from claimdsl.frontend.loader import FileLoader
    from claimdsl.pipeline import check_reference

    report = Report()
    with TemporaryDirectory() as folder, chdir(folder):
        for name, content in ((_FILE, example), *_BESIDE.findall(example)):
            with open(name, "w", encoding="utf-8", newline="") as file:
                file.write(content if name == _FILE else f"claimdsl: 1\n{content}\n")
        for name in _FOLDER.findall(example):
            os.mkdir(name)
        if example.startswith(FORMAT):
            _run_scenarios(example, report)
        else:
            check_reference(_FILE, (), FileLoader(), report)
    return report


def _run_scenarios(example: str, report: Report) -> None:
    from claimdsl.play.scenario_file import read_scenarios
    from claimdsl.play.scenario_run import run_file
    from claimdsl.play.scenario_setup import Bench

    file = read_scenarios(_FILE.replace(".yaml", ENDING), example.encode(), report)
    if file is not None:
        run_file(file, Bench(covers=False), report)


_BAD, _SAID, _GOOD = "Bad", "What is said", "Good"


def _parts(code: Code) -> Iterator[tuple[str, list[str]]]:
    """Give the examples and the message, each as lines that are safe to print."""
    if code.bad:
        yield _BAD, _lines(code.bad)
        said = _said(code.bad)
        if said:
            yield _SAID, said.rstrip("\n").split("\n")
    if code.good:
        yield _GOOD, _lines(code.good)


def _said(example: str) -> str:
    """Write what is found in an example; "" where this machine has no place for files."""
    try:
        return text(findings(example), colour=False, most=3)
    except OSError:
        return ""


def _lines(example: str) -> list[str]:
    return [visible(line) for line in example.rstrip("\n").split("\n")]


def _flowing(paragraph: str) -> str:
    return " ".join(paragraph.split())
