#!/usr/bin/env bash
# A soak: reading, importing, collecting from 500 local feeds with faults, metering and payments, with a kill -9 every few minutes;
# in the end every invariant is looked at by a program of its own (invariants.py), by audit, doctor and a recount.
#   e2e/soak/run.sh [PATH-TO-BELLWETHER] [MINUTES] [SECONDS-BETWEEN-KILLS]
# 120 minutes without an argument. It needs python3 and nothing else. No part of ./check.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 1; }
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$root/target"
cd "$root/target"
python3 -u "$here/run.py" "$bellwether" "$scratch/world" "${2:-120}" "${3:-150}"
