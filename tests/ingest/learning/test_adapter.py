"""The correction of the encoder's weights: saved small, added for good, refused where it does not belong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ingest.encoding.embed import adapted, chosen_encoder, open_model, packaged_encoder
from ingest.learning.adapter import ADAPTER, adapt, correct, save
from kb.errors import UsageError

pytestmark = pytest.mark.model
TEXTS = ["can a stunned figure attack", "may he attack while not stunned"]


def test_a_saved_correction_gives_the_vectors_that_were_learned(tmp_path: Path) -> None:
    import torch

    model = open_model(packaged_encoder())
    plain = model.encode(TEXTS)
    learned = adapt(model)
    assert np.allclose(model.encode(TEXTS), plain, atol=1e-6)
    torch.manual_seed(1)
    with torch.no_grad():
        for name, each in learned.items():
            if name.endswith(".b"):
                each.copy_(0.05 * torch.randn(each.shape))
    wanted = model.encode(TEXTS)
    assert not np.allclose(wanted, plain, atol=0.01)
    save(learned, tmp_path / "a.safetensors")
    again = open_model(packaged_encoder())
    correct(again, tmp_path / "a.safetensors")
    assert np.allclose(again.encode(TEXTS), wanted, atol=0.01)


def test_a_correction_for_another_model_is_refused(tmp_path: Path) -> None:
    import torch
    from safetensors.torch import save_file

    save_file({"encoder.layer.99.x.a": torch.zeros(2, 3), "encoder.layer.99.x.b": torch.zeros(3, 2)}, tmp_path / "a")
    with pytest.raises(UsageError, match=r"a was not learned for this encoder: it has no layer encoder\.layer\.99\.x"):
        correct(open_model(packaged_encoder()), tmp_path / "a")
    save_file({"encoder.layer.5.output.dense.a": torch.zeros(2, 3)}, tmp_path / "c")
    with pytest.raises(UsageError, match="c holds no correction: two matrices, a and b, are expected"):
        correct(open_model(packaged_encoder()), tmp_path / "c")
    (tmp_path / "b").write_bytes(b"no weights")
    with pytest.raises(UsageError, match="b cannot be read"):
        correct(open_model(packaged_encoder()), tmp_path / "b")


def test_the_packaged_encoder_is_used_with_its_correction(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HEADJUDGE_ENCODER", raising=False)
    source = chosen_encoder()
    assert source == adapted(packaged_encoder(), ADAPTER)
    assert source.sha256 != packaged_encoder().sha256
    other = tmp_path / "other.safetensors"
    other.write_bytes(b"others")
    assert adapted(packaged_encoder(), other).sha256 != source.sha256


def test_the_correction_is_small() -> None:
    assert ADAPTER.stat().st_size < 1_000_000
