"""How much of a file is read: no device, no pipe without an end, and a pipe once."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from osler.core.files import at_most, bytes_of, refuse_endless
from osler.core.patient import patients_in, read_patient
from osler.core.terminology.imports.release import recognise
from osler.errors import DataError


def test_no_more_than_is_wanted() -> None:
    assert at_most(io.BytesIO(b"abc"), 3) == b"abc"
    with pytest.raises(DataError, match="more than"):
        at_most(io.BytesIO(b"abcd"), 3)


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/full", "/dev/null"])
def test_a_device_is_no_file(name: str, tmp_path: Path) -> None:
    device = Path(name)
    if not device.is_char_device():
        pytest.skip("this system has no such device")
    readers: list[Callable[[Path], object]] = [
        bytes_of,
        read_patient,
        patients_in,
        refuse_endless,
        lambda path: recognise(path, tmp_path),
    ]
    for read in readers:
        with pytest.raises(DataError, match="device"):
            read(device)


def test_a_file_that_is_too_large_is_not_begun(tmp_path: Path) -> None:
    file = tmp_path / "items.jsonl"
    file.write_bytes(b"12345")
    refuse_endless(file, 5)
    refuse_endless(tmp_path, 1)
    with pytest.raises(DataError, match="no more are read"):
        refuse_endless(file, 4)


def test_a_pipe_is_read_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=("A 4-year-old girl with ataxia.",))
    writer.start()
    (only,) = patients_in(pipe)
    writer.join()
    assert "ataxia" in only.read().record.documents[0].text
