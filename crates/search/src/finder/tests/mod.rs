mod agreement;
mod copies;
mod lifecycle;
mod reference;
