export type { Payer } from "./call.js";
export { Client, metaOf, type Meta, type Options } from "./client.js";
export * from "./errors.js";
export type * from "./generated.js";
