export * from "./contacts.ts"
export * from "./pipelines.ts"
