#!/bin/sh
# Creates the secrets of deploy/compose.yaml in deploy/compose/secrets, except for the certificate. Existing secrets are
# not changed. Keep a copy of secret_keys apart from the backups of the database.
set -eu
umask 077
mkdir -p "$(dirname "$0")/secrets"
cd "$(dirname "$0")/secrets"

create() { [ -s "$1" ] || printf '%s\n' "$2" >"$1"; }

for name in superuser_password owner_password password; do create "$name" "$(openssl rand -hex 24)"; done
create secret_keys "k1:$(openssl rand -base64 32)"
create database_url "postgres://svc:$(cat password)@pgbouncer:6432/svc"
create database_direct_url "postgres://svc:$(cat password)@postgres:5432/svc"
create owner_database_url "postgres://svc_owner:$(cat owner_password)@postgres:5432/svc"
create pgbouncer_users "\"svc\" \"$(cat password)\""

# The users of the containers are others than this one. The folder is closed for other users of this machine.
chmod 0444 ./*
echo "Now put the certificate into $(pwd)/tls.crt and its key into $(pwd)/tls.key."
