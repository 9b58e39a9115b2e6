"""What shows how a document is built, in every format: its contents, section titles, lettered points, glossary."""
