export * from "./locations.ts"
