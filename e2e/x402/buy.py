"""Buys one answer with the published Python client of version 1; prints the status and the receipt."""

import json
import sys

from eth_account import Account
from x402.clients.base import decode_x_payment_response
from x402.clients.requests import x402_requests

address, key = sys.argv[1:3]
answer = x402_requests(Account.from_key(key), max_value=1_000_000).get(address)
header = answer.headers.get("x-payment-response")
print(json.dumps({"status": answer.status_code, "receipt": header and decode_x_payment_response(header)}))
