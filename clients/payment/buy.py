"""Buys one page without a key: buy.py ADDRESS SECRET DAY MOST-USD; prints what came of it."""

import json
import sys

from eth_account import Account

import bellwether
from bellwether.payment import x402_payer

address, secret, day, most = sys.argv[1:]
client = bellwether.Client(base_url=address, payer=x402_payer(Account.from_key(secret), max_usd=most))
try:
    page = client.search_articles(start_date=day, end_date=day)
    print(json.dumps({"articles": len(page.data), "credits": page.meta.credits_charged, "receipt": page.meta.payment}))
except bellwether.ApiError as error:
    print(json.dumps({"error": type(error).__name__}))
