"""The top layer, one file a subcommand: parse, call `kb`, `ingest` or `service`, render. Nothing else imports it."""
