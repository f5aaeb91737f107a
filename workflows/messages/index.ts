export * from "./emails.ts"
export * from "./reports.ts"
export * from "./voice/numbers.ts"
export * from "./voice/provisioning.ts"
