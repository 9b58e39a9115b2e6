"""Whom a request is counted for: one IPv4 address, or the network of an IPv6 one that a single client has whole."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

NETWORK = 64
"""Bits of an IPv6 address that a provider gives out together, at least: the others are the client's to choose."""


@lru_cache(maxsize=4_096)
def client_of(address: str) -> str:
    """`192.0.2.1` -> `192.0.2.1`, `2001:db8::1` -> `2001:db8::/64`; anything else as it is, cut short."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        found = found.ipv4_mapped
    return str(found) if found.version == 4 else str(ip_network((found, NETWORK), strict=False))


def forwarded(peer: str, header: str, proxies: int) -> str:
    """The address that `proxies` reverse proxies in front say they answer, by X-Forwarded-For; the peer's own where
    there are none or they do not say."""
    said = [each.strip() for each in header.split(",")]
    return said[-proxies] if proxies and len(said) >= proxies and said[-proxies] else peer
