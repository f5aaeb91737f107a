export * from "./runs.ts"
export * from "./test-clock.ts"
