export * from "./emails.ts"
export * from "./reports.ts"
