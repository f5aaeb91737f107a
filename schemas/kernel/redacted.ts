import type { Schema } from "effect"

const secret = /secret|password|token|credential/i

const hidden = (key: string, value: unknown): unknown => secret.test(key) && value !== null ? "[redacted]" : value

/** JSON without what the names of its fields say is secret, at any depth. */
export const redactedText = (value: unknown): string => JSON.stringify(value, hidden)

/** The same JSON without what the names of its fields say is secret. */
export const redacted = <A extends { readonly [key: string]: Schema.Json }>(facts: A): { readonly [K in keyof A]: Schema.Json } =>
  JSON.parse(redactedText(facts))
