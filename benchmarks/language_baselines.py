"""The systems that Osler's text processing is measured against; run by the interpreter of the benchmark environment.

Usage: language_baselines.py SYSTEM REQUEST.json, where the request names an OBO file and the texts. Prints the seconds of
processor time that each round took.
"""

from __future__ import annotations

import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def fast_hpo_cr(request: dict[str, Any]) -> Callable[[str], object]:
    """FastHPOCR, which finds HPO terms and says nothing about them."""
    from FastHPOCR.HPOAnnotator import HPOAnnotator  # type: ignore[import-not-found,unused-ignore]  # other environment
    from FastHPOCR.IndexHPO import IndexHPO  # type: ignore[import-not-found,unused-ignore]  # other environment

    index = Path(request["folder"], "hp.index")
    if not index.exists():
        _quicken_its_index()
        with tempfile.TemporaryDirectory(dir=request["folder"]) as folder:
            IndexHPO(request["obo"], folder).index()
            Path(folder, index.name).replace(index)
    annotate: Callable[[str], object] = HPOAnnotator(str(index)).annotate
    return annotate


def _quicken_its_index() -> None:
    """Look the words of a cluster up instead of searching all words for each cluster; the index is the same.

    As it comes, FastHPOCR needs most of an hour for this. Building the index is no part of what is measured.
    """
    from FastHPOCR.cr.CRIndexKB import CRIndexKB  # type: ignore[import-not-found,unused-ignore]  # other environment

    words: dict[str, list[str]] = {}

    def compile_cluster(self: Any, cluster: str, base: dict[str, str]) -> list[str]:
        if not words:
            for word, owner in base.items():
                words.setdefault(owner, []).append(word)
        return list(words.get(cluster, ()))

    CRIndexKB.compileClusterList = compile_cluster


def medspacy(request: dict[str, Any]) -> Callable[[str], object]:
    """medspaCy's default pipeline (sentences, targets, ConText) with the names of HPO as its targets."""
    import medspacy as library  # type: ignore[import-not-found,unused-ignore]  # other environment
    from medspacy.ner import TargetRule  # type: ignore[import-not-found,unused-ignore]  # other environment

    pipeline: Any = library.load()
    names = {
        line.split('"')[1] if line.startswith("synonym:") else line[6:]
        for line in Path(request["obo"]).read_text(encoding="utf-8").splitlines()
        if line.startswith(("name: ", "synonym: "))
    }
    pipeline.get_pipe("medspacy_target_matcher").add([TargetRule(name, "PHENOTYPE") for name in sorted(names)])
    process: Callable[[str], object] = pipeline
    return process


def main() -> None:
    system, path = sys.argv[1:]
    request = json.loads(Path(path).read_text(encoding="utf-8"))
    with contextlib.redirect_stdout(sys.stderr):
        process = {"FastHPOCR": fast_hpo_cr, "medspaCy": medspacy}[system](request)
        texts = request["texts"]
        process(texts[0])
        seconds = []
        for _ in range(request["rounds"]):
            started = time.process_time()
            for text in texts:
                process(text)
            seconds.append(time.process_time() - started)
    print(json.dumps(seconds))


if __name__ == "__main__":
    main()
