"""Addresses of tournaments' pages, under `/tournois/`."""

from django.urls import path

from tournaments.views import (
    boards,
    bracket,
    challenges,
    files,
    journal,
    ladder,
    listing,
    movement,
    overview,
    pools,
    printing,
    rounds,
    standings,
    tables,
    wall,
)
from tournaments.views.desk import correcting, palmares
from tournaments.views.desk import entry as desk
from tournaments.views.entrants import entering, mine, next_table, places, signed_up, signing
from tournaments.views.setup import advising, editing, formula, setting, sharing, webhooks

app_name = "tournaments"

ONE = "<str:tournament_id>/"
CHALLENGE = "challenges/<str:challenge_id>/"
ROUND = f"{ONE}rondes/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    path("", listing.list_page, name="list"),
    path("nouveau/", listing.new_page, name="new"),
    path("ancien/", palmares.past_page, name="past"),
    path("importer/", files.import_page, name="import"),
    path("challenges/", challenges.list_page, name="challenges"),
    path("challenges/nouveau/", challenges.new_page, name="challenge-new"),
    path(CHALLENGE, challenges.show, name="challenge"),
    path(f"{CHALLENGE}reglages/", challenges.settings_page, name="challenge-settings"),
    path(f"{CHALLENGE}tableaux/", challenges.tables_page, name="challenge-tables"),
    path(f"{CHALLENGE}imprimer/", challenges.print_page, name="challenge-print"),
    path(f"{CHALLENGE}tableur/", challenges.file, name="challenge-file"),
    path(ONE, overview.show, name="tournament"),
    path(f"{ONE}inscrits/", entering.entrants_page, name="entrants"),
    path(f"{ONE}inscrits/recus/", signed_up.signed_up_page, name="signed-up"),
    path(f"{ONE}inscrits/<int:number>/", mine.my_table, name="my-table"),
    path(f"{ONE}inscrits/<int:number>/prevenir/", mine.tell_me, name="tell-me"),
    path(f"{ONE}inscrits/<int:number>/corriger/", editing.edit_page, name="edit-entrant"),
    path(f"{ONE}inscrits/<int:number>/<str:token>/", mine.open_my_table, name="open-my-table"),
    path(f"{ONE}moi/", mine.mine, name="mine"),
    path(f"{ONE}je-viens/", signing.sign_up_page, name="sign-up"),
    path(f"{ONE}je-viens/reglages/", signing.settings_page, name="sign-up-settings"),
    path(f"{ONE}tirer/", rounds.draw, name="draw"),
    path(ROUND, rounds.round_page, name="round"),
    path(f"{ROUND}arranger/", rounds.arrange, name="arrange"),
    path(f"{ROUND}publier/", rounds.publish, name="publish"),
    path(f"{ROUND}retirer/", rounds.withdraw, name="withdraw"),
    path(f"{ROUND}clore/", rounds.close, name="close"),
    path(f"{ROUND}resultats/", desk.desk, name="desk"),
    path(f"{ROUND}cartes/", printing.cards, name="cards"),
    path(TABLE, tables.table_page, name="table"),
    path(f"{TABLE}ouvrir/<str:token>/", tables.open_table, name="open"),
    path(f"{TABLE}resultat/", tables.report, name="report"),
    path(f"{TABLE}confirmer/", tables.confirm, name="confirm"),
    path(f"{TABLE}jouer/", tables.play, name="play"),
    path(f"{TABLE}corriger/", correcting.correct, name="correct"),
    path(f"{TABLE}suite/", next_table.next_table, name="next-table"),
    path(f"{TABLE}laisser/", tables.keep, name="keep"),
    path(f"{ONE}classement/", standings.standings, name="standings"),
    path(f"{ONE}poules/", pools.pools, name="pools"),
    path(f"{ONE}echelle/", ladder.ladder, name="ladder"),
    path(f"{TABLE}retirer/", ladder.withdraw, name="challenge-withdraw"),
    path(f"{ONE}donnes/", boards.boards, name="boards"),
    path(f"{ONE}donnes/<int:board>/", boards.board, name="board"),
    path(f"{ONE}donnes/imprimer/<slug:what>/", boards.board_prints, name="board-prints"),
    path(f"{ONE}donnes/fichier/<slug:kind>/", boards.board_file, name="board-file"),
    path(f"{ONE}donnes/ensemble/", boards.together, name="together"),
    path(f"{TABLE}donnes/<int:board>/", boards.board_entry, name="board-entry"),
    path(f"{TABLE}donnes/<int:board>/cartes/", boards.board_cards, name="board-cards"),
    path(f"{ONE}mouvement/", movement.movement, name="movement"),
    path(f"{ONE}tableau/", bracket.bracket, name="bracket"),
    path(f"{ONE}palmares/", palmares.palmares, name="palmares"),
    path(f"{ONE}mur/", wall.wall, name="wall"),
    path(f"{ONE}mur/reglages/", wall.screen_page, name="screen"),
    path(f"{ONE}minuteur/", wall.timer, name="timer"),
    path(f"{ONE}liens/", sharing.links_page, name="links"),
    path(f"{ONE}reglages/", setting.settings_page, name="settings"),
    path(f"{ONE}reduire/", advising.shorten_page, name="shorten"),
    path(f"{ONE}formule/", formula.formula_page, name="formula"),
    path(f"{ONE}regles/", formula.rules_page, name="rules"),
    path(f"{ONE}tetes-de-serie/", formula.seeds_page, name="seeds"),
    path(f"{ONE}eviter/", formula.apart_page, name="apart"),
    path(f"{ONE}prevenir/", webhooks.webhooks_page, name="webhooks"),
    path(f"{ONE}journal/", journal.journal, name="journal"),
    path(f"{ONE}journal/rejouer/", journal.replay, name="replay"),
    path(f"{ONE}fichiers/", files.files_page, name="files"),
    path(f"{ONE}fichiers/<slug:kind>/", files.file, name="file"),
    path(f"{ONE}cartes/<slug:kind>/", printing.permanent_cards, name="permanent-cards"),
    path(f"{ONE}place/<int:table>/<str:token>/", places.place, name="place"),
    path(f"{ONE}imprimer/<slug:what>/", printing.sheet, name="print"),
]
