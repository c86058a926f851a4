//! Stories of the web, told on a small one of our own, with real sockets.

mod hostile;
mod manners;
mod pages;
mod providers;
mod site;
