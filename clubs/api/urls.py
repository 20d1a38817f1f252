"""Addresses of clubs and players under `/api/v1/`."""

from django.urls import path

from clubs.api import account, guests, links, members, people, views

urlpatterns = [
    path("account/", account.Account.as_view(), name="own-account"),
    path("account/export/", account.AccountExportView.as_view(), name="own-account-export"),
    path("players/", views.PlayerList.as_view(), name="player-list"),
    path("players/<int:player_id>/", views.PlayerDetail.as_view(), name="player"),
    path("players/<int:player_id>/merge/", people.PlayerMerge.as_view(), name="player-merge"),
    path("players/<int:player_id>/account/", people.PlayerAccount.as_view(), name="player-account"),
    path("clubs/", views.ClubList.as_view(), name="club-list"),
    path(
        "clubs/<slug:slug>/",
        views.OneClub.as_view({"get": "read", "patch": "change", "delete": "remove"}),
        name="club",
    ),
    path(
        "clubs/<slug:slug>/notice/",
        views.OneClub.as_view({"put": "notice"}, write_scope="notice"),
        name="club-notice",
    ),
    path(
        "clubs/<slug:slug>/confirm/",
        views.OneClub.as_view({"post": "confirm"}),
        name="club-confirm",
    ),
    path("clubs/<slug:slug>/members/", members.MemberList.as_view(), name="member-list"),
    path(
        "clubs/<slug:slug>/members/<int:member_id>/", members.MemberDetail.as_view(), name="member"
    ),
    path(
        "clubs/<slug:slug>/invitations/", members.InvitationList.as_view(), name="invitation-list"
    ),
    path(
        "clubs/<slug:slug>/invitations/<int:invitation_id>/",
        members.InvitationDetail.as_view(),
        name="invitation",
    ),
    path(
        "clubs/<slug:slug>/players/<int:player_id>/",
        people.ClubPlayerDetail.as_view(),
        name="club-player",
    ),
    path(
        "clubs/<slug:slug>/players/export/",
        people.ClubPlayersExport.as_view(),
        name="club-players-export",
    ),
    path(
        "clubs/<slug:slug>/guests/",
        guests.ClubGuests.as_view({"get": "find", "post": "know", "patch": "respell"}),
        name="club-guests",
    ),
    path(
        "clubs/<slug:slug>/guests/<int:known_id>/",
        guests.ClubGuests.as_view({"delete": "part"}),
        name="club-guest",
    ),
    path("clubs/<slug:slug>/changes/", members.ChangeList.as_view(), name="club-changes"),
    path("invitations/<str:token>/", members.Offer.as_view(), name="offer"),
    path("clubs/<slug:slug>/links/", links.ClubLinks.as_view(), name="club-links-api"),
    path("clubs/<slug:slug>/links/<int:link_id>/", links.ClubLink.as_view(), name="club-link"),
]
