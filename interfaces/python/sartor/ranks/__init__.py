"""Tests that run in several ranks."""
