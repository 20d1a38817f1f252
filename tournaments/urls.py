"""Addresses of tournaments' pages, under `/tournois/`."""

from django.urls import path

from tournaments.views import (
    advising,
    bracket,
    correcting,
    desk,
    editing,
    entering,
    files,
    formula,
    journal,
    listing,
    next_table,
    overview,
    palmares,
    pools,
    printing,
    rounds,
    setting,
    sharing,
    standings,
    tables,
    wall,
    webhooks,
)

app_name = "tournaments"

ONE = "<str:tournament_id>/"
ROUND = f"{ONE}rondes/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

urlpatterns = [
    path("", listing.list_page, name="list"),
    path("nouveau/", listing.new_page, name="new"),
    path("importer/", files.import_page, name="import"),
    path(ONE, overview.show, name="tournament"),
    path(f"{ONE}inscrits/", entering.entrants_page, name="entrants"),
    path(f"{ONE}inscrits/<int:number>/", entering.presence, name="presence"),
    path(f"{ONE}inscrits/<int:number>/corriger/", editing.edit_page, name="edit-entrant"),
    path(f"{ONE}inscrits/<int:number>/<str:token>/", entering.open_presence, name="open-presence"),
    path(f"{ONE}tirer/", rounds.draw, name="draw"),
    path(ROUND, rounds.round_page, name="round"),
    path(f"{ROUND}arranger/", rounds.arrange, name="arrange"),
    path(f"{ROUND}publier/", rounds.publish, name="publish"),
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
    path(f"{ONE}tableau/", bracket.bracket, name="bracket"),
    path(f"{ONE}palmares/", palmares.palmares, name="palmares"),
    path(f"{ONE}mur/", wall.wall, name="wall"),
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
    path(f"{ONE}imprimer/<slug:what>/", printing.sheet, name="print"),
]
