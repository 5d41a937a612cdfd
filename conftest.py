"""Leave out the modules that need OpenSpiel where it is not installed."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pyspiel") else ["claimdsl/openspiel/*.py"]
