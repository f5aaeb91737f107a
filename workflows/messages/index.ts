export * from "./emails.ts"
export * from "./reports.ts"
export * from "./sms/consents.ts"
export * from "./voice/numbers.ts"
