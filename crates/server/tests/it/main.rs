//! The server as its users meet it: over the network, on loopback, on both databases.

mod access;
mod client;
mod clock;
mod computer;
mod cut_short;
mod described;
mod durable;
mod envelope;
mod game;
mod held_up;
mod keeping;
mod nodes;
mod people;
mod postgres;
mod proved;
mod room;
mod series;
mod stranger;
