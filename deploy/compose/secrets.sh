#!/bin/sh
# Makes the secrets of compose.yaml, once: the password of the database, its address, and the pepper of keys.
set -eu
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo "secrets/ is there already"; exit 1; }
umask 077
mkdir secrets
random() { od -An -tx1 -N24 /dev/urandom | tr -d ' \n'; }
random > secrets/postgres_password
random > secrets/key_pepper
printf 'postgres://bellwether:%s@postgres/bellwether?sslmode=disable' "$(cat secrets/postgres_password)" > secrets/database_url
# Compose shows files as they are, and the program runs as this user; without root, let others on the machine read them.
chown 10001 secrets/database_url secrets/key_pepper 2>/dev/null || chmod 644 secrets/database_url secrets/key_pepper
chmod 711 secrets
echo "made in $(pwd)/secrets: keep key_pepper safe, without it no key opens a restored store"
