"""From the verdicts on mutants of rulesets to a report: what was found, what found it, and why the rest was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tests.mutants_rulesets import Verdict
from tests.ruleset_tokens import NAMED

ON_LINE, RIGHT = 0.99, 0.95
"""What is asked of misspelt names, keys and fields: found on the right line, with the right suggestion."""


def is_slip(verdict: Verdict) -> bool:
    """Say whether one letter was changed, and no whole token."""
    return not verdict.how.endswith(("token", "tokens"))


def is_counted(verdict: Verdict) -> bool:
    """Say whether a verdict is about a number of `setup`, `line_up`, `cards` or `deal`."""
    path = verdict.place.split(".")
    return verdict.part == "number" and is_slip(verdict) and (
        path[0] in ("setup", "line_up") or (path[0] == "factions" and path[2] in ("cards", "deal", "side"))
    )


def misspelt(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Give the misspelt names, keys and fields, without those that nothing else refers to."""
    return [each for each in verdicts if each.part in NAMED and is_slip(each) and each.outcome != "valid"]


def reason(verdict: Verdict) -> str:
    """Say why a mutant that is valid and means something else cannot be found."""
    match verdict.part:
        case "definition":
            return "a name that no rule and no section refers to: a faction that is free to join a line-up"
        case "value":
            return "a value of an option that no rule compares: it is what is left when the others are not chosen"
        case "variable":
            return "a word of a decision that no rule asks for"
        case "label":
            return "a label of the author's: of a power, a key, a file, a card that nobody sees"
        case "name":
            return "the label of a pack"
        case "number" if verdict.place.endswith("priority"):
            return "another priority, with the same order"
        case "number":
            return "a number inside an expression or a range: a legal other rule"
        case _:
            return "a legal other rule"


def found_by(verdict: Verdict) -> str:
    """Say what found a mutant, or that nothing could."""
    if verdict.outcome in ("found", "warned"):
        return f"{verdict.code} {verdict.message}"
    return "means the same" if verdict.outcome == "equivalent" else reason(verdict)


def report(verdicts: list[Verdict]) -> Iterator[str]:
    """Write what was found, part by part."""
    heads = ("mutants", "errors", "warned", "same", "valid", "on line", "mended")
    yield f"{'token':<12}{'change':<8}{''.join(f'{head:>9}' for head in heads)}"
    groups: dict[tuple[str, str], list[Verdict]] = {}
    for each in verdicts:
        groups.setdefault((each.part, "letter" if is_slip(each) else "token"), []).append(each)
    for (part, change), group in sorted(groups.items()):
        outcomes = Counter(each.outcome for each in group)
        here, right = sum(each.here for each in group), sum(each.right for each in group)
        shown = "".join(f"{outcomes[name]:>9}" for name in ("found", "warned", "equivalent", "valid"))
        yield f"{part:<12}{change:<8}{len(group):>9}{shown}{here:>9}{right:>9}"
    names = misspelt(verdicts)
    here, noted = sum(each.here for each in names), sum(each.noted and not each.here for each in names)
    yield ""
    yield (f"misspelt names, keys and fields: {len(names)}; on the right line {here / len(names):.2%}, and with a note "
           f"there {noted / len(names):.2%}; the right suggestion {sum(each.right for each in names) / len(names):.2%}")
    numbers = [each for each in verdicts if is_counted(each)]
    missed = [each for each in numbers if each.outcome == "valid"]
    yield f"numbers in setup, line_up, cards and deal: {len(numbers)}, of which {len(numbers) - len(missed)} found"
    most = max((each.errors for each in verdicts), default=0)
    yield f"errors for one change: {sum(each.errors == 1 for each in verdicts)} times one, at most {most}"
    yield from _rest(verdicts)


def _rest(verdicts: list[Verdict]) -> Iterator[str]:
    yield ""
    yield "numbers inside expressions, and what found them:"
    for each in verdicts:
        if each.part == "number" and is_slip(each) and not is_counted(each):
            yield f"  {_place(each)}: {each.before} -> {each.after or 'nothing'}: {found_by(each)}"
    yield ""
    yield "valid, and means something else:"
    others = [each for each in verdicts if each.outcome == "valid" and not (each.part == "number" and is_slip(each))]
    for why, count in sorted(Counter(reason(each) for each in others).items()):
        yield f"  {count:>5}  {why}"
    for each in others:
        yield f"  {_place(each)}: {each.how}: {each.before!r} -> {each.after!r}: {reason(each)}"


def _place(verdict: Verdict) -> str:
    return f"{verdict.file}:{verdict.line}"


def shortfalls(verdicts: list[Verdict]) -> list[str]:
    """Say what the numbers fall short of."""
    names = misspelt(verdicts)
    wrong = []
    if sum(each.here for each in names) < ON_LINE * len(names):
        wrong.append("too few misspelt names are found on their line")
    if sum(each.right for each in names) < RIGHT * len(names):
        wrong.append("too few misspelt names get the right suggestion")
    wrong += [f"not found: {_place(each)} {each.before} -> {each.after}" for each in verdicts
              if is_counted(each) and each.outcome == "valid"]
    return wrong
