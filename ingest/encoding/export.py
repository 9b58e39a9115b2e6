"""Export a sentence-transformers model: ONNX with 8-bit weights, and its words.

kb/retrieval/embedding/encoder.py runs it.

The graph holds the whole model, pooling and normalisation too, so that any folder exports alike. The same graph with
whole weights, below it in `whole/`, embeds passages: its vectors are the model's own, without torch beside it.
Why 8 bit, and why only questions go through it: docs/decisions/0002-encoder.md.

`python -m ingest.encoding.export` exports in a process of its own, whose memory is given back when it ends.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
import warnings
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ingest.encoding.embed import EncoderSource, load_model
from kb.children import surroundings
from kb.errors import UsageError
from kb.retrieval.embedding.encoder import MODEL, TOKENIZER, WORDS, EncoderSettings

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

OPSET = 17
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
SAMPLE = ["how many cards", "a character that is exhausted or stunned cannot attack"]
WHOLE = "whole"
"""Where the graph with whole weights stands, below the one in 8 bit."""
DOCUMENT_PROMPTS = ("document", "passage", "corpus")
REFUSED = "refused: "
STEPS = ("whole", "quantise")
WHOLE_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")


def export(source: EncoderSource, folder: Path) -> EncoderSettings:
    """Write model.onnx, tokenizer.json, words.txt and encoder.json into `folder`, and the graph with whole weights.

    UsageError where the model has no fast tokenizer.
    """
    settings = export_whole(source, folder)
    quantise(folder / WHOLE / MODEL, folder / MODEL)
    return settings


def export_whole(source: EncoderSource, folder: Path) -> EncoderSettings:
    """All of it but the weights in 8 bit."""
    model = load_model(source)
    backend = getattr(model.tokenizer, "backend_tokenizer", None)
    if backend is None:
        raise UsageError(f"{source.name} cannot be exported: it has no fast tokenizer")
    inputs = tuple(name for name in INPUTS if name in model.tokenizer.model_input_names)
    whole = folder / WHOLE
    whole.mkdir()
    export_graph(model, inputs, whole / MODEL, source.tokens)
    for each in (folder, whole):
        backend.save(str(each / TOKENIZER))
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
    replace(settings, prompt=document_prompt(model)).save(whole)
    return settings


def document_prompt(model: SentenceTransformer) -> str:
    """What a model wants before each passage, as `encode_document` chooses it."""
    return next((model.prompts[name] for name in DOCUMENT_PROMPTS if model.prompts.get(name)), "")


def export_apart(source: EncoderSource, folder: Path) -> EncoderSettings:
    """The same in processes of their own, one for each step; raises what `export` does."""
    told = json.dumps({name: str(value) if value else "" for name, value in asdict(source).items()})
    for step in STEPS:
        _run(source, [step, told, str(folder.absolute())])
    return EncoderSettings.read(folder)


def _run(source: EncoderSource, arguments: Sequence[str]) -> None:
    """One step in a process of its own."""
    ran = subprocess.run(
        [sys.executable, "-m", "ingest.encoding.export", *arguments],
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        said = ran.stderr.strip().splitlines()[-1:] or [f"the process ended with {ran.returncode}"]
        raise UsageError(said[0].removeprefix(REFUSED) if said[0].startswith(REFUSED) else f"{source.name}: {said[0]}")


def main(arguments: Sequence[str]) -> None:
    """One step of exporting the encoder that a JSON object names into a folder."""
    step, written, place = arguments
    told, folder = json.loads(written), Path(place)
    adapter = Path(told["adapter"]) if told["adapter"] else None
    tokens = bool(told["tokens"])
    source = EncoderSource(Path(told["folder"]), told["name"], told["weights"], told["sha256"], adapter, tokens)
    try:
        if step == STEPS[0]:
            export_whole(source, folder)
        else:
            quantise(folder / WHOLE / MODEL, folder / MODEL)
    except UsageError as error:
        sys.exit(f"{REFUSED}{error}")


def export_graph(model: SentenceTransformer, inputs: tuple[str, ...], path: Path, tokens: bool = False) -> None:
    """The model as an ONNX graph from token ids to sentence vectors, and to each token's vector where `tokens` are
    asked for; any batch and length."""
    import torch

    names = {"vector": "sentence_embedding", **({"tokens": "token_embeddings"} if tokens else {})}
    open_ended = {"vector": {0: "texts"}, "tokens": {0: "texts", 1: "tokens"}}

    class Vectors(torch.nn.Module):  # type: ignore[misc]  # torch is not followed by mypy
        """The model with tensors in and tensors out, as export needs it."""

        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, *tensors: Any) -> Any:
            found = self.model(dict(zip(inputs, tensors, strict=True)))
            return tuple(found[each] for each in names.values())

    sample = model.tokenizer(SAMPLE, padding=True, return_tensors="pt")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Vectors().eval(),
            tuple(sample[name] for name in inputs),
            str(path),
            input_names=list(inputs),
            output_names=list(names),
            dynamic_axes={
                **{name: {0: "texts", 1: "tokens"} for name in inputs},
                **{name: open_ended[name] for name in names},
            },
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


if __name__ == "__main__":
    main(sys.argv[1:])
