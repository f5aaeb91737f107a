export * from "./runs.ts"
