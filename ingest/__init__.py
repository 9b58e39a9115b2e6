"""From a publisher's document to structured records. Imports `kb`, never `service`."""
