"""Versions of this package and of the contract."""

from ._resources import SPEC_VERSION as SPEC_VERSION

VERSION = "0.1.0"
"""The version of this package. It differs from the version of the contract: see the changelog."""
