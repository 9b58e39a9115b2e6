"""What tests of several rooms are made with: games, cases, documents, scenarios, servers."""
