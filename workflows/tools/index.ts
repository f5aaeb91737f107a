export * from "./api-docs.ts"
export * from "./merchant-codes.ts"
export * from "./platform-status.ts"
export * from "./pricing.ts"
