#!/usr/bin/env bash
# The demo's invented year in the folder BELLWETHER_DEMO_DATA, for demos that go on from a copy of it.
#   BELLWETHER_DEMO_DATA=FOLDER e2e/demo-data.sh PATH-TO-BELLWETHER
set -euo pipefail
bellwether=${1:?the program} folder=${BELLWETHER_DEMO_DATA:?a folder}
rm -rf "$folder" "$folder.new"
mkdir -p "$folder.new"
log=$(mktemp)
"$bellwether" demo --listen 127.0.0.1:0 --data-dir "$folder.new" >"$log" 2>&1 &
demo=$!
trap 'kill $demo 2>/dev/null || true; wait $demo 2>/dev/null || true; rm -f "$log"' EXIT
for _ in $(seq 1200); do
  if grep -q 'Stop with Ctrl-C' "$log"; then
    kill $demo
    wait $demo 2>/dev/null || true
    # In its place only when it is whole: others look for it meanwhile.
    mv "$folder.new" "$folder"
    exit 0
  fi
  kill -0 $demo 2>/dev/null || break
  sleep 0.5
done
tail -5 "$log"
exit 1
