"""This computer's own certificate, for https without a domain name: made once, kept and renewed.

`python -m referee.certificate FILE HOST ...` exits with the number of the system's error, if any.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAYS: Final = 397  # the most that browsers accept
RENEWAL_DAYS: Final = 30


def keep_certificate(file: Path, hosts: Collection[str]) -> None:
    """Write a key and a certificate for these hosts to the file, unless it has both.

    A new one means a new warning on every phone, so the one there is kept for as long as it covers
    all hosts and doesn't expire soon. Raises OSError.
    """
    with suppress(FileNotFoundError, ValueError):
        if _covers(x509.load_pem_x509_certificate(file.read_bytes()), hosts):
            return
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, new = mkstemp(dir=file.parent)  # which only this user may read
    with os.fdopen(handle, "wb") as out:
        out.write(_make(hosts))
    Path(new).replace(file)


def _covers(certificate: x509.Certificate, hosts: Collection[str]) -> bool:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    until = certificate.not_valid_after_utc - timedelta(days=RENEWAL_DAYS)
    return datetime.now(UTC) < until and {*map(_name_of, hosts)} <= {*names}


def _name_of(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host.encode("idna").decode())


def _make(hosts: Collection[str]) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Referee")])
    start = datetime.now(UTC) - timedelta(days=1)  # a phone's clock may be late
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(map(_name_of, hosts)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return secret + certificate.public_bytes(serialization.Encoding.PEM)


if __name__ == "__main__":
    try:
        keep_certificate(Path(sys.argv[1]), sys.argv[2:])
    except OSError as error:
        sys.exit(error.errno)
