#!/bin/sh
# Verifies a delivery with openssl: SVC_WEBHOOK_SECRET=whsec_… verify.sh TIMESTAMP SIGNATURE < body
# TIMESTAMP is the value of X-SVC-Timestamp, SIGNATURE that of X-SVC-Signature, body the bytes as they came.
# The secret is an argument of openssl here, so other users of the machine can see it: good for looking into a delivery.
set -eu

timestamp=$1
signature=$2

case $timestamp in
  '' | *[!0-9]*) echo 'The timestamp is no number of seconds.' >&2; exit 1 ;;
esac
age=$(($(date +%s) - timestamp))
if [ "${age#-}" -gt 300 ]; then
  echo "The timestamp is $age seconds old; more than 300 either way is refused." >&2
  exit 1
fi

expected=$({ printf '%s.' "$timestamp"; cat; } | openssl dgst -sha256 -hmac "$SVC_WEBHOOK_SECRET" | sed 's/^.*= */sha256=/')
if [ "$expected" = "$signature" ]; then
  echo 'The signature is valid.'
else
  echo 'The signature does not match.' >&2
  exit 1
fi
