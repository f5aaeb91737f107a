import { Schema, SchemaTransformation } from "effect"
import { Text } from "./text.ts"

/** The form browsers accept in `<input type=email>` (WHATWG HTML), with at least one dot in the domain. */
const address = /^\s*[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+\s*$/u

const LONGEST = 254

/**
 * Whether a text is one address and nothing else: no list, no name, no comment, nothing that a mail program would decode into
 * something else (RFC 2047).
 */
export const isOneAddress = (text: string): boolean =>
  text.length <= LONGEST && address.test(text) && !/\s|=\?[^?]*\?[BbQq]\?/u.test(text)

/** An e-mail address, trimmed and lower-cased. */
export const Email = Text.check(
  Schema.isMaxLength(LONGEST),
  Schema.isPattern(address, { expected: "an e-mail address" })
).annotate({ examples: ["grace@navy.example"] }).pipe(
  Schema.decode(SchemaTransformation.trim()),
  Schema.decode(SchemaTransformation.toLowerCase())
)
