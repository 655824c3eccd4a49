mod agreement;
mod lifecycle;
mod reference;
