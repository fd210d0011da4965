"""Benchmarks of the project: named configurations, measured against a bare SimPy skeleton in the same run."""
