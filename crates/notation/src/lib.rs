//! Reading and writing moves as printers, players and programs set them down.
