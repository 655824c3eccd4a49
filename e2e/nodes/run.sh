#!/usr/bin/env bash
# Three doors and two workers on one Postgres with a synchronous standby, under metered load: processes are killed and
# paused, the database is restarted and lost, connections are cut. Prints a table; fails where something does not hold.
#   e2e/nodes/run.sh [PATH-TO-BELLWETHER] [full]
# The short run takes about three minutes; `full` makes 100,000 calls, pauses for a minute and cuts for thirty seconds.
# Needs Postgres (with its tools) and python3; pgbouncer's part is left out where it is not installed. As root they are
# installed by name; where they cannot be had this says so and succeeds, and with BELLWETHER_REQUIRE_NODES=1 it fails.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
skip() { echo "skipped: nodes end to end ($1)"; [ -z "${BELLWETHER_REQUIRE_NODES:-}" ] || exit 1; exit 0; }

command -v python3 >/dev/null 2>&1 || skip "python3 is not installed"
bellwether=${1:-$root/target/debug/bellwether}
[ -x "$bellwether" ] || { echo "there is no $bellwether; build it first: cargo build"; exit 1; }
bellwether=$(realpath "$bellwether")

install() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"; } >/dev/null 2>&1
}
postgres() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1; }
[ -n "$(postgres)" ] || install postgresql || skip "Postgres is not installed; on Debian: apt-get install postgresql"
command -v pgbouncer >/dev/null 2>&1 || [ -x /usr/sbin/pgbouncer ] || install pgbouncer || true

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
python3 "$here/run.py" "$bellwether" "$scratch" "$(postgres)" "${2:-short}"
