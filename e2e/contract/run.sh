#!/usr/bin/env bash
# The description against the service: /openapi.json is valid, three linters have nothing to say about it, and what the demo
# answers is what it says.
#   e2e/contract/run.sh [PATH-TO-BELLWETHER] [EXAMPLES-AN-OPERATION]
#   e2e/contract/run.sh PATH-TO-BELLWETHER long     2,000 examples an operation and sequences of calls; takes hours
#   e2e/contract/run.sh PATH-TO-BELLWETHER 500 long sequences too, with so many examples
# Packages are installed by name below .cache (ignored by git). Where python, npm or the packages cannot be had, this says
# so and succeeds; with BELLWETHER_REQUIRE_CONTRACT=1 it fails instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: the description against the service ($1)"; [ -z "${BELLWETHER_REQUIRE_CONTRACT:-}" ] || exit 1; exit 0; }

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
bellwether=${1:-$root/target/debug/bellwether}
examples=${2:-30} phases=coverage,fuzzing limit=1800 left_out=,use_after_free,ensure_resource_availability
if [ "${*: -1}" = long ]; then
  [ "$examples" != long ] || examples=2000
  # One call after the other with what the one before gave: what was removed must be gone, what was made must be there.
  phases=coverage,fuzzing,stateful limit=43200 left_out=
fi
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/contract
mkdir -p "$cache"
wanted=$(cksum <"$here/requirements.txt")
if [ "$(cat "$cache/.installed" 2>/dev/null)" != "$wanted" ]; then
  "$root/e2e/python-packages.sh" "$cache/venv" -r "$here/requirements.txt" >"$cache/pip.log" 2>&1 \
    || { tail -5 "$cache/pip.log"; skip "pip could not install the packages"; }
  echo "$wanted" >"$cache/.installed"
fi

# Redocly and Spectral are checked first and need no server: the program prints the document.
lint() {
  command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || { unlinted "node and npm are not installed"; return; }
  mkdir -p "$cache/lint"
  cp "$here/package.json" "$here/spectral.yaml" "$cache/lint/"
  cd "$cache/lint"
  local wanted
  wanted=$(cksum <package.json)
  if [ "$(cat .installed 2>/dev/null)" != "$wanted" ]; then
    timeout 300 npm install --no-audit --no-fund --ignore-scripts --loglevel=error >npm.log 2>&1 ||
      { tail -5 npm.log; unlinted "npm could not install the packages"; return; }
    echo "$wanted" >.installed
  fi
  "$bellwether" openapi >openapi.json
  REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true timeout 120 node_modules/.bin/redocly lint openapi.json --max-problems 20 >redocly.log 2>&1 ||
    { cat redocly.log; exit 1; }
  ! grep -qE "You have [0-9]+ (warning|error)" redocly.log || { cat redocly.log; exit 1; }
  timeout 120 node_modules/.bin/spectral lint openapi.json --ruleset spectral.yaml --fail-severity hint
}
unlinted() { echo "skipped: linters of the description ($1)"; [ -z "${BELLWETHER_REQUIRE_CONTRACT:-}" ] || exit 1; }
(lint)

scratch=$(mktemp -d)
# A demo that was made before, where there is one: a start on it goes on from there.
[ ! -d "${BELLWETHER_DEMO_DATA:-}" ] || cp -r "$BELLWETHER_DEMO_DATA/demo" "$scratch/"
touch "$scratch/demo.log"
port=$((20000 + RANDOM % 12000))
base=http://127.0.0.1:$port
"$bellwether" demo --listen "127.0.0.1:$port" --data-dir "$scratch" --rate-subscription 1000000 --rate-keyless 1000000 \
  --failed-keys-per-minute 1000000 >"$scratch/demo.log" 2>&1 &
demo=$!
trap 'kill $demo 2>/dev/null || true; wait $demo 2>/dev/null || true; rm -rf "$scratch"' EXIT
for _ in $(seq 240); do
  key=$(grep -o 'bw_live_[0-9A-Za-z]*' "$scratch/demo.log" | head -1 || true)
  [ -n "$key" ] && python3 - "$base/health/ready" <<'PYTHON' && break
import sys, urllib.request
try: urllib.request.urlopen(sys.argv[1], timeout=2)
except Exception: sys.exit(1)
PYTHON
  kill -0 $demo || { tail -5 "$scratch/demo.log"; exit 1; }
  sleep 1
done

python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(sys.argv[1], sys.argv[2])' "$base/openapi.json" "$scratch/openapi.json"
"$cache/venv/bin/openapi-spec-validator" "$scratch/openapi.json"
# Left out is what the contract says otherwise: unknown parameters are named and ignored, a name that nobody knows is
# refused although it is a text, and /feed without a key is 402 (who is let in where is every_route's to check).
cd "$scratch"
timeout "$limit" "$cache/venv/bin/schemathesis" run "$scratch/openapi.json" --url "$base" -H "Authorization: Bearer $key" \
  --phases "$phases" --max-examples "$examples" --workers 1 --seed 1 --no-shrink --continue-on-failure \
  --suppress-health-check all --warnings off \
  --exclude-checks "negative_data_rejection,positive_data_acceptance,ignored_auth$left_out" \
  --exclude-operation-id streamEvents --exclude-operation-id testWebhook --exclude-operation-id resendEvent --exclude-operation-id revokeKey --exclude-operation-id rotateKey
