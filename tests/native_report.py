"""Tell which engine plays what, and why: every shipped ruleset, the core in full, and every faction in one line-up.

    python tests/native_report.py

Exits 1 where any of these is not native.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import native_kinds as kinds
from tests import shelf


def row(told: str, reason: str) -> str:
    """Write one line of the report."""
    return f"{told:42} {'python' if reason else 'native':7} {reason}".rstrip()


def core() -> list[str]:
    """Try every line-up of the core, and every switch in every position; give what is not native."""
    rules, found = shelf.ruleset(), []
    for players in rules.player_counts:
        for names in shelf.line_ups("base", (), players, ()):
            reason = kinds.refusal(rules.game(players, names))
            if reason:
                found.append(row(f"base {players} {' '.join(names)}", reason))
    for kind in kinds.switches():
        reason = kinds.refusal(kind.game())
        if reason:
            found.append(row(str(kind), reason))
    return found


def main() -> int:
    """Print the report."""
    for kind in kinds.rulesets():
        told = f"{kind.name}, {kind.players} players"
        print(row(told, kinds.refusal(shelf.ruleset(kind.name).game(kind.players))), flush=True)
    missing = core()
    print("\n".join(missing) if missing else row("every line-up and switch of the core", ""), flush=True)
    native = 0
    for kind in kinds.each_faction():
        reason = kinds.refusal(kind.game())
        native += not reason
        print(row(f"{kind.wanted[0]}, {kind.players} players", reason), flush=True)
    whole = len(kinds.factions())
    print(f"\n{native} of {whole} factions are native")
    return int(bool(missing) or native < whole)


if __name__ == "__main__":
    sys.exit(main())
