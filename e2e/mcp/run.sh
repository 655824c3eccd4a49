#!/usr/bin/env bash
# The tool door against those who made the protocol: the official Python and TypeScript clients by key and by OAuth with a
# real browser, the conformance suite, and what tools cost in tokens.
#   e2e/mcp/run.sh [PATH-TO-BELLWETHER]
# Packages are installed by name below .cache (ignored by git). Where node, python, Chromium or the packages cannot be had,
# this says so and succeeds; with BELLWETHER_REQUIRE_MCP=1 it fails instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: agents end to end ($1)"; [ -z "${BELLWETHER_REQUIRE_MCP:-}" ] || exit 1; exit 0; }

for program in node npm python3; do command -v $program >/dev/null 2>&1 || skip "$program is not installed"; done
. "$here/../chromium.sh"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/mcp
mkdir -p "$cache"
cp "$here"/*.mjs "$here"/*.py "$here"/*.json "$here"/*.yml "$here/requirements.txt" "$cache/"
cd "$cache"
wanted=$(cat package.json requirements.txt | cksum)
if [ "$(cat .installed 2>/dev/null)" != "$wanted" ]; then
  timeout 420 npm install --no-audit --no-fund --loglevel=error >npm.log 2>&1 || { tail -5 npm.log; skip "npm could not install the packages"; }
  "$root/e2e/python-packages.sh" venv -r requirements.txt >pip.log 2>&1 ||
    { tail -5 pip.log; skip "pip could not install the packages"; }
  echo "$wanted" >.installed
fi

scratch=$(mktemp -d)
started=()
trap 'for one in "${started[@]}"; do kill "$one" 2>/dev/null || true; wait "$one" 2>/dev/null || true; done; rm -rf "$scratch"' EXIT
ready() { # ready URL PID LOG
  for _ in $(seq 240); do
    curl -sf -o /dev/null "$1/health/ready" && return 0
    kill -0 "$2" 2>/dev/null || { tail -5 "$3"; return 1; }
    sleep 1
  done
  tail -5 "$3"; return 1
}

# A demo that was made before, where there is one: a start on it goes on from there.
mkdir "$scratch/data"
[ ! -d "${BELLWETHER_DEMO_DATA:-}" ] || cp -r "$BELLWETHER_DEMO_DATA/demo" "$scratch/data/"
port=$((20000 + RANDOM % 12000))
base=http://127.0.0.1:$port
"$bellwether" demo --listen "127.0.0.1:$port" --data-dir "$scratch/data" --rate-subscription 1000000 >"$scratch/demo.log" 2>&1 &
demo=$!
started+=("$demo")
until grep -q 'Stop with Ctrl-C' "$scratch/demo.log"; do
  kill -0 "$demo" 2>/dev/null || { tail -5 "$scratch/demo.log"; exit 1; }
  sleep 1
done
ready "$base" "$demo" "$scratch/demo.log"
key=$(grep -o 'bw_live_[0-9A-Za-z]*' "$scratch/demo.log" | head -1)
link=$(grep -o 'http://[^ ]*/console/link[^ ]*' "$scratch/demo.log" | head -1)

export BASE=$base KEY=$key LINK=$link PROFILE=$scratch/browser CONSENT=$cache/consent.mjs
echo "-- Python client"
timeout 180 venv/bin/python clients.py
echo "-- TypeScript client"
timeout 180 node clients.mjs

echo "-- what /docs says to copy"
timeout 60 venv/bin/python copied.py

echo "-- conformance"
kill "$demo" && wait "$demo" 2>/dev/null || true
started=()
# The door as it is, and the fixtures that some scenarios ask for; the program itself has none of them.
# Built with the tests, of the whole workspace: one package alone would be built anew with fewer features.
suite_server=$(cd "$root" && cargo test --quiet --workspace --test conformance --no-run --message-format=json |
  python3 -c 'import json, sys; print([m["executable"] for m in map(json.loads, sys.stdin) if m.get("executable") and m["target"]["name"] == "conformance"][-1])')
"$suite_server" "127.0.0.1:$port" >"$scratch/serve.log" 2>&1 &
served=$!
started+=("$served")
for _ in $(seq 60); do curl -sf -o /dev/null "$base/health" && break; sleep 1; done
# The suite needs a newer Node than most systems have; npm brings one.
PATH=$cache/node_modules/.bin:$PATH timeout 180 conformance server --url "$base/mcp" --expected-failures "$cache/expected-failures.yml" \
  >"$scratch/conformance.log" 2>&1 || { tail -60 "$scratch/conformance.log"; exit 1; }
tail -4 "$scratch/conformance.log"

echo "-- standard input and output"
kill "$served" && wait "$served" 2>/dev/null || true
started=()
DATA=$scratch/data/demo BELLWETHER=$bellwether timeout 120 venv/bin/python stdio.py
