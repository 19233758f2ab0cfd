"""Cancers: stage, spread, markers, lines of therapy and disease that can be measured."""
