"""Tests of the pages, in a real browser. A package, so that its conftest is not mistaken for the tests' own."""
