#!/usr/bin/env bash
# Backups and copies of the index in object storage, against a server that speaks S3 and checks signatures (moto).
#   e2e/objects/run.sh [PATH-TO-BELLWETHER]
# Packages are installed by name below .cache (ignored by git). Where python3 or the packages cannot be had, this says so
# and succeeds; with BELLWETHER_REQUIRE_OBJECTS=1 it fails instead.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: object storage end to end ($1)"; [ -z "${BELLWETHER_REQUIRE_OBJECTS:-}" ] || exit 1; exit 0; }

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

cache=$root/.cache/objects
mkdir -p "$cache"
if [ ! -e "$cache/venv/.installed" ]; then
  { "$root/e2e/python-packages.sh" "$cache/venv" 'moto[server]==5.2.5' boto3==1.44.0 \
    && touch "$cache/venv/.installed"; } >"$cache/pip.log" 2>&1 || { tail -3 "$cache/pip.log"; skip "moto cannot be installed"; }
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$cache/venv/bin/python" "$here/prove.py" "$bellwether" "$scratch" "$cache/venv/bin/moto_server"
