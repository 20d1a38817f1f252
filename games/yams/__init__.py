"""Yams à cinq colonnes: five dice, 55 cells a player, and only won columns count."""
