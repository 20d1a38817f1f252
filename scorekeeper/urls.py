"""Every address of the site. French, short, stable; the API is under `/api/v1/`."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from jobs.api import JobDetail, JobFile
from scorekeeper.api.api_document import ApiSchema
from scorekeeper.api.api_index import ApiIndex
from scorekeeper.pages import (
    bulletins,
    calendar,
    club_files,
    clubs,
    embeds,
    first_steps,
    link_previews,
    members,
    offline,
    player_matches,
    player_page,
    players,
    views,
)
from scorekeeper.server.health import health
from scorekeeper.status import views as status

api: list[URLPattern | URLResolver] = [
    path("", ApiIndex.as_view(), name="api-index"),
    path("", include("games.api.urls")),
    path("", include("clubs.api.urls")),
    path("jobs/<str:job_id>/", JobDetail.as_view(), name="api-job"),
    path("jobs/<str:job_id>/file/", JobFile.as_view(), name="api-job-file"),
    path("", include("transmission.api.urls")),
    path("", include("tournaments.api.urls")),
    path("", include("leaderboards.api.urls")),
    path("", include("bulletin.api.urls")),
    path("", include("labo.api.urls")),
    path("schema/", ApiSchema.as_view(), name="api-schema"),
    path("docs/", views.api_docs, name="api-docs"),
]

people: list[URLPattern | URLResolver] = [
    path("club/", clubs.own_club, name="own"),
    path("clubs/", clubs.clubs_page, name="list"),
    path("clubs/<slug:slug>/", clubs.club_page, name="club"),
    path("clubs/<slug:slug>/image.png", link_previews.club_picture, name="club-picture"),
    path("clubs/<slug:slug>/annonce/", clubs.notice, name="notice"),
    path("clubs/<slug:slug>/confirmer/", clubs.confirm, name="confirm"),
    path("clubs/<slug:slug>/supprimer/", club_files.delete, name="delete"),
    path("clubs/<slug:slug>/fichier/", club_files.file_page, name="file"),
    path("restaurer/", club_files.restore_page, name="restore"),
    path("clubs/<slug:slug>/premiers-pas/", first_steps.first_steps_page, name="first-steps"),
    path("clubs/<slug:slug>/calendrier/", calendar.calendar_page, name="calendar"),
    path("clubs/<slug:slug>/calendrier.ics", calendar.calendar_file, name="calendar-file"),
    path("clubs/<slug:slug>/calendrier/<str:evening_id>/", calendar.evening_page, name="evening"),
    path("clubs/<slug:slug>/resultats/", clubs.results_page, name="results"),
    path("clubs/<slug:slug>/palmares/", calendar.honours_page, name="honours"),
    path("clubs/<slug:slug>/mur/", clubs.wall_page, name="wall"),
    path("clubs/<slug:slug>/bulletin/", bulletins.bulletins_page, name="bulletins"),
    path("clubs/<slug:slug>/bulletin/fil.atom", bulletins.bulletins_feed, name="bulletins-feed"),
    path("clubs/<slug:slug>/bulletin/<str:day>/", bulletins.bulletin_page, name="bulletin"),
    path(
        "clubs/<slug:slug>/bulletin/<str:day>/image.png",
        link_previews.bulletin_picture,
        name="bulletin-picture",
    ),
    path(
        "clubs/<slug:slug>/bulletin/<str:day>/modifier/",
        bulletins.bulletin_edit,
        name="bulletin-edit",
    ),
    path("clubs/<slug:slug>/reglages/", clubs.settings_page, name="settings"),
    path("clubs/<slug:slug>/journal/", clubs.log_page, name="log"),
    path("clubs/<slug:slug>/joueurs/", players.players_page, name="players"),
    path("clubs/<slug:slug>/joueurs/liste/", players.list_page, name="players-list"),
    path("clubs/<slug:slug>/joueurs/fichier/", players.list_file, name="players-file"),
    path("clubs/<slug:slug>/membres/", members.members_page, name="members"),
    path("clubs/<slug:slug>/membres/<int:member_id>/", members.member_page, name="member"),
    path("clubs/<slug:slug>/quitter/", members.leave, name="leave"),
    path("clubs/<slug:slug>/inviter/", members.invite, name="invite"),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation_id>/retirer/",
        members.revoke,
        name="revoke",
    ),
    path("invitation/<str:token>/", members.join, name="join"),
    path("joueurs/<int:player_id>/", player_page.player_page, name="player"),
    path("joueurs/<int:player_id>/image.png", link_previews.player_picture, name="player-picture"),
    path("joueurs/<int:player_id>/matchs/", player_matches.matches_page, name="player-matches"),
    path("joueurs/<int:player_id>/rencontres/", player_matches.company_page, name="player-met"),
    path("joueurs/<int:player_id>/faits/", player_matches.facts_page, name="player-facts"),
    path("joueurs/<int:player_id>/csv/", player_page.results_file, name="player-results"),
    path(
        "joueurs/<int:player_id>/rencontres/csv/", player_page.company_file, name="player-company"
    ),
    path("joueurs/<int:player_id>/reglages/", players.player_settings, name="player-settings"),
]

EMBED = "integrer/<str:language>/"
CLUB_EMBED = f"{EMBED}clubs/<slug:slug>/"

frames: list[URLPattern | URLResolver] = [
    path(f"{CLUB_EMBED}calendrier/", embeds.calendar, name="calendar"),
    path(f"{CLUB_EMBED}palmares/", embeds.honours, name="honours"),
    path(f"{CLUB_EMBED}bulletin/", embeds.bulletin, name="bulletin"),
    path(f"{CLUB_EMBED}classements/<slug:game>/", embeds.board, name="board"),
    path(f"{EMBED}challenges/<str:challenge_id>/", embeds.challenge, name="challenge"),
    path(f"{EMBED}tournois/<str:tournament_id>/", embeds.standings, name="standings"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("aide/", views.help_page, name="help"),
    path("langue/", set_language, name="set_language"),
    path("sante/", health, name="health"),
    path("etat/", status.status_page, name="status"),
    path("etat/courrier/", status.send_test_letter, name="status-letter"),
    path("metrics", status.metrics, name="metrics"),
    path("sw.js", offline.service_worker, name="service-worker"),
    path("hors-reseau/", offline.lost, name="lost"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("api/v1/", include(api)),
    path("compte/", include("clubs.accounts.urls")),
    path("", include((people, "clubs"))),
    path("", include((frames, "embeds"))),
    path("", include("clubs.links.urls")),
    path("", include("jobs.urls")),
    path("tournois/", include("tournaments.urls")),
    path("labo/", include("labo.urls")),
    path("", include("games.urls")),
    path("", include("transmission.urls")),
    path("", include("leaderboards.urls")),
]

handler400 = "scorekeeper.pages.views.bad_request"
handler404 = "scorekeeper.pages.views.not_found"
handler429 = "scorekeeper.pages.views.too_many"
handler500 = "scorekeeper.pages.views.server_error"
