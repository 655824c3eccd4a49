#!/usr/bin/env bash
# Every page in a real browser: Debian's Chromium against a demo of its own.
#   e2e/browser/run.sh [PATH-TO-BELLWETHER]
#   e2e/browser/run.sh PATH-TO-BELLWETHER --screenshots FOLDER    only the pictures of the README
# Packages are installed by name below .cache (ignored by git); pictures go to artifacts/pages. Where node, Chromium or the
# packages cannot be had, this says so and succeeds; with BELLWETHER_REQUIRE_BROWSER=1 it fails instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: pages in a browser ($1)"; [ -z "${BELLWETHER_REQUIRE_BROWSER:-}" ] || exit 1; exit 0; }

command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || skip "node and npm are not installed"
. "$here/../chromium.sh"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/browser
mkdir -p "$cache"
cp "$here"/*.mjs "$here/package.json" "$cache/"
cd "$cache"
wanted=$(cksum <package.json)
if [ "$(cat .installed 2>/dev/null)" != "$wanted" ]; then
  timeout 300 npm install --no-audit --no-fund --ignore-scripts --loglevel=error >npm.log 2>&1 || { tail -5 npm.log; skip "npm could not install the packages"; }
  echo "$wanted" >.installed
fi
if [ "${2:-}" = --screenshots ]; then
  folder=$(cd "$OLDPWD" && realpath -m "${3:?a folder}")
  mkdir -p "$folder"
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  timeout 300 node screenshots.mjs "$bellwether" "$scratch" "$folder"
  exit
fi
pictures=$root/artifacts/pages
rm -rf "$pictures" && mkdir -p "$pictures"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A demo that was made before, where there is one: a start on it goes on from there.
[ ! -d "${BELLWETHER_DEMO_DATA:-}" ] || cp -r "$BELLWETHER_DEMO_DATA/demo" "$scratch/"
timeout 900 node run.mjs "$bellwether" "$scratch" "$pictures"
