export * from "./emails.ts"
