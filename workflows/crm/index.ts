export * from "./contacts.ts"
