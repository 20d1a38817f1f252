"""Tests of the sentences made from facts: what is told, in which words, in both languages."""

import datetime as dt
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bulletin import words
from bulletin.prose.facts import (
    Climb,
    Encounter,
    EveningFacts,
    GameFact,
    MatchesFacts,
    Placed,
    RiddleTold,
    SeasonStep,
    TournamentFacts,
    Who,
)
from bulletin.prose.plan import Said, plan, turn
from bulletin.wording import draft_of
from tests.plain import plain

DAY = dt.date(2026, 11, 20)
GUESTS = ("Anne", "Bruno", "Chloé", "David", "Élise", "Félix")
ANNE, CHLOE, ELISE = (Who((f"⟦{10**17 + at}⟧", f"⟦{10**17 + at + 1}⟧")) for at in (0, 2, 4))
CLOSE = Encounter(ELISE, CHLOE, (500, 480), 2)
NIGHT = TournamentFacts(
    name="Tournoi d'hiver",
    game="dix",
    entrants=7,
    pairs=True,
    rounds=3,
    running=False,
    places=(
        Placed(ANNE, 1, Fraction(3)),
        Placed(CHLOE, 2, Fraction(2)),
        Placed(ELISE, 3, Fraction(1)),
    ),
    unbeaten=True,
    closest=CLOSE,
    climb=Climb(CHLOE, 6, 2),
)
EVENING = EveningFacts("Le club", DAY, late=True, tournaments=(NIGHT,), guests=GUESTS)


def of(facts, language="fr"):
    """Return the draft of the facts, with plain spaces in its texts."""
    draft = draft_of(facts, language)
    parts = ("title", "body", "question", "answer")
    return replace(draft, **{name: plain(getattr(draft, name)) for name in parts})


@pytest.fixture(autouse=True)
def first_turns(monkeypatch):
    """Use the first wording of every sentence, so that the expected texts are fixed."""
    monkeypatch.setattr("bulletin.wording.turn", lambda seed, code, count: 0)


def test_a_tournament_is_told_in_french():
    draft = of(EVENING)
    assert draft.title == "Tournoi d'hiver : Anne et Bruno l'emportent"
    assert draft.body.split("\n\n") == [
        "Vendredi 20 novembre, sept paires étaient au rendez-vous pour trois rondes de jeu du 10."
        " La victoire revient à Anne et Bruno, qui n'ont pas laissé échapper une seule table."
        " Chloé et David prennent la deuxième place, devant Élise et Félix.",
        "Après la première ronde, Chloé et David n'occupaient que la sixième place, avant de"
        " remonter jusqu'à la deuxième."
        " À la deuxième ronde, Élise et Félix n'ont devancé Chloé et David que d'un souffle :"
        " 500 à 480.",
    ]


def test_the_same_is_told_in_english():
    draft = of(EVENING, "en")
    assert draft.title == "Tournoi d'hiver: Anne and Bruno win"
    assert draft.body.split("\n\n") == [
        "On Friday 20 November, seven pairs turned out for three rounds of jeu du 10."
        " Victory goes to Anne and Bruno, who did not let a single table slip away."
        " Chloé and David take second place, ahead of Élise and Félix.",
        "After the first round Chloé and David stood only in sixth place, before climbing all the"
        " way to second."
        " In the second round Élise and Félix beat Chloé and David by a whisker: 500 to 480.",
    ]


def test_one_person_takes_a_singular_and_de_follows_each_name():
    alone = Who((f"⟦{10**17}⟧",))
    night = replace(
        NIGHT,
        pairs=False,
        places=(Placed(alone, 1, Fraction(7, 2)),),
        unbeaten=False,
        closest=None,
        climb=Climb(alone, 14, 1),
    )
    draft = of(replace(EVENING, tournaments=(night,)))
    assert draft.title == "Tournoi d'hiver : Anne l'emporte"
    assert draft.body == (
        "Vendredi 20 novembre, sept personnes étaient au rendez-vous pour trois rondes de jeu du"
        " 10. La victoire revient à Anne, avec 3,5 points.\n\nRien n'était joué d'avance : après la"
        " première ronde, Anne n'occupait que la 14e place."
    )
    third = draft_of(
        replace(EVENING, tournaments=(replace(night, climb=Climb(alone, 23, 1)),)), "en"
    )
    assert third.body.endswith("after the first round Anne stood only in 23rd place.")


