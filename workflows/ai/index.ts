export * from "./usage.ts"
