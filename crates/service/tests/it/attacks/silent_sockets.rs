//! Silent and slow connections cannot keep honest clients out.