def test_a_final_is_told_by_its_score_and_a_tie_by_its_breaking():
    final = Encounter(ANNE, CHLOE, (500, 420), 3)
    knockout = of(replace(EVENING, tournaments=(replace(NIGHT, final=final, closest=final),)))
    assert "Anne et Bruno remportent la finale face à Chloé et David, 500 à 420." in knockout.body
    assert knockout.body.count("500 à 420") == 1
    level = replace(NIGHT, places=(NIGHT.places[0], replace(NIGHT.places[1], points=Fraction(3))))
    tied = of(replace(EVENING, tournaments=(level,)))
    assert "Chloé et David finissent avec autant de points : il a fallu le départage" in tied.body


def test_a_running_tournament_names_nobody_winner():
    running = replace(NIGHT, running=True, rounds=1, climb=None)
    draft = of(replace(EVENING, tournaments=(running,)))
    assert draft.title == "Tournoi d'hiver : Anne et Bruno en tête"
    assert "l'emport" not in draft.body
    assert "une ronde de jeu du 10 est jouée" in draft.body
    first = replace(NIGHT.places[0], points=Fraction(1))
    alone = of(replace(EVENING, tournaments=(replace(running, places=(first,)),)))
    assert "avec un point." in alone.body


FACT = GameFact(
    game="dix",
    code="comeback",
    params={"points": 180, "number": 4, "side": 0},
    seats=tuple(f"⟦{10**17 + at}⟧" for at in (0, 2, 1, 3)),
    sides=(ANNE, CHLOE),
    comeback=True,
    share=0.5,
)
RUN = replace(
    FACT, code="failed_run", params={"hands": 5, "first": 1, "last": 5}, comeback=False, record=True
)


def test_facts_come_in_the_words_of_their_game_and_say_whose_table_it_was():
    matches = MatchesFacts(count=1, people=4, games=("yams",))
    facts = replace(EVENING, game_facts=(FACT, RUN), matches=matches)
    *_rest, way, beside, records = of(facts).body.split("\n\n")
    assert way.endswith(
        "Il fallait y croire : 180 points de retard après la brasse 4, tous remontés par Anne et"
        " Bruno."
    )
    assert beside == "Hors tournoi, une table a joué un match de Yams."
    assert records == (
        "Un record du club est tombé : cinq mises ont été ratées de suite, de la brasse 1 à la"
        " brasse 5. C'était à la table où jouaient Anne, Chloé, Bruno et David."
    )


def test_a_fact_of_another_game_says_which_and_has_no_second_colon():
    sheet = replace(
        FACT,
        game="yams",
        code="best_sheet",
        params={"side": 0, "points": 597},
        comeback=False,
        share=0.9,
        sides=(Who((f"⟦{10**17}⟧",)),),
    )
    body = of(replace(EVENING, game_facts=(sheet,))).body
    assert body.endswith(
        "Au rayon des curiosités, côté Yams : Anne a la feuille la plus pleine, 597 points."
    )
    # Half of the earlier sheets are as good, so this one is not mentioned.
    assert "Yams" not in of(replace(EVENING, game_facts=(replace(sheet, share=0.5),))).body


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (None, "Le classement de « Saison » s'ouvre avec Anne et Bruno en tête : 12 points."),
        (ANNE, "Au classement de « Saison », Anne et Bruno gardent la tête avec 12 points."),
        (CHLOE, "Au classement de « Saison », Anne et Bruno prennent la tête avec 12 points."),
    ],
)
def test_the_line_of_the_challenge(before, sentence):
    twelve, second = Fraction(12), Who((ELISE.names[0],))
    step = SeasonStep("Saison", ANNE, twelve, second, Fraction(3), before)
    body = of(replace(EVENING, seasons=(step,))).body
    expected = sentence.replace("12 points", "douze points")
    assert body.endswith(f"{expected} Élise suit à trois points.")


