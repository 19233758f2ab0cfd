"""docs/reference.md against the code: no exit code, error code, format or variable that is missing or made up."""

from __future__ import annotations

import subprocess
import sys

from osler.errors import OslerError
from tests.conftest import REPO


def test_the_reference_is_what_the_code_says() -> None:
    # In a process of its own: errors that tests define have no place in the table.
    code = "from scripts.build_reference import page; import sys; sys.stdout.buffer.write(page().encode())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=REPO, check=False)
    assert done.returncode == 0, done.stderr.decode()
    written = (REPO / "docs" / "reference.md").read_text(encoding="utf-8")
    assert done.stdout.decode() == written, "run 'python -m scripts.build_reference'"


def test_every_exit_code_has_its_meaning() -> None:
    from scripts.build_reference import STATUSES

    def codes(kind: type[OslerError]) -> set[int]:
        return {one.exit_code for one in kind.__subclasses__()}.union(*map(codes, kind.__subclasses__()))

    assert codes(OslerError) <= set(STATUSES)
