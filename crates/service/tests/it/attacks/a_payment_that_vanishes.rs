//! A settled payment cannot be lost from the books, whatever fails while it is settled.
