export * from "./contacts.ts"
export * from "./deals.ts"
export * from "./organizations.ts"
export * from "./pipelines.ts"
