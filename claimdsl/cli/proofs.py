"""`claim validate --proof FOLDER`: games written beside the findings that they prove."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from claimdsl.diagnostics.errors import UnreadableError
from claimdsl.ir.nodes import Program
from claimdsl.play.journal import keep_record
from claimdsl.play.places import reference_from
from claimdsl.semantics.company import Company
from claimdsl.semantics.meetings import Meeting, meetings
from claimdsl.semantics.winnable import unwinnable
from claimdsl.sim.proofs import Proof, prove_lost, prove_meeting


def write_proofs(path: str, program: Program, folder: str) -> Iterator[str]:
    """Look for a game for each finding about play in a ruleset; say of each finding where it is written.

    Raises: UnreadableError where the folder cannot be written.
    """
    company = Company(program)
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", os.path.splitext(os.path.basename(path))[0])
    reference = reference_from(path, folder)
    for meeting in meetings(program, company):
        proof = prove_meeting(program, meeting, reference)
        yield _told("CLM806", f"{stem}-{_meeting_name(program, meeting)}", proof, folder)
    for lost in unwinnable(program, company):
        yield _told("CLM811", f"{stem}-{lost.faction}", prove_lost(program, lost.faction, reference), folder)


def _meeting_name(program: Program, meeting: Meeting) -> str:
    first, second = program.hooks[meeting.first], program.hooks[meeting.second]
    names = [f"{rule.origin.faction}.{rule.origin.power}" for rule in (first, second)]
    return "-".join((first.hook, *names))


def _told(code: str, name: str, proof: Proof | None, folder: str) -> str:
    if proof is None:
        return f"{code} {name}: no game was found that shows it"
    file = os.path.join(folder, f"{code}-{name}.json")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise UnreadableError(f"{folder}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    keep_record(file, proof.record)
    return f"see {file}: trick {proof.trick} of {proof.phase}: {proof.what}"
