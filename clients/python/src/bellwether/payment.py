"""Paying for single calls with x402, through the official library (extra `bellwether[x402]`).

    from eth_account import Account
    from bellwether import Client
    from bellwether.payment import x402_payer

    client = Client(payer=x402_payer(Account.from_key(secret), max_usd=0.50))

A payment is signed once a call and carried by every attempt of it; the service takes it once.
"""

from __future__ import annotations

import base64
import json
from decimal import Decimal
from typing import Any

import httpx

from ._call import Payer
from .errors import PaymentRequired


def x402_payer(account: Any, *, max_usd: float | str | Decimal = "1.00", networks: str | list[str] | None = None) -> Payer:
    """Pays up to `max_usd` for one call, from an `eth_account` account or another signer of the library.

    `networks` limits where is paid, such as "eip155:8453"; without it the network that the service asks for.
    """
    from x402 import SpendControls, x402ClientSync
    from x402.http import x402HTTPClientSync
    from x402.mechanisms.evm.exact.register import register_exact_evm_client

    wallet = register_exact_evm_client(x402ClientSync(), account, networks)
    # Dollars that the library knows, and no other token, up to the limit.
    wallet.set_spend_controls(SpendControls(max_amount_per_payment=f"${Decimal(str(max_usd))}"))
    buyer = x402HTTPClientSync(wallet)

    def pay(response: httpx.Response) -> dict[str, str]:
        try:
            headers, _ = buyer.handle_402_response(dict(response.headers), response.content, str(response.url))
        except Exception as error:
            raise PaymentRequired(response) from error
        return headers

    return pay


def receipt_of(response: httpx.Response) -> dict[str, Any] | None:
    """What the service says about the settlement: transaction, network, payer."""
    value = response.headers.get("payment-response") or response.headers.get("x-payment-response")
    try:
        return json.loads(base64.b64decode(value)) if value else None
    except ValueError:
        return None
