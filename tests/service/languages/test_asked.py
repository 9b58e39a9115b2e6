"""A question in another language is told so; an English one never."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from service.languages.asked import asked_in
from service.languages.gather import ROOT

ASKED = {
    "de": """
Darf eine betäubte Figur angreifen?
Wie viele Karten ziehe ich am Anfang?
kann ich nach dem Würfeln noch eine Karte spielen
Was passiert, wenn beide Spieler gleichzeitig gewinnen?
Muss ich den Schaden sofort nehmen oder erst am Ende der Runde?
Zählt der Bonus auch für meine zweite Figur?
Wann darf ich meine Kräfte einsetzen
""",
    "fr": """
Est-ce qu'un personnage assommé peut attaquer ?
Combien de cartes dois-je piocher au début ?
Puis-je jouer une carte après avoir lancé les dés ?
Que se passe-t-il si deux joueurs gagnent en même temps ?
l'attaque ignore-t-elle l'armure du monstre
Est-ce que le bonus compte aussi pour mon deuxième héros ?
""",
    "es": """
¿Puede atacar un personaje aturdido?
¿Cuántas cartas robo al principio del turno?
puedo jugar una carta después de tirar los dados
¿Qué pasa si dos jugadores ganan a la vez?
¿Tengo que pagar el coste si ya está en juego?
¿El ataque ignora la armadura del monstruo?
""",
}
FOREIGN = [(language, line) for language, lines in ASKED.items() for line in lines.strip().splitlines()]


@pytest.mark.parametrize(("language", "question"), FOREIGN)
def test_a_question_in_another_language_is_known(language: str, question: str) -> None:
    assert asked_in(question) == language


@pytest.mark.slow
def test_no_english_question_is_taken_for_another_language() -> None:
    files = [path for path in ROOT.glob("corpus/*/questions/*.jsonl") if path.stem != "test"]
    asked = [json.loads(line)["ask"] for path in files for line in path.read_text("utf-8").splitlines()]
    assert len(asked) > 400
    assert [each for each in asked if asked_in(each) != "en"] == []


@pytest.mark.parametrize("text", ["", "press", "El Diablo: die roll?", "Los Muertos, Le Mans", "4.1", "?" * 2000])
def test_names_and_single_words_say_nothing_of_a_language(text: str) -> None:
    assert asked_in(text) == "en"


def test_the_page_says_so_in_the_language_of_the_question(client: FlaskClient) -> None:
    page = client.get("/", query_string={"q": "Darf eine betäubte Figur angreifen?"}).text
    assert '<p class="note" lang="de">Die Dokumente hier sind auf Englisch' in page
    assert 'class="note"' not in client.get("/?q=does+press+make+boost+cheaper&lang=de").text
