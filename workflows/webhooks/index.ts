export * from "./deliveries.ts"
export * from "./events.ts"
export * from "./webhooks.ts"
