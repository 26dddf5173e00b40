"""The server's address, and its URLs for phones on the same network.

A computer has several addresses: those of its network card, a VPN, and bridges for containers and
virtual machines. Phones can reach only the network card's, but no operating system says which one
that is, so all are listed, likeliest first.
"""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.core.os_errors import reason_of
from referee.core.text import Text, _

CARDS: Final = Path("/sys/class/net")
VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmbr|vmnet|vmenet|vboxnet|tun|tap|utun|wg|tailscale|zt|ppp|ipsec|"
    r"nordlynx|proton|bridge|lxc|lxd|cni|flannel|cali|podman|awdl|llw|gif|stf|feth|anpi",
    re.IGNORECASE,
)
"""Name prefixes of virtual cards, for systems that don't say which cards are real."""
HOME: Final = tuple(map(ipaddress.ip_network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
ELSEWHERE: Final = tuple(
    map(
        ipaddress.ip_network,
        # Tailscale and providers; tunnels of some VPNs; VirtualBox; Docker.
        ("100.64.0.0/10", "198.18.0.0/15", "192.168.56.0/24", "172.17.0.0/16"),
    )
)
"""Networks on which phones are unlikely; only checked for cards whose names are unknown."""
ADDRESS_OF_CARD: Final = {"linux": 0x8915, "darwin": 0xC0206921}
"""SIOCGIFADDR code by platform. It takes a `struct ifreq`: a 16-byte name, then the address."""
PORT_IN_USE: Final = _("port {port} is in use: choose another with --port")


@dataclass(frozen=True)
class Listener:
    host: str
    port: int
    scheme: str = "http"

    @property
    def address(self) -> str:
        """The host's IP address, for granian, which doesn't resolve names."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        return str(socket.getaddrinfo(self.host, None, family, socket.SOCK_STREAM)[0][4][0])

    @property
    def is_everywhere(self) -> bool:
        return ipaddress.ip_address(self.address).is_unspecified

    @property
    def nearest(self) -> str:
        if not self.is_everywhere:
            return self.host
        return "::1" if ":" in self.address else "127.0.0.1"

    def url(self, host: str) -> str:
        return f"{self.scheme}://{f'[{host}]' if ':' in host else host}:{self.port}"

    def for_phones(self) -> list[str]:
        """URLs for other devices on the same network, likeliest first."""
        if ipaddress.ip_address(self.address).is_loopback:
            return []
        return [self.url(host) for host in (lan_addresses() if self.is_everywhere else [self.host])]

    def hosts(self) -> list[str]:
        """Names and addresses at which the server can be opened."""
        others = lan_addresses() if self.is_everywhere else []
        return [*dict.fromkeys(["localhost", "127.0.0.1", "::1", self.nearest, *others])]

    def connect(self, timeout: float) -> socket.socket:
        """Connect to the server from this computer, which needn't check its own certificate."""
        plain = socket.create_connection((self.nearest, self.port), timeout)
        if self.scheme == "http":
            return plain
        import ssl

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(plain)

    def reserve(self) -> socket.socket | None:
        """Keep other Referees from this port until the socket is closed; None if one does so.

        Servers can share a TCP port, and it is free while they start, so this takes the UDP port of
        the same number, which nobody can share.
        """
        family = socket.AF_INET6 if ":" in self.address else socket.AF_INET
        taken = socket.socket(family, socket.SOCK_DGRAM)
        try:
            taken.bind((self.address, self.port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                taken.close()
                return None
        return taken

    def problem(self) -> Text | None:
        """Return why the server can't listen here; None if it can."""
        if not 0 < self.port < 65536:
            return _("{port} isn’t a port: choose one from 1 to 65535", port=self.port)
        try:
            address = self.address
        except (OSError, UnicodeError):
            return _("{host} isn’t a known address: check --host", host=self.host)
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as probe:
            # As in the server itself, so that a port that was just released can be reused. On
            # Windows this option would also allow a port that is in use.
            if sys.platform != "win32":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((address, self.port))
            except OSError as error:
                match error.errno:
                    case errno.EADDRINUSE:
                        template = PORT_IN_USE
                    case errno.EADDRNOTAVAIL:
                        template = _("{host} isn’t an address of this computer: check --host")
                    case errno.EACCES:
                        template = _("port {port} is reserved: choose 1024 or higher with --port")
                    case _unknown:
                        template = _("can’t listen on {host}, port {port}: {reason}")
                return template.format(host=self.host, port=self.port, reason=reason_of(error))
        return None


@dataclass(frozen=True)
class NetworkCard:
    """One of this machine's addresses, and the name of its network card (empty if unknown)."""

    address: str
    name: str = ""
    is_real: bool | None = None
    """Whether the card is hardware rather than virtual; None if the system doesn't say."""


def lan_addresses() -> list[str]:
    """Addresses at which phones may reach this machine, likeliest first."""
    way_out = ""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Connecting a datagram socket only picks a route and sends nothing to this test address.
        probe.connect(("203.0.113.1", 9))
        way_out = str(probe.getsockname()[0])
    return rank_addresses(_cards(), way_out)


def rank_addresses(cards: Iterable[NetworkCard], way_out: str) -> list[str]:
    """Return the cards' addresses without duplicates, likeliest first.

    `way_out` is the source address of the default route. It may be a VPN's, so it only breaks ties
    between cards.
    """

    def unlikelihood(card: NetworkCard) -> tuple[int, int, bool]:
        number = ipaddress.ip_address(card.address)
        is_real = card.is_real
        if is_real is None and (
            VIRTUAL.match(card.name) if card.name else any(number in each for each in ELSEWHERE)
        ):
            is_real = False
        kind = {True: 0, None: 1, False: 2}[is_real]
        home = next((index for index, each in enumerate(HOME) if number in each), len(HOME))
        # Without a name the address decides: most homes use the first network.
        return kind, home // len(HOME) if card.name else home, card.address != way_out

    known = {card.address: card for card in cards}
    if way_out:
        known.setdefault(way_out, NetworkCard(way_out))
    ranked = sorted(known.values(), key=unlikelihood)
    numbers = [ipaddress.ip_address(card.address) for card in ranked]
    return [
        str(number)
        for number in numbers
        if not (number.is_loopback or number.is_link_local or number.is_unspecified)
    ]


def _cards() -> Iterator[NetworkCard]:
    request = ADDRESS_OF_CARD.get(sys.platform)
    with suppress(OSError):
        if request is None:  # Windows lists the addresses, but not their cards
            yield from map(NetworkCard, socket.gethostbyname_ex(socket.gethostname())[2])
            return
        from fcntl import ioctl

        for _index, name in socket.if_nameindex():
            # `ioctl` fails for a card without an address.
            with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
                given = struct.pack("16s24x", name.encode()[:15])
                address = socket.inet_ntoa(ioctl(asked.fileno(), request, given)[20:24])
                if not _is_off(name):
                    yield NetworkCard(address, name, _is_hardware(name))


def _is_off(name: str) -> bool:
    """Whether a card is down, because its cable is unplugged or its radio is off."""
    with suppress(OSError):
        return (CARDS / name / "operstate").read_text().strip() == "down"
    return False


def _is_hardware(name: str) -> bool | None:
    """Whether the card, or one it bonds or bridges, is a physical device; None if unknown."""
    card = CARDS / name
    if not card.is_dir():
        return None
    below = (each.name.removeprefix("lower_") for each in card.glob("lower_*"))
    return (card / "device").exists() or any((CARDS / each / "device").exists() for each in below)
