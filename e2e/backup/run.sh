#!/usr/bin/env bash
# Backup under load, restored on the other engine, compared: counts, digests, ids, audit.
#   e2e/backup/run.sh target/debug/bellwether [SECONDS_OF_LOAD]
set -euo pipefail
cd "$(dirname "$0")/../.."
exec python3 e2e/backup/prove.py "$(realpath "${1:-target/debug/bellwether}")" "${2:-8}"
