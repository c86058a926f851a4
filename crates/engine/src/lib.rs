//! What the product does, once: the command line, the server and the workers call the same functions.
