#!/usr/bin/env bash
# Pay-per-call end to end: published buyers and a published facilitator on a local chain, against bellwether.
#   e2e/x402/run.sh [PATH-TO-BELLWETHER]
# Packages are installed by name below .cache (ignored by git). Where node or the packages cannot be had, this
# says so and succeeds; with BELLWETHER_REQUIRE_X402=1 it fails instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: pay-per-call end to end ($1)"; [ -z "${BELLWETHER_REQUIRE_X402:-}" ] || exit 1; exit 0; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || skip "node and npm are not installed"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/x402
mkdir -p "$cache"
cp "$here"/*.mjs "$here"/*.cjs "$here"/*.sol "$here"/*.py "$here/package.json" "$cache/"
cd "$cache"
wanted=$(cksum <package.json)
if [ "$(cat .installed 2>/dev/null)" != "$wanted" ]; then
  timeout 420 npm install --no-audit --no-fund --loglevel=error >npm.log 2>&1 || { tail -5 npm.log; skip "npm could not install the packages"; }
  echo "$wanted" >.installed
fi
python=
if command -v python3 >/dev/null 2>&1; then
  if [ ! -e venv/.installed ]; then
    { "$root/e2e/python-packages.sh" venv x402==1.0.0 && touch venv/.installed; } >pip.log 2>&1 || true
  fi
  [ -e venv/.installed ] && python=$cache/venv/bin/python
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
timeout 240 node run.mjs "$bellwether" "$scratch" $python
