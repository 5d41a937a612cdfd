"""Benchmarks: our figures with their peers beside them."""
