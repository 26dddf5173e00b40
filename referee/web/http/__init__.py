"""Requests, responses, and helpers for every page."""
