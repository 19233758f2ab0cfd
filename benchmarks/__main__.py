"""`python -m benchmarks [topic …]`: speed and memory, as ratios measured in one run."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys

import benchmarks
from benchmarks.figure import Figure


def main() -> None:
    arguments = [word for word in sys.argv[1:] if not word.startswith("-")]
    as_json = "--json" in sys.argv
    topics = arguments or sorted(
        info.name.removeprefix("bench_")
        for info in pkgutil.iter_modules(benchmarks.__path__)
        if info.name.startswith("bench_")
    )
    figures: list[Figure] = []
    for topic in topics:
        print(f"measuring {topic} ...", file=sys.stderr)
        figures.extend(importlib.import_module(f"benchmarks.bench_{topic}").measure())
    if as_json:
        print(json.dumps([figure._asdict() for figure in figures], indent=2))
        return
    for figure in figures:
        ratio = "" if figure.ratio is None else f"{figure.ratio:8.2f}x {figure.baseline}"
        met = {True: "met", False: "MISSED", None: ""}[figure.met]
        print(f"{figure.name:58s} {figure.value:12.4g} {figure.unit:12s} {ratio:40s} {figure.bar:28s} {met}")


if __name__ == "__main__":
    main()
