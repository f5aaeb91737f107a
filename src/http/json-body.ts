import { isUtf8 } from "node:buffer"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BadRequest } from "#schemas/kernel/errors"
import type { Body } from "./fingerprint.ts"

/** Deeper values would overflow the stack of the recursive functions that read them. */
export const MOST_DEPTH = 64

/** Whether a value that was read from JSON nests deeper than that. */
export const isDeep = (value: unknown, depth = 0): boolean =>
  typeof value === "object" && value !== null && (depth === MOST_DEPTH || Object.values(value).some((part) => isDeep(part, depth + 1)))

/** Values in one body: to take each apart costs many times what its bytes do, and everybody waits meanwhile. */
export const MOST_VALUES = 50_000

const COMMA = 44
const QUOTE = 34
const BACKSLASH = 92

/** Whether it has more commas than that outside its texts. */
const hasMany = (bytes: Buffer): boolean => {
  if (bytes.length < 2 * MOST_VALUES) return false
  let commas = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) inText = !inText
    else if (byte === BACKSLASH) at++
    else if (byte === COMMA && !inText && ++commas > MOST_VALUES) return true
  }
  return false
}

const notUtf8 = new BadRequest({ message: "The body is not UTF-8." })
const notJson = new BadRequest({ message: "The body is not valid JSON." })

const tooMany = new BadRequest({ message: `The body holds more than ${MOST_VALUES.toLocaleString("en")} values.` })

const tooDeep = new BadRequest({ message: `The body nests more than ${MOST_DEPTH} deep.` })

/**
 * Reads the body of a request as JSON; an empty one has no value. Bytes that are not UTF-8 would be replaced on decoding, so that
 * something is lost: they are refused.
 */
export const readJson = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Body, BadRequest> =>
  Effect.flatMap(Effect.orDie(request.arrayBuffer), (buffer) => {
    const bytes = Buffer.from(buffer)
    if (!isUtf8(bytes)) return Effect.fail(notUtf8)
    if (hasMany(bytes)) return Effect.fail(tooMany)
    const text = decoder.decode(bytes)
    if (text === "") return Effect.succeed({ text, value: undefined })
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return Effect.fail(notJson)
    }
    return text.length > MOST_DEPTH && isDeep(value) ? Effect.fail(tooDeep) : Effect.succeed({ text, value })
  })

/** Leaves out a byte order mark. */
const decoder = new TextDecoder()
