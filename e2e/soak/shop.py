"""A facilitator and a chain that take every payment, now and then slowly or without saying so, and buyers who bring the same payment
until they are answered."""

import base64
import http.client
import http.server
import json
import random
import threading
import time
import uuid

USDC = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"
PAY_TO = "0x90F79bf6EB2c4f870365E785982E1f101E93b906"
PAYER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5"
TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"


def transaction(nonce):
    return "0x" + nonce[2:][::-1]


def word(text):
    return "0x" + text[2:].lower().rjust(64, "0")


class Shop:
    def __init__(self):
        self.spent, self.lock = {}, threading.Lock()
        self.bought, self.interrupted, self.closing = [], 0, threading.Event()
        shop = self

        class Door(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.say({"kinds": [{"x402Version": 1, "scheme": "exact", "network": "base"}]})

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                answer = {"/verify": shop.verify, "/settle": shop.settle, "/rpc": shop.rpc}[self.path](body)
                if answer is None:
                    self.connection.close()
                else:
                    self.say(answer)

            def say(self, value):
                text = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *words):
                pass

            def handle_one_request(self):
                try:
                    super().handle_one_request()
                except (OSError, ValueError):
                    self.close_connection = True

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}"

    def settings(self):
        return ["--facilitator-url", self.url, "--pay-to", PAY_TO, "--chain-rpc-url", f"{self.url}/rpc", "--public-url", "https://api.example"]

    def verify(self, body):
        return {"isValid": True, "payer": body["paymentPayload"]["payload"]["authorization"]["from"]}

    def settle(self, body):
        authorization, terms = body["paymentPayload"]["payload"]["authorization"], body["paymentRequirements"]
        nonce = authorization["nonce"].lower()
        time.sleep(random.random() * 0.1)
        with self.lock:
            if nonce in self.spent:
                return {"success": False, "errorReason": "invalid_transaction_state", "transaction": ""}
            self.spent[nonce] = int(terms.get("maxAmountRequired") or terms.get("amount"))
        time.sleep(random.random() * 0.1)
        # Done, and nobody hears of it.
        if random.random() < 0.03:
            return None
        return {"success": True, "transaction": transaction(nonce), "payer": authorization["from"], "network": terms["network"]}

    def rpc(self, call):
        method, given = call["method"], call["params"]

        def used(nonce):
            return {"address": USDC, "topics": [USED, word(PAYER), nonce], "data": "0x", "logIndex": "0x0", "transactionHash": transaction(nonce)}

        if method == "eth_getBlockByNumber":
            result = {"number": "0x100", "timestamp": hex(int(time.time()))}
        elif method == "eth_call":
            result = word("0x01" if "0x" + given[0]["data"][-64:] in self.spent else "0x00")
        elif method == "eth_getLogs":
            nonce = given[0]["topics"][2]
            result = [used(nonce)] if nonce in self.spent else []
        else:
            nonce = transaction(given[0])
            result = None
            if nonce in self.spent:
                paid = {"address": USDC, "topics": [TRANSFER, word(PAYER), word(PAY_TO)], "data": "0x" + f"{self.spent[nonce]:064x}",
                        "logIndex": "0x1", "transactionHash": transaction(nonce)}
                result = {"status": "0x1", "logs": [used(nonce), paid]}
        return {"jsonrpc": "2.0", "id": call.get("id", 1), "result": result}

    def buyer(self, port):
        """Buys one answer after the other until the shop closes."""
        while not self.closing.is_set():
            nonce = "0x" + uuid.uuid4().hex + uuid.uuid4().hex
            now = int(time.time())
            payment = {"x402Version": 1, "scheme": "exact", "network": "base", "payload": {
                "signature": "0x5a5a5a5a", "authorization": {
                    "from": PAYER, "to": PAY_TO, "value": "200000", "validAfter": str(now - 600), "validBefore": str(now + 150), "nonce": nonce}}}
            header = base64.b64encode(json.dumps(payment).encode()).decode()
            while time.time() < now + 300:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                try:
                    connection.request("GET", "/feed?startDate=2026-01-01&endDate=2026-01-02&limit=25", headers={"x-payment": header})
                    answer = connection.getresponse()
                    answer.read()
                except (OSError, http.client.HTTPException) as error:
                    self.interrupted += not isinstance(error, ConnectionRefusedError)
                    time.sleep(0.1)
                    continue
                finally:
                    connection.close()
                if answer.status == 200:
                    self.bought.append(nonce)
                    break
                if answer.status != 503 and nonce not in self.spent:
                    # Its time was over before anything was taken.
                    break
                time.sleep(0.2)
            time.sleep(0.2)
