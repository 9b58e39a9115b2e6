#!/bin/sh
# Run by the image once, when the primary's data is made: a replica on another host may follow it, with the password.
set -e
echo 'host replication all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
