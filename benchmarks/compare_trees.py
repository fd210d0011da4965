"""Commits checked out for a while: their files in temporary folders, without a trace in the repository."""

from __future__ import annotations

import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from engine.errors import InputError

ROOT = Path(__file__).resolve().parents[1]
HERE = "."
"""The name of what is not committed: the files as they stand now."""


class Commit(NamedTuple):
    """A commit to be measured.

    Attributes:
        asked: how the user named it.
        sha: its full name; empty for the files as they stand now.
        title: the first line of its message.
    """

    asked: str
    sha: str
    title: str

    @property
    def label(self) -> str:
        """What a table calls it."""
        if not self.sha:
            return "the files here"
        return self.sha[:10] if self.sha.startswith(self.asked) else f"{self.asked} ({self.sha[:10]})"


def git(*words: str, root: Path = ROOT) -> subprocess.CompletedProcess[bytes]:
    """Run git in the repository, whatever repository the environment names.

    Raises:
        InputError: there is no git.
    """
    clean = {name: value for name, value in os.environ.items() if name not in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")}
    try:
        return subprocess.run(
            ["git", "-C", str(root), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False, env=clean
        )
    except FileNotFoundError as error:
        raise InputError("git", "no such program", "git on the path: two commits can't be compared without it") from error


def resolve(revision: str, root: Path = ROOT) -> Commit:
    """Return the commit a user means; `HERE` is what stands in the folder now.

    Raises:
        InputError: no git, no repository, or no such commit.
    """
    if revision == HERE:
        return Commit(HERE, "", "not committed")
    inside = git("rev-parse", "--show-toplevel", root=root)
    top = Path(os.fsdecode(inside.stdout.rstrip(b"\n"))) if inside.returncode == 0 else None
    if top is None or top.resolve() != root.resolve():
        raise InputError(f"the folder {root}", _said(inside) or "no git repository", "a clone of couched's repository")
    found = git("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}", root=root)
    sha = found.stdout.decode("ascii", "replace").strip()
    if found.returncode or not sha:
        allowed = "a commit, branch or tag, or . for the files here"
        raise InputError(f"revision {revision!r}", _said(found) or "no such commit", allowed)
    title = git("show", "--no-patch", "--format=%s", sha, root=root).stdout.decode("utf-8", "replace").strip()
    return Commit(revision, sha, title)


@contextmanager
def checked_out(commit: Commit, root: Path = ROOT) -> Iterator[Path]:
    """Have the files of a commit in a folder of their own while inside; the files here are measured where they are.

    Raises:
        InputError: git can't give them.
    """
    if not commit.sha:
        yield root
        return
    with TemporaryDirectory(prefix="couched-compare-", ignore_cleanup_errors=True) as folder:
        packed, tree = Path(folder) / "tree.tar", Path(folder) / "tree"
        made = git("archive", "--format=tar", f"--output={packed}", commit.sha, root=root)
        if made.returncode:
            raise InputError(f"revision {commit.asked!r}", _said(made), "a commit whose files git can give")
        with tarfile.open(packed) as archive:
            archive.extractall(tree, filter="data")
        packed.unlink()
        yield tree.resolve()


def _said(ended: subprocess.CompletedProcess[bytes]) -> str:
    """Return what git said of its failure, on one line."""
    return " ".join(ended.stderr.decode("utf-8", "replace").split())
