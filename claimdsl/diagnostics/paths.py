"""The name of a file as the programs of others want it: from the folder of the run."""

from __future__ import annotations


def from_root(name: str, root: str) -> str:
    """Give the path of a file from a folder that it lies below; any other path as it is.

    >>> from_root("/home/ann/house/a.yaml", "/home/ann"), from_root("./a.yaml", "/home/ann"), from_root("/b", "/a")
    ('house/a.yaml', 'a.yaml', '/b')
    """
    return name.removeprefix(root.rstrip("/") + "/") if name.startswith("/") else name.removeprefix("./")
