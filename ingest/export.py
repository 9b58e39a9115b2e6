"""Export a sentence-transformers model to what kb/retrieval/encoder.py runs: ONNX with 8-bit weights, and its words.

The graph holds the whole model, pooling and normalisation too, so that any folder exports alike.
Why 8 bit, and why only questions go through it: docs/decisions/0002-encoder.md.
"""

from __future__ import annotations

import logging
import re
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ingest.embed import EncoderSource, load_model
from kb.errors import UsageError
from kb.retrieval.encoder import MODEL, TOKENIZER, WORDS, EncoderSettings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

OPSET = 17
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
SAMPLE = ["how many cards", "a character that is exhausted or stunned cannot attack"]
WHOLE_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


def export(source: EncoderSource, folder: Path) -> EncoderSettings:
    """Write model.onnx, tokenizer.json, words.txt and encoder.json into `folder`.

    UsageError where the model has no fast tokenizer.
    """
    model = load_model(source)
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise UsageError(f"{source.name} cannot be exported: it has no fast tokenizer")
    inputs = tuple(name for name in INPUTS if name in model.tokenizer.model_input_names)
    with tempfile.TemporaryDirectory(dir=folder) as aside:
        whole = Path(aside) / "whole.onnx"
        export_graph(model, inputs, whole)
        quantise(whole, folder / MODEL)
    backend.save(str(folder / TOKENIZER))
    (folder / WORDS).write_text("\n".join(whole_words(model.tokenizer.get_vocab())) + "\n", "utf-8")
    settings = EncoderSettings(
        kind="onnx",
        name=source.name,
        dimension=model.get_embedding_dimension() or 0,
        sha256=source.weights,
        longest=model.max_seq_length or 256,
        prompt=model.prompts.get("query", ""),
        inputs=inputs,
    )
    settings.save(folder)
    return settings


def export_graph(model: SentenceTransformer, inputs: tuple[str, ...], path: Path) -> None:
    """The model as an ONNX graph from token ids to sentence vectors, any batch and length."""
    import torch

    class Vectors(torch.nn.Module):  # type: ignore[misc]  # torch is not followed by mypy
        """The model with tensors in and one tensor out, as export needs it."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: Any) -> Any:
            return self.model(dict(zip(inputs, tensors, strict=True)))["sentence_embedding"]

    sample = model.tokenizer(SAMPLE, padding=True, return_tensors="pt")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Vectors().eval(),
            tuple(sample[name] for name in inputs),
            str(path),
            input_names=list(inputs),
            output_names=["vector"],
            dynamic_axes={**{name: {0: "texts", 1: "tokens"} for name in inputs}, "vector": {0: "texts"}},
            opset_version=OPSET,
            dynamo=False,
        )


def quantise(whole: Path, path: Path) -> None:
    """The graph with 8-bit weights, a scale for each channel: a quarter of the size, twice as fast."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # it recommends a pre-processing step that changes nothing here
    try:
        quantize_dynamic(str(whole), str(path), weight_type=QuantType.QInt8, per_channel=True)
    finally:
        root.setLevel(level)


def whole_words(vocabulary: dict[str, int]) -> list[str]:
    """The vocabulary's whole words, sorted: continuations (`##ing`) and signs left out, word marks cut off."""
    marked = any(token.startswith(("▁", "Ġ")) for token in vocabulary)
    tokens = (token for token in vocabulary if not marked or token.startswith(("▁", "Ġ")))
    bare = {token.lstrip("▁Ġ").lower() for token in tokens}
    return sorted(token for token in bare if WHOLE_WORD.fullmatch(token))
