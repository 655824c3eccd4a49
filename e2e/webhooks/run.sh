#!/usr/bin/env bash
# Webhooks and feeds end to end: deliveries are verified with the official Standard Webhooks libraries of PyPI and npm, feeds
# are read with feedparser and, strictly, with atoma.
#   e2e/webhooks/run.sh [PATH-TO-BELLWETHER]
# Packages are installed by name below .cache (ignored by git). Where python or the packages cannot be had, this says so and
# succeeds; with BELLWETHER_REQUIRE_WEBHOOKS=1 it fails instead. Without node its half is left out in the same way.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: webhooks end to end ($1)"; [ -z "${BELLWETHER_REQUIRE_WEBHOOKS:-}" ] || exit 1; exit 0; }

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/webhooks
mkdir -p "$cache"
cp "$here"/*.py "$here"/*.mjs "$here"/package.json "$here"/requirements.txt "$cache/"
cd "$cache"
wanted=$(cat requirements.txt package.json | cksum)
node=
if [ "$(cat .installed 2>/dev/null)" != "$wanted" ]; then
  "$root/e2e/python-packages.sh" venv -r requirements.txt >pip.log 2>&1 \
    || { tail -5 pip.log; skip "pip could not install the packages"; }
  if command -v npm >/dev/null 2>&1; then
    timeout 240 npm install --no-audit --no-fund --loglevel=error >npm.log 2>&1 || { tail -5 npm.log; rm -rf node_modules; }
  fi
  echo "$wanted" >.installed
fi
if [ -d node_modules ] && command -v node >/dev/null 2>&1; then
  node=$(command -v node)
else
  [ -z "${BELLWETHER_REQUIRE_WEBHOOKS:-}" ] || { echo "the library of npm cannot be had"; exit 1; }
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
timeout 240 venv/bin/python run.py "$bellwether" "$scratch" $node
