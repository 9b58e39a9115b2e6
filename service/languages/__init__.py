"""The interface in several languages: catalogues, which one a request is answered in, what stays as it is stored."""