def test_a_day_of_ordinary_matches():
    guest = Who((f"⟦{10**17}⟧",))
    matches = MatchesFacts(
        count=14,
        people=9,
        games=("dix", "yams"),
        best=(guest,),
        won=4,
        played=5,
        closest=Encounter(ELISE, CHLOE, (500, 420)),
    )
    facts = EveningFacts("Le club", DAY, late=False, matches=matches, guests=GUESTS)
    draft = of(facts)
    assert draft.title == "La journée du vendredi 20 novembre"
    assert draft.body == (
        "Vendredi 20 novembre, neuf personnes ont joué quatorze matchs de jeu du 10 et de Yams."
        " Anne a gagné plus souvent que tout le monde : quatre victoires en cinq matchs."
        " Le match le plus disputé a vu Élise et Félix battre Chloé et David 500 à 420."
    )


def test_few_matches_of_several_games_tell_who_won_at_which():
    guest = Who((f"⟦{10**17}⟧",))
    won = ((CHLOE, "dix"), (guest, "yams"))
    matches = MatchesFacts(count=2, people=6, games=("dix", "yams"), winners=won, won=1, played=1)
    body = of(EveningFacts("Le club", DAY, late=True, matches=matches, guests=GUESTS)).body
    assert body.endswith(
        "Les victoires sont allées à Chloé et David (jeu du 10) ainsi qu'Anne (Yams)."
    )


def test_a_comeback_smaller_than_most_is_no_news():
    assert "Il fallait y croire" in of(replace(EVENING, game_facts=(FACT,))).body
    assert "brasse 4" not in of(replace(EVENING, game_facts=(replace(FACT, share=0.4),))).body


def facts_with(facts, *codes):
    """Return the facts in the sentences that have these codes."""
    sentences = [sentence for paragraph in plan(facts).paragraphs for sentence in paragraph]
    return [sentence.values["fact"] for sentence in sentences if sentence.code in codes]


def test_of_several_comebacks_the_greatest_is_told_and_a_record_before_any():
    facts = [replace(FACT, share=share, params={"at": share}) for share in (0.6, 0.9, 0.7)]
    assert facts_with(replace(EVENING, game_facts=tuple(facts)), "comeback", "comeback_record") == [
        facts[1]
    ]
    record = replace(FACT, share=0.5, record=True)
    evening = replace(EVENING, game_facts=(*facts, record))
    assert facts_with(evening, "comeback", "comeback_record") == [record]


def test_of_several_rare_facts_the_rarest_is_told():
    facts = [replace(FACT, comeback=False, share=share) for share in (0.9, 0.99, 0.95)]
    assert facts_with(replace(EVENING, game_facts=tuple(facts)), "rare") == [facts[1]]


def test_a_sentence_about_nobody_in_particular_has_a_singular():
    assert Said("opening").number == 1


def test_the_riddle_asks_and_answers_in_the_words_of_its_game():
    riddle = RiddleTold(
        "dix",
        ("AS", "10S"),
        "how_many",
        "missed",
        {"seat": 0, "bid": 85, "suit": "spades", "taken": 45, "count": 10},
        FACT.seats,
    )
    draft = of(replace(EVENING, riddle=riddle))
    assert draft.question == (
        "Avec ces 10 cartes, Anne remporte la mise à 85, atout pique. Combien de points son"
        " équipe a-t-elle ramassés ?"
    )
    assert draft.answer == "45 points : la mise est ratée."


