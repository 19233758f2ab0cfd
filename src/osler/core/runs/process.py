"""Which process a run belongs to, and whether that process is still there."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class Owner:
    """A process, told apart from a later one that got the same number."""

    host: str
    pid: int
    started: str

    def is_here(self) -> bool:
        """Whether the process ran on this machine since its last boot, so that its life can be checked."""
        return self.host == this_process().host

    def is_alive(self) -> bool:
        """Whether a process of this machine still runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return _start_of(self.pid) == self.started


def this_process() -> Owner:
    """The process that asks."""
    return _describe(os.getpid())


@lru_cache(maxsize=2)
def _describe(pid: int) -> Owner:
    # Keyed by number, so that a forked child does not pass for its parent.
    boot = _BOOT_ID.read_text(encoding="ascii").strip()[:8] if _BOOT_ID.exists() else "-"
    return Owner(host=f"{socket.gethostname()}/{boot}", pid=pid, started=_start_of(pid))


def _start_of(pid: int) -> str:
    """When the process started, in the kernel's own ticks; empty where that is not told."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    # A zombie has ended, although its number is still taken.
    return "ended" if fields[0] == "Z" else fields[19]
