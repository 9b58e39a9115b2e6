"""A small correction to the encoder's weights, learned from the questions of all games; encoder.py beside it makes it.

Each linear layer W of the transformer becomes W + B·A with A (rank, inputs) and B (outputs, rank): a hundredth of the
model's size, kept beside the program as `kb/adapter.safetensors`. (Hu et al. 2021, LoRA: Low-rank adaptation of large
language models.)
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

ADAPTER = Path(str(files("kb").joinpath("adapter.safetensors")))
RANK = 16
LAYERS = ("query", "key", "value", "dense")
HELD = 2


def adapt(model: SentenceTransformer, rank: int = RANK) -> dict[str, Any]:
    """Make the linear layers of the transformer's blocks correctable, which changes no vector yet.

    The parameters to be learned, by name; all others are held as they are.
    """
    import torch
    from torch.nn.utils import parametrize

    class LowRank(torch.nn.Module):  # type: ignore[misc]  # torch is not followed by mypy
        """A weight with the product of two thin matrices added."""

        def __init__(self, outputs: int, inputs: int) -> None:
            super().__init__()
            self.a = torch.nn.Parameter(torch.randn(rank, inputs) / inputs**0.5)
            self.b = torch.nn.Parameter(torch.zeros(outputs, rank))

        def forward(self, weight: Any) -> Any:
            return weight + self.b @ self.a

    for parameter in model.parameters():
        parameter.requires_grad_(False)
    learned: dict[str, Any] = {}
    for name, layer in linear_layers(model).items():
        correction = LowRank(*layer.weight.shape)
        parametrize.register_parametrization(layer, "weight", correction)
        learned |= {f"{name}.a": correction.a, f"{name}.b": correction.b}
    return learned


def linear_layers(model: SentenceTransformer) -> dict[str, Any]:
    """The linear layers of the transformer's blocks by name, the first HELD blocks aside."""
    blocks = model[0].auto_model.named_modules()
    return {
        name: layer
        for name, layer in blocks
        if name.startswith("encoder.layer.")
        and int(name.split(".")[2]) >= HELD
        and name.rpartition(".")[2] in LAYERS
        and hasattr(layer, "in_features")
    }


def save(learned: dict[str, Any], path: Path) -> None:
    """Write the learned matrices, in half precision."""
    import torch
    from safetensors.torch import save_file

    save_file({name: each.detach().to(torch.float16).contiguous() for name, each in learned.items()}, str(path))


def correct(model: SentenceTransformer, path: Path) -> None:
    """Add the learned corrections to a model's weights for good; UsageError where they do not belong to the model, or
    the file holds none."""
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        held = load_file(str(path))
    except (OSError, SafetensorError) as error:
        raise UsageError(f"{path.name} cannot be read: {error}") from error
    names = sorted({each.rpartition(".")[0] for each in held})
    if not names or set(held) != {f"{name}.{part}" for name in names for part in "ab"}:
        raise UsageError(f"{path.name} holds no correction: two matrices, a and b, are expected for each layer")
    layers = linear_layers(model)
    with torch.no_grad():
        for name in names:
            a, b = held[f"{name}.a"].float(), held[f"{name}.b"].float()
            if name not in layers or layers[name].weight.shape != (b.shape[0], a.shape[1]):
                raise UsageError(f"{path.name} was not learned for this encoder: it has no layer {name} of that size")
            layers[name].weight += b @ a
