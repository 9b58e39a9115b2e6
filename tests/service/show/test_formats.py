"""Answers as chat messages: what must be whole is whole, all within 2,000 characters, nothing of others active."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient
from markdown_it import MarkdownIt

from kb.records import Outcome, plain
from service.show.formats import FORMS, LIMIT, Form, message, source_line
from service.show.neutral import JOINER, length, neutral
from service.show.quoting.sentences import MORE, sentences, shortened
from tests.service.spoken_samples import HOSTILE, POST, citations, generated, posts, spoken

SITE = "https://judge.example"
OUR_LINK = re.compile(r"<?https://judge\.example/[^\s>|]*(?:\|[^>]*)?>?")
ACTIVE = {
    "text": r"@\w|://|\bwww\.\w|\w\.[a-z]{2}",
    "discord": r"(?<!\\)[*_~`|\[\]]|<[@#:/t!a-z]|@\w|://",
    "slack": r"<(?!https://judge)|@\w|://|[*_~`]|:\w+:",
}


def foreign(text: str, form: Form) -> str:
    """A message without what is ours in it: bold labels, quote marks, the link."""
    own = {"discord": r"(?m)^\*\*|(?<=[.:?!])\*\*(?= |$)|^> ", "slack": r"(?m)^\*|(?<=[.:?!])\*(?= |$)|^> "}
    bare = OUR_LINK.sub("", text)
    return re.sub(own.get(form, r"^$"), "", bare, flags=re.MULTILINE)


@pytest.mark.parametrize("form", FORMS)
def test_every_clause_of_the_corpus_is_quoted_whole(form: Form) -> None:
    for citation in citations():
        answer = spoken(citation, sentence="The character is unable to attack, because it is stunned.")
        told = message(answer, form, SITE)
        assert length(told) <= LIMIT
        assert neutral(plain(citation.clause.text), form) in told
        assert source_line(citation, form) in told
        assert neutral(answer.sentence, form) in told
        assert SITE + answer.link in told


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("label", ["2", "-1", "12"])
def test_a_number_that_is_the_verdict_begins_no_list(form: Form, label: str) -> None:
    told = message(spoken(sentence=f"{label} after the reductions.", label=label), form, SITE)
    assert not re.match(r"\W*-?\d+[.)]", told)
    tokens = MarkdownIt().parse(told)
    assert not [each for each in tokens if each.type in ("ordered_list_open", "bullet_list_open")]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.slow
def test_a_thousand_generated_answers_fit_with_their_link_whole(form: Form) -> None:
    for answer in generated():
        told = message(answer, form, SITE)
        assert length(told) <= LIMIT
        assert told.count(SITE + answer.link) == 1
        if len(answer.sentence) < 200 and answer.citations and len(answer.citations[0].clause.text) < 500:
            assert neutral(answer.sentence, form) in told
            assert neutral(plain(answer.citations[0].clause.text), form) in told


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.slow
def test_a_post_fits_with_every_question_and_verdict_and_its_link_whole(form: Form) -> None:
    for post in posts():
        told = message(post, form, SITE)
        assert length(told) <= LIMIT
        assert told.count(SITE + post.link) == 1
        for part in post.parts:
            assert neutral(part.asked[:20].rpartition(" ")[0], form) in told
            assert neutral(part.label, form) in told
        assert ("Not answered here" in told) is bool(post.left)


@pytest.mark.parametrize("form", ["text", "discord", "slack"])
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_post_comes_out_active(form: Form, hostile: str) -> None:
    part = spoken(sentence=f"No {hostile} here.", label=hostile)
    whole = replace(part, parts=(replace(part, asked=f"is {hostile} so?"),) * 2, left=(hostile,))
    told = foreign(message(whole, form, SITE), form)
    assert not re.search(ACTIVE[form], told), told
    assert told.removesuffix("Link: ").strip().count("\n") == 4


@pytest.mark.parametrize("form", FORMS)
def test_short_questions_of_a_post_have_their_first_clause_whole(form: Form) -> None:
    cited = [each for each in citations() if len(each.clause.text) < 250][:2]
    parts = tuple(replace(spoken(each), asked="Can it attack?") for each in cited)
    told = message(replace(spoken(), parts=parts), form, SITE)
    assert all(neutral(plain(each.clause.text), form) in told for each in cited)


@pytest.mark.parametrize("form", ["text", "discord", "slack"])
@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_others_comes_out_active(form: Form, hostile: str) -> None:
    shown = message(spoken(sentence=f"No {hostile} here.", label=hostile), form, SITE)
    assert form == "text" or re.match(r"[*No]", shown)
    told = foreign(shown, form)
    assert not re.search(ACTIVE[form], told), told
    assert "\n" not in told.removesuffix("Link: ").strip()
    assert not set(told) & set("\u202e\u200b\x00")


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_markdown_of_others_is_shown_as_it_was_typed(hostile: str) -> None:
    reader = MarkdownIt("gfm-like", {"linkify": False})
    told = message(spoken(sentence=f"No {hostile} here."), "markdown", SITE)
    inline = [token for token in reader.parse(told) if token.type == "inline"]
    kinds = [child.type for token in inline for child in token.children or ()]
    assert kinds.count("link_open") == 1
    assert set(kinds) <= {"text", "text_special", "strong_open", "strong_close", "softbreak", "link_open", "link_close"}
    assert kinds.count("strong_open") == 1
    assert "<img" not in reader.render(told)
    assert "<script" not in reader.render(told)


@pytest.mark.parametrize("form", FORMS)
def test_what_is_made_safe_reads_as_before(form: Form) -> None:
    said = "Doom-Bot <> Dr. Doom pays 2 endurance, e.g. at 3.5: no more (than 21)!"
    shown = neutral(said, form).replace(JOINER, "").replace("\\", "").replace("&lt;", "<").replace("&gt;", ">")
    assert shown == said


def test_sentences_end_where_readers_see_an_end() -> None:
    text = "Dr. Doom attacks Mr. X. He may, e.g. once, win. “It is over.” No. 5 is 2.5 wide? Yes"
    assert sentences(text) == [
        "Dr. Doom attacks Mr. X. He may, e.g. once, win.",
        "“It is over.”",
        "No. 5 is 2.5 wide?",
        "Yes",
    ]


@pytest.mark.parametrize("room", range(0, 60, 3))
def test_a_text_is_only_cut_at_the_end_of_a_sentence_and_says_so(room: int) -> None:
    text = "The first one. The second, longer one. The third."
    cut = shortened(text, room)
    assert length(cut) <= room
    assert cut in ("", text, "The first one." + MORE, "The first one. The second, longer one." + MORE)


@pytest.mark.parametrize(
    ("form", "kind"), [("text", "text/plain"), ("markdown", "text/markdown"), ("slack", "text/plain")]
)
def test_the_api_answers_as_a_message(client: FlaskClient, form: str, kind: str) -> None:
    reply = client.get(
        "/api/v1/ask", query_string={"q": "can a stunned character attack?", "game": "vs-system", "format": form}
    )
    assert (reply.status_code, reply.mimetype) == (200, kind)
    assert reply.headers["X-Headjudge-Outcome"] in set(Outcome)
    assert "http://localhost/" in reply.text
    assert "vs-system/heralds-faq" in reply.text


def test_a_form_that_does_not_exist_is_refused(client: FlaskClient) -> None:
    reply = client.get("/api/v1/ask?q=press&format=html")
    assert reply.status_code == 422
    assert "format" in reply.get_json()["detail"]


def test_the_api_answers_a_post_as_one_message(client: FlaskClient) -> None:
    reply = client.get("/api/v1/ask", query_string={"q": POST, "game": "vs-system", "format": "text"})
    lines = reply.text.splitlines()
    assert lines[0] == "“Can an exhausted character attack?”"
    assert "“Can an exhausted character attack a zeppelin?”" in lines
    assert (
        "Not understood. I did not understand “zeppelin”, which could change the answer. "
        "What comes nearest is quoted below." in lines
    )
    assert length(reply.text) <= LIMIT
