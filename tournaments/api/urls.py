"""Addresses of tournaments under `/api/v1/`."""

from django.urls import path

from tournaments.api import (
    advising_views,
    board_desk_views,
    calendar_views,
    challenge_views,
    file_views,
    link_views,
    list_views,
    own_views,
    table_views,
    views,
)
from tournaments.api.challenge_views import OneChallenge
from tournaments.api.entrant_views import Entrants
from tournaments.api.ladder_views import TournamentLadder
from tournaments.api.round_views import Rounds
from tournaments.api.table_views import Tables

ONE = "tournaments/<str:tournament_id>/"
ROUND = f"{ONE}rounds/<int:number>/"
TABLE = f"{ROUND}tables/<int:table>/"

CHALLENGE = "challenges/<str:challenge_id>/"
CALENDAR = "clubs/<slug:slug>/calendar"

urlpatterns = [
    path(f"{CALENDAR}/", calendar_views.Calendar.as_view(), name="club-calendar"),
    path(f"{CALENDAR}.ics", calendar_views.CalendarFile.as_view(), name="club-calendar-file"),
    path(
        f"{CALENDAR}/<str:evening_id>/",
        calendar_views.CalendarEvening.as_view(),
        name="club-evening",
    ),
    path("clubs/<slug:slug>/honours/", calendar_views.ClubHonours.as_view(), name="club-honours"),
    path("challenges/", challenge_views.ChallengeList.as_view(), name="challenge-list"),
    path(
        CHALLENGE,
        OneChallenge.as_view({"get": "read", "patch": "change", "delete": "remove"}),
        name="challenge",
    ),
    path(
        f"{CHALLENGE}tables/",
        OneChallenge.as_view({"post": "enter_table"}),
        name="challenge-tables",
    ),
    path(
        f"{CHALLENGE}tables/<int:table_id>/",
        OneChallenge.as_view({"delete": "remove_table"}),
        name="challenge-table",
    ),
    path(
        f"{CHALLENGE}freeze/",
        OneChallenge.as_view({"post": "freeze", "delete": "thaw"}),
        name="challenge-freeze",
    ),
    path(
        f"{CHALLENGE}export/",
        challenge_views.ChallengeExport.as_view(),
        name="challenge-export",
    ),
    path("tournaments/", views.TournamentList.as_view(), name="tournament-list"),
    path("tournaments/import/", file_views.Import.as_view(), name="tournament-import"),
    path("tournaments/past/", views.PastTournaments.as_view(), name="tournament-past"),
    path(ONE, views.TournamentDetail.as_view(), name="tournament"),
    path(
        f"{ONE}entrants/",
        Entrants.as_view({"get": "list", "post": "enter"}),
        name="tournament-entrants",
    ),
    path(
        f"{ONE}entrants/<int:number>/",
        Entrants.as_view({"patch": "change", "delete": "remove"}),
        name="tournament-entrant",
    ),
    path(
        f"{ONE}entrants/preview/",
        list_views.EntrantPreview.as_view(),
        name="tournament-entrants-preview",
    ),
    path(
        f"{ONE}entrants/<int:number>/preview/",
        Entrants.as_view({"post": "preview_leaving"}),
        name="tournament-entrant-preview",
    ),
    path(
        f"{ONE}entrants/<int:number>/link/",
        Entrants.as_view({"post": "renew_link"}),
        name="tournament-entrant-link",
    ),
    path(
        f"{ONE}entrants/confirm/",
        Entrants.as_view({"post": "confirm"}),
        name="tournament-entrants-confirm",
    ),
    path(
        f"{ONE}entrants/remove/",
        Entrants.as_view({"post": "remove_several"}),
        name="tournament-entrants-remove",
    ),
    path(f"{ONE}sign-up/", own_views.Coming.as_view(), name="tournament-sign-up"),
    path(f"{ONE}me/", own_views.Mine.as_view(), name="tournament-me"),
    path(f"{ONE}adviser/", advising_views.Adviser.as_view(), name="tournament-adviser"),
    path(
        f"{ONE}rounds/", Rounds.as_view({"get": "list", "post": "draw"}), name="tournament-rounds"
    ),
    path(ROUND, Rounds.as_view({"get": "read", "patch": "arrange"}), name="tournament-round"),
    path(f"{ROUND}redraw/", Rounds.as_view({"post": "redraw"}), name="tournament-redraw"),
    path(f"{ROUND}publish/", Rounds.as_view({"post": "publish"}), name="tournament-publish"),
    path(f"{ROUND}withdraw/", Rounds.as_view({"post": "withdraw"}), name="tournament-withdraw"),
    path(f"{ROUND}close/", Rounds.as_view({"post": "close"}), name="tournament-close"),
    path(
        f"{TABLE}result/",
        Tables.as_view({"post": "report", "put": "correct", "delete": "take_back"}),
        name="tournament-result",
    ),
    path(
        f"{TABLE}result/preview/",
        Tables.as_view({"post": "preview"}),
        name="tournament-result-preview",
    ),
    path(f"{TABLE}confirm/", Tables.as_view({"post": "confirm"}), name="tournament-confirm"),
    path(f"{TABLE}question/", Tables.as_view({"delete": "refuse"}), name="tournament-question"),
    path(
        f"{ONE}ladder/",
        TournamentLadder.as_view({"get": "read", "post": "challenge"}),
        name="tournament-ladder",
    ),
    path(
        f"{ONE}ladder/day/",
        TournamentLadder.as_view({"post": "bring_up"}),
        name="tournament-ladder-day",
    ),
    path(
        f"{TABLE}challenge/",
        TournamentLadder.as_view({"delete": "withdraw"}),
        name="tournament-ladder-challenge",
    ),
    path(f"{TABLE}match/", Tables.as_view({"post": "play"}), name="tournament-match"),
    path(
        f"{ONE}desk/boards/",
        board_desk_views.BoardDesk.as_view(),
        name="tournament-desk-boards",
    ),
    path(f"{ONE}desk/", table_views.Desk.as_view(), name="tournament-desk"),
    path(f"{ONE}standings/", views.Standings.as_view(), name="tournament-standings"),
    path(f"{ONE}movement/", views.MovementCall.as_view(), name="tournament-movement"),
    path(f"{ONE}boards/", views.BoardList.as_view(), name="tournament-boards"),
    path(f"{ONE}boards/<int:board>/", views.BoardDetail.as_view(), name="tournament-board"),
    path(
        f"{TABLE}boards/<int:board>/",
        Tables.as_view({"put": "play_board"}),
        name="tournament-table-board",
    ),
    path(
        f"{TABLE}boards/<int:board>/deal/",
        Tables.as_view({"put": "enter_deal"}),
        name="tournament-table-deal",
    ),
    path(f"{ONE}pools/", views.Pools.as_view(), name="tournament-pools"),
    path(f"{ONE}bracket/", views.BracketCall.as_view(), name="tournament-bracket"),
    path(f"{ONE}log/", views.Log.as_view(), name="tournament-log"),
    path(f"{ONE}palmares/", views.Palmares.as_view(), name="tournament-palmares"),
    path(f"{ONE}timer/", views.Timer.as_view(), name="tournament-timer"),
    path(f"{ONE}webhooks/", views.Webhooks.as_view(), name="tournament-webhooks"),
    path(f"{ONE}links/", link_views.TournamentLinks.as_view(), name="tournament-links"),
    path(f"{ONE}links/<int:link_id>/", link_views.TournamentLink.as_view(), name="tournament-link"),
    path(f"{ONE}export/", file_views.Export.as_view(), name="tournament-export"),
]
