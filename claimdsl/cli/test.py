"""`claim test`: scenarios beside rulesets, what of the rulesets they cover, and random games against the laws."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO

import click

from claimdsl.cli.app import FINDINGS, FINE, USAGE
from claimdsl.cli.common import files_below, open_bytes
from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.diagnostics.report import Report
from claimdsl.diagnostics.source import STANDARD_INPUT
from claimdsl.engine.ruleset import Ruleset
from claimdsl.frozen import replace
from claimdsl.play.coverage import coverage
from claimdsl.play.scenario import ENDING, Failure, Reason, Result, ScenarioFile
from claimdsl.play.scenario_file import read_scenarios
from claimdsl.play.scenario_run import run_file
from claimdsl.play.scenario_setup import Bench, beside_file
from claimdsl.resources import scenarios_folder, shipped_names
from claimdsl.ui.scenarios import Run, json_text, junit, summary, tell
from claimdsl.ui.text import Page

_MOST = 1 << 20
_YAML = (".yaml", ".yml")
FORMS = ("text", "json", "junit")

# Looking for a leak costs as much as some games.
_GAMES_A_LEAK = 20


@click.command("test")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-k", "wanted", metavar="TEXT", default="", help="Run only scenarios with this in their name.")
@click.option("--format", "form", type=click.Choice(FORMS), default="text", help="How results are written.")
@click.option("--update", is_flag=True, help="Write what came out in place of what was expected, and show it.")
@click.option("--coverage", "covers", is_flag=True, help="Say which rules and branches of the rulesets never ran.")
@click.option("--fail-under", type=click.IntRange(0, 100), metavar="P", help="Fail below P percent of coverage.")
@click.option("--fuzz", type=click.IntRange(1, 1_000_000), metavar="N", help="Play N random games by the laws as well.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The seed of --fuzz.")
def command(
    paths: tuple[str, ...], wanted: str, form: str, update: bool, covers: bool, fail_under: int | None,
    fuzz: int | None, seed: int,
) -> int:
    """Run the scenarios of rulesets.

    A PATH is a file NAME.test.yaml, a ruleset NAME.yaml (NAME.test.yaml beside it is run), a folder (all *.test.yaml
    below it), a shipped name or standard input (-); without one the shipped scenarios are run.  Exit status: 0 all
    passed, 1 something failed or a file has findings, 2 a file that cannot be read or written, or nothing to run.
    """
    if update and STANDARD_INPUT in paths and (len(paths) > 1 or form != "text"):
        raise click.UsageError("--update takes files, or - alone with its results as text")
    out = sys.stderr if update and STANDARD_INPUT in paths else sys.stdout
    session = _Session(covers or fail_under is not None, out)
    session.run(paths, wanted, fuzz is not None)
    if update:
        session.update()
    status = session.tell(form, fail_under, fuzz is not None)
    if fuzz is not None and status != USAGE:
        status = max(status, session.fuzz(fuzz, seed, quiet=form != "text"))
    return status


class _Session:
    """What one run found."""

    def __init__(self, covers: bool, out: TextIO) -> None:
        self._out = out
        self._covers = covers
        self._bench = Bench(covers)
        self._files: list[tuple[str, bytes, ScenarioFile]] = []
        self._results: list[Result] = []
        self._report = Report()
        self._fuzzed: dict[tuple[str, tuple[str, ...]], Ruleset] = {}
        self._failed = False
        self._began = time.perf_counter()

    def run(self, paths: tuple[str, ...], wanted: str, may_lack_scenarios: bool) -> None:
        """Run the scenarios of all files."""
        for path in _files(paths):
            try:
                if path.endswith(ENDING) or path == STANDARD_INPUT:
                    self._run_file(path, wanted)
                elif may_lack_scenarios:
                    self._add_ruleset(path)
                else:
                    raise UnreadableError(f"{path}: has no scenarios; they would stand in {_test_of(path)}")
            except UnreadableError as error:
                self._failed = True
                click.echo(f"Error: {error}", err=True)

    def _run_file(self, path: str, wanted: str) -> None:
        with open_bytes(path) as stream:
            raw = stream.read(_MOST)
        own = Report()
        file = read_scenarios(path, raw, own)
        if file is not None:
            self._files.append((path, raw, file))
            self._results += run_file(file, self._bench, own, lambda name: wanted in name)
            ruleset = self._bench.ruleset(file, None, own)
            if ruleset is not None:
                main = beside_file(path) or (file.ruleset.text if file.ruleset else path)
                self._fuzzed[main, tuple(word.text for word in file.with_)] = ruleset
        self._report.take(own)

    def _add_ruleset(self, path: str) -> None:
        from claimdsl.pipeline import load_ruleset

        self._fuzzed[path, ()] = load_ruleset(path)

    def update(self) -> None:
        """Write new expected values into the files, and show the difference."""
        from claimdsl.cli.mend import Mended, show
        from claimdsl.cli.rewrite import rewrite
        from claimdsl.play.scenario_text import updated

        kept: list[Result] = []
        for path, raw, file in self._files:
            mine = [result for result in self._results if result.file == file.source.name]
            failures = [failure for result in mine for failure in result.failures]
            mended = Mended(path, raw, file.source.text, updated(file, failures))
            if path == STANDARD_INPUT:
                sys.stdout.buffer.write(mended.result)
            elif mended.is_changed:
                rewrite(path, mended.raw, mended.result)
                show(mended, sys.stderr)
            kept += [replace(result, failures=tuple(_left(result.failures))) for result in mine]
        self._results = kept

    def tell(self, form: str, fail_under: int | None, fuzzes: bool) -> int:
        """Print the results; give the exit status."""
        covered = coverage(self._bench.rulesets, self._bench.coverings) if self._covers else None
        run = Run(tuple(self._results), self._report, covered, time.perf_counter() - self._began)
        if form == "text":
            from claimdsl.cli.forms import findings

            page = Page(self._out)
            if len(self._report):
                self._out.write(findings(self._report, "text", colour=page.colour))
            tell(run, page)
        else:
            self._out.write(json_text(run) if form == "json" else junit(run))
        click.echo(summary(run), err=True)
        if covered is not None and fail_under is not None and covered.percent < fail_under:
            click.echo(f"coverage is {covered.percent}%, less than {fail_under}%", err=True)
            return USAGE if self._failed else FINDINGS
        return self._status(run, fuzzes)

    def _status(self, run: Run, fuzzes: bool) -> int:
        if self._failed:
            return USAGE
        if run.failed or self._report.has_errors:
            return FINDINGS
        if not run.results and not fuzzes:
            click.echo("Error: there is no scenario to run", err=True)
            return USAGE
        return FINE

    def fuzz(self, games: int, seed: int, *, quiet: bool) -> int:
        """Play random games of each ruleset by the laws; print the first broken one as a scenario."""
        from claimdsl.play.fuzz import fuzz
        from claimdsl.play.scenario_text import written
        from claimdsl.sim.leaks import Wanted, search

        status = FINE
        for (path, tweaks), ruleset in self._fuzzed.items():
            name = " with ".join((path, *tweaks))
            found = fuzz(ruleset, games, seed)
            if found is None and search(ruleset, Wanted(None, None, {}), -(-games // _GAMES_A_LEAK), seed).leaks:
                status = FINDINGS
                command = " --with ".join((f"claim leaks {path}", *tweaks))
                click.echo(f"{name}: a law is broken: a seat learns what it may not; `{command}` shows how", err=True)
                continue
            if found is None:
                click.echo(f"{name}: {games} random game{'' if games == 1 else 's'} kept every law", err=True)
                continue
            status = FINDINGS
            click.echo(f"{name}: a law is broken: {found.fault.law}: {found.fault.text}", err=True)
            click.echo(written(found, os.path.basename(path), tweaks), nl=False, err=quiet)
        return status


def _left(failures: Iterable[Failure]) -> Iterator[Failure]:
    """Give the failures that an update leaves, each with the reason."""
    from claimdsl.play.scenario_text import why_left

    for failure in failures:
        why = why_left(failure)
        if why:
            yield replace(failure, reasons=(*failure.reasons, Reason(f"left as it is: {why}", None)))


def _files(paths: tuple[str, ...]) -> Iterator[str]:
    """Name the files to run; a ruleset without scenarios comes as it is."""
    for path in paths or (_near(str(scenarios_folder())),):
        if os.path.isdir(path):
            yield from files_below(path, ENDING)
        elif path.endswith(ENDING) or path == STANDARD_INPUT:
            yield path
        else:
            yield _scenarios_of(path)


def _scenarios_of(path: str) -> str:
    """Give the scenarios of a ruleset: the file beside it, or those of a shipped one."""
    beside = _test_of(path)
    if os.path.isfile(beside):
        return beside
    if not any(os.path.exists(path + ending) for ending in ("", *_YAML)):
        name = path.removesuffix(".yaml")
        shipped = scenarios_folder() / f"{name}{ENDING}"
        if name in shipped_names():
            return _near(str(shipped)) if shipped.is_file() else path
        raise UnreadableError(f"there is no file {path}")
    return path


def _near(path: str) -> str:
    """Write a path below the current folder from there."""
    return path.removeprefix(os.getcwd() + os.sep)


def _test_of(path: str) -> str:
    for ending in _YAML:
        path = path.removesuffix(ending)
    return path + ENDING
