# Sourced: gets Debian's Chromium, or calls `skip` with the reason.
if ! command -v chromium >/dev/null 2>&1; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || skip "Chromium is missing; on Debian run: apt-get install chromium"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive timeout 420 apt-get install -y -q --no-install-recommends chromium; } >/dev/null 2>&1 ||
    skip "Chromium could not be installed; on Debian run: apt-get install chromium"
fi
