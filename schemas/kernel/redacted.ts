import type { Schema } from "effect"

const secret = /secret|password|token|credential/i

/** Whether the name of a field, or the path of one, says that it is secret. */
export const isSecret = (name: string): boolean => secret.test(name)

const hidden = (key: string, value: unknown): unknown => isSecret(key) && value !== null ? "[redacted]" : value

/** JSON without what the names of its fields say is secret, at any depth. */
export const redactedText = (value: unknown): string => JSON.stringify(value, hidden)

/** Any value that JSON can hold, without what the names of its fields say is secret. */
export const redactedValue = (value: unknown): unknown => value === undefined ? null : JSON.parse(redactedText(value))

/** The same JSON without what the names of its fields say is secret. */
export const redacted = <A extends { readonly [key: string]: Schema.Json }>(facts: A): { readonly [K in keyof A]: Schema.Json } =>
  JSON.parse(redactedText(facts))
