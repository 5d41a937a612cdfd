"""What native code cannot do: said, with the reason, so that the Python engine serves instead."""

from __future__ import annotations


class NotNative(Exception):
    """Something that the native printer does not print; the message completes "runs on the Python engine: ..."."""
