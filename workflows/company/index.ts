export * from "./hosts.ts"
export * from "./settings.ts"
export { change_tier } from "./tier.ts"
