"""What scenarios came to, for people, for programs (JSON) and for build servers (JUnit)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from claimdsl.diagnostics.render import as_json
from claimdsl.diagnostics.report import Report
from claimdsl.engine.coverage import Point
from claimdsl.frozen import Frozen
from claimdsl.ir.labels import spoken
from claimdsl.play.coverage import Coverage
from claimdsl.play.json_text import Json
from claimdsl.play.scenario import Failure, Reason, Result
from claimdsl.ui.names import where
from claimdsl.ui.text import Page

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class Run(Frozen):
    """All that one run of `claim test` found.  Unit: seconds."""

    results: Sequence[Result]
    report: Report
    coverage: Coverage | None
    seconds: float

    @property
    def failed(self) -> int:
        """Count the scenarios that failed."""
        return sum(1 for result in self.results if result.failures)


def tell(run: Run, page: Page) -> None:
    """Print what failed, a line for each file, and what did not run."""
    for file in dict.fromkeys(result.file for result in run.results):
        mine = [result for result in run.results if result.file == file]
        for result in mine:
            if result.failures:
                line = result.scenario.name.span.first.line
                page.say(f"FAILED {file}:{line} {result.scenario.name.text}", "bad")
                for failure in result.failures:
                    _tell_failure(failure, page)
        passed = sum(1 for result in mine if not result.failures)
        page.say(f"{file}: {passed} passed" + (f", {len(mine) - passed} failed" if passed < len(mine) else ""))
    if run.coverage is not None:
        _tell_coverage(run.coverage, page)


def _tell_failure(failure: Failure, page: Page) -> None:
    page.say(f"  {heading(failure)}", "strong", indent=6)
    for reason in failure.reasons:
        page.say(f"    {_reason(reason)}", indent=6)


def heading(failure: Failure) -> str:
    """Say what was expected and what came out, on one line."""
    want = failure.want
    key = want.key if want.of is None else f"{want.key} {want.of.text}"
    expected = _words(failure.expected, want.is_list)
    if want.key == "play" and want.of is not None:
        return f"{want.of.text}: {expected} may not be made; {failure.note}"
    got = failure.note if failure.got is None else _words(failure.got, want.is_list)
    return f"{key}: expected {expected}, got {got}"


def _words(words: Iterable[str], is_list: bool) -> str:
    texts = [spoken(word) for word in words]
    return f"[{', '.join(texts)}]" if is_list else " / ".join(texts[:1])


def _reason(reason: Reason) -> str:
    return reason.text if reason.rule is None else f"{reason.text}, by {where(reason.rule)}"


def _tell_coverage(coverage: Coverage, page: Page) -> None:
    ran = coverage.total - len(coverage.missing)
    page.say(f"coverage: {coverage.percent}% ({ran} of {coverage.total} rules and branches)", "strong")
    for point in coverage.missing:
        page.say(f"  {place(point)}: did not run: {point.what}", indent=4)


def place(point: Point) -> str:
    """Write the place of a point.

    >>> place(Point("house.yaml", 7, 0, "tier of the power rank"))
    'house.yaml:7'
    """
    return f"{point.file}:{point.line}:{point.column}" if point.column else f"{point.file}:{point.line}"


def summary(run: Run) -> str:
    """Count on one line."""
    count = len(run.results)
    errors = sum(1 for _ in run.report)
    found = f", {errors} finding{'' if errors == 1 else 's'}" if errors else ""
    return (
        f"{count} scenario{'' if count == 1 else 's'}: {count - run.failed} passed, {run.failed} failed{found} "
        f"({run.seconds:.1f} s)"
    )


# --- for programs ----------------------------------------------------------------------------------------------------


def json_text(run: Run) -> str:
    """Write everything as one JSON object."""
    tests: list[Json] = [_result(result) for result in run.results]
    found: dict[str, object] = {
        "scenarios": tests, "passed": len(run.results) - run.failed, "failed": run.failed,
        "findings": as_json(run.report)["findings"],
    }
    if run.coverage is not None:
        missing = [{"place": place(point), "what": point.what} for point in run.coverage.missing]
        found["coverage"] = {"percent": run.coverage.percent, "total": run.coverage.total, "missing": missing}
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def _result(result: Result) -> Json:
    return {
        "file": result.file, "line": result.scenario.name.span.first.line, "name": result.scenario.name.text,
        "passed": not result.failures, "seconds": round(result.seconds, 6),
        "failures": [_failure(failure) for failure in result.failures],
    }


def _failure(failure: Failure) -> Json:
    want = failure.want
    return {
        "key": want.key, "of": want.of.text if want.of is not None else None, "line": want.span.first.line,
        "expected": list(failure.expected), "got": None if failure.got is None else list(failure.got),
        "note": failure.note, "reasons": [_reason(reason) for reason in failure.reasons],
    }


def junit(run: Run) -> str:
    """Write a JUnit file: a suite for each file, a finding as an error of its own."""
    files = dict.fromkeys(result.file for result in run.results)
    files.update(dict.fromkeys(finding.span.source.name for finding in run.report))
    suites = [line for file in files for line in _suite(run, file)]
    found = len(run.report)
    head = (
        f'<testsuites tests="{len(run.results) + found}" failures="{run.failed}" errors="{found}" '
        f'time="{run.seconds:.3f}">'
    )
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *suites, "</testsuites>", ""])


def _suite(run: Run, file: str) -> Iterator[str]:
    mine = [result for result in run.results if result.file == file]
    findings = [finding for finding in run.report if finding.span.source.name == file]
    failed = sum(1 for result in mine if result.failures)
    time = sum(result.seconds for result in mine)
    yield (
        f"  <testsuite name={_quoted(file)} tests=\"{len(mine) + len(findings)}\" failures=\"{failed}\" "
        f"errors=\"{len(findings)}\" time=\"{time:.3f}\">"
    )
    for finding in findings:
        first = finding.span.first
        yield f"    <testcase classname={_quoted(file)} name={_quoted(f'{finding.code} {first.line}:{first.column}')}>"
        yield f"      <error message={_quoted(finding.message)} type={_quoted(finding.code)}/>"
        yield "    </testcase>"
    for result in mine:
        name = _quoted(result.scenario.name.text)
        yield f"    <testcase classname={_quoted(file)} name={name} time=\"{result.seconds:.3f}\">"
        for failure in result.failures:
            text = _clean("\n".join(_reason(reason) for reason in failure.reasons))
            yield f"      <failure message={_quoted(heading(failure))}>{escape(text)}</failure>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _clean(text: str) -> str:
    return _NO_XML.sub("?", text)


def _quoted(text: str) -> str:
    return quoteattr(_clean(text))
