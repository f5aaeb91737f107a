export * from "./settings.ts"
