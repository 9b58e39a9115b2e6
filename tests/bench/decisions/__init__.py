"""What single decisions rest on, measured: the encoder, reading language, reasons."""
