"""Measuring: benchmarks, comparisons of engines, and reports."""