def test_an_evening_keeps_its_turns_and_others_have_others():
    assert turn("Le club 2026-11-20", "won", 3) == turn("Le club 2026-11-20", "won", 3)
    assert {turn(f"Le club {day}", "won", 3) for day in range(20)} == {0, 1, 2}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_turn_of_every_sentence_can_be_filled(language, monkeypatch):
    """Check each code that a plan uses, in all its wordings, for one person and for several."""
    guest = Who((f"⟦{10**17}⟧",))
    final = Encounter(ANNE, CHLOE, (500, 420), 3)
    bare = replace(final, scores=())
    drawn = Encounter(ANNE, CHLOE, (450, 450), 1)
    nights = [
        NIGHT,
        replace(NIGHT, unbeaten=False, climb=Climb(ANNE, 5, 1), closest=drawn),
        replace(NIGHT, final=final, closest=replace(CLOSE, scores=(500, 420))),
        replace(
            NIGHT, final=bare, places=(replace(NIGHT.places[0], entrant=guest), *NIGHT.places[1:])
        ),
        replace(
            NIGHT,
            places=(NIGHT.places[0], replace(NIGHT.places[1], points=Fraction(3)), NIGHT.places[2]),
        ),
        replace(NIGHT, places=(NIGHT.places[0], replace(NIGHT.places[1], rank=1))),
        replace(NIGHT, places=NIGHT.places[:2]),
        replace(NIGHT, places=(), closest=None, climb=None, running=True, rounds=0),
        replace(NIGHT, running=True, climb=None),
    ]
    counts = {"count": 3, "people": 5, "games": ("dix",)}
    days = [
        MatchesFacts(1, 4, ("dix",), winners=((ANNE, "dix"),)),
        MatchesFacts(
            **counts,
            winners=tuple((winner, "dix") for winner in (ANNE, guest, CHLOE)),
            closest=Encounter(ANNE, CHLOE, (500, 480)),
        ),
        MatchesFacts(
            **counts, best=(guest,), won=3, played=3, closest=Encounter(ANNE, CHLOE, (500, 420))
        ),
        MatchesFacts(**counts, best=(guest,), won=2, played=3),
        MatchesFacts(**counts, best=(guest, Who((CHLOE.names[0],))), won=2, played=2),
    ]
    event = replace(
        FACT, code="partie_won", params={"seat": 1, "number": 2}, event=True, comeback=False
    )
    game_facts = (
        FACT,
        RUN,
        replace(RUN, code="both_negative", params={"number": 2, "left": -5, "right": -9}),
        event,
    )
    rare = replace(RUN, record=False, share=0.9)
    steps = [
        SeasonStep("S", ANNE, Fraction(9), CHLOE, Fraction(gap), before)
        for gap, before in ((0, None), (1, ANNE), (2, CHLOE))
    ]
    evenings = [replace(EVENING, tournaments=(night,)) for night in nights]
    evenings += [
        replace(EVENING, tournaments=(), matches=day, late=late)
        for day in days
        for late in (True, False)
    ]
    evenings += [replace(EVENING, game_facts=game_facts, matches=days[1], seasons=tuple(steps))]
    evenings += [replace(EVENING, game_facts=(replace(FACT, record=True), rare))]
    seen: dict[str, set[int]] = {}
    for place in range(3):

        def chosen(seed, code, count, place=place):
            seen.setdefault(code, set()).add(place % count)
            return place % count

        monkeypatch.setattr("bulletin.wording.turn", chosen)
        for facts in evenings:
            draft = draft_of(facts, language)
            text = f"{draft.title} {draft.body}"
            assert not re.search(r"%\(|⟦|  | de [AÉ]", text), text
            assert all(part[:1].isupper() for part in draft.body.split("\n\n")), draft.body
    assert {code: len(turns) for code, turns in seen.items()} == {
        code: len(turns) for code, turns in words.TURNS.items()
    }
