-- Creates the database and its two roles: the owner of the schema runs the migrations, and the role of the service can
-- only read and write. Run it once, as a superuser, with psql:
--
--   psql -v owner_password="$OWNER_PASSWORD" -v password="$PASSWORD" -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
create role svc_owner login password :'owner_password';
create role svc login password :'password';
create database svc owner svc_owner;

-- The connections of a pooler have these settings because of the role. Without a pooler, the service sets them itself.
alter role svc set timezone = 'UTC';
alter role svc set datestyle = 'ISO';
alter role svc set statement_timeout = '4s';
alter role svc set idle_in_transaction_session_timeout = '5s';

\connect svc
alter default privileges for role svc_owner in schema public grant select, insert, update, delete on tables to svc;
alter default privileges for role svc_owner in schema public grant usage, select on sequences to svc;
alter default privileges for role svc_owner in schema public grant execute on functions to svc;
