"""A picture of any text takes bounded time: what is laid out is what there is room for."""

from __future__ import annotations

import threading
import time

import pytest
from werkzeug.exceptions import ServiceUnavailable

from service.show.quoting.sentences import sentences
from service.web.links import card_image
from service.web.links.card_image import _font, _text, draw, picture, wrapped
from service.web.links.preview import Preview

TEXTS = {"one word": "q" * 3_000, "letters": "a " * 1_500, "sentences": "Aa. " * 750, "marks": "a" + "\u0301" * 2_999}


class Measured:
    """A typeface that counts the letters that are measured."""

    def __init__(self, size: int) -> None:
        self.font, self.letters = _font(size), 0

    def getlength(self, text: str) -> float:
        self.letters += len(text)
        return float(self.font.getlength(text))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_text_is_measured_a_few_times_and_not_once_for_each_of_its_letters(text: str) -> None:
    font = Measured(32)
    lines = wrapped(text, font, 1_000)  # type: ignore[arg-type]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert font.letters < 60 * len(text)


def test_no_more_lines_are_laid_out_than_there_is_room_for() -> None:
    font = Measured(32)
    assert len(wrapped("q" * 100_000, font, 1_000, most=3)) == 4  # type: ignore[arg-type]
    assert font.letters < 10_000


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_picture_of_any_text_is_drawn_in_a_moment(text: str) -> None:
    draw(Preview("/", "warm", "No", "up", "answered"), "restated")
    began = time.thread_time()
    draw(Preview("/", text, "No", text, "answered"), "restated")
    assert time.thread_time() - began < 3


def test_each_line_fits_and_words_stay_whole_where_they_can() -> None:
    font = _font(32)
    text = "the quick brown fox " * 20 + "x" * 200 + " jumps"
    lines = wrapped(text, font, 600)
    assert all(font.getlength(each) <= 600 for each in lines)
    assert " ".join(lines).split()[:80] == text.split()[:80]
    assert lines[-1].endswith("jumps")


def test_one_picture_is_drawn_at_a_time_and_a_few_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    go, began, drawn = threading.Event(), threading.Event(), []

    def slow(preview: Preview, edition: str) -> bytes:
        began.set()
        go.wait(10)
        drawn.append(preview.title)
        return b"png"

    monkeypatch.setattr(card_image, "draw", slow)
    monkeypatch.setattr(card_image.drawing, "patience_s", 0.05)
    thread = threading.Thread(target=picture, args=(Preview("/", "first"), "restated"))
    thread.start()
    assert began.wait(10)
    with pytest.raises(ServiceUnavailable):
        picture(Preview("/", "second"), "restated")
    go.set()
    thread.join(10)
    assert picture(Preview("/", "first"), "restated") == b"png"
    assert drawn == ["first"]


def test_what_was_drawn_is_kept_by_what_it_shows() -> None:
    one = picture(Preview("/", "Kept", "", "A sentence."), "restated")
    assert picture(Preview("/elsewhere", "Kept", "", "A sentence."), "restated") is one
    assert picture(Preview("/", "Kept", "", "Another."), "restated") != one


def test_sentences_are_found_in_step_with_the_text() -> None:
    began = time.thread_time()
    assert len(sentences("Aa. " * 20_000)) == 20_000
    assert sentences("A. " * 20_000) == [("A. " * 20_000).strip()]
    assert time.thread_time() - began < 5


def test_a_text_without_room_is_one_line() -> None:
    from PIL import Image, ImageDraw

    image = ImageDraw.Draw(Image.new("RGB", (1_200, 630)))
    assert _text(image, "word " * 300, (64, 0), 5, (20,), "#000000") > 0
