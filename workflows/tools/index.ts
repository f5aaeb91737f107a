export * from "./pricing.ts"
