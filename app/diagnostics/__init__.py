"""Counters, the latency ledger, the log ring and crash evidence; no Qt, no runtime."""
