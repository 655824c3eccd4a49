#!/usr/bin/env bash
# Silent, slow, half-open and flooding connections against the program, with an honest client beside them.
#   e2e/hostile/run.sh [PATH-TO-BELLWETHER] [SECONDS-A-FLOOD] [CONNECTIONS]
# Ten seconds a flood and 10,000 connections without arguments. It needs python3 and nothing else. No part of ./check.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
command -v python3 >/dev/null 2>&1 || { echo "python3 is not installed"; exit 1; }
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
python3 -u "$here/run.py" "$(realpath "$bellwether")" "$scratch" "${2:-10}" "${3:-10000}"
