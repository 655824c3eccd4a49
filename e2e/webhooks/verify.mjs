// Verifies one delivery with the official library: secret, headers and body come as JSON on the standard input.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secret, headers, body } = JSON.parse(readFileSync(0, "utf8"));
const verified = new Webhook(secret).verify(body, headers);
console.log(verified.type);
