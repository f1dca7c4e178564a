# The entry point of the image of PostgreSQL reads this file when its data directory is empty.
psql -v owner_password="$(cat /run/secrets/owner_password)" -v password="$(cat /run/secrets/password)" \
  --username postgres --file /roles.sql
