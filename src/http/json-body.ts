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

const notUtf8 = new BadRequest({ message: "The body is not UTF-8." })
const notJson = new BadRequest({ message: "The body is not valid JSON." })

const tooDeep = new BadRequest({ message: `The body nests more than ${MOST_DEPTH} deep.` })

/**
 * Reads the body of a request as JSON; an empty one has no value. Bytes that are not UTF-8 would be replaced on decoding, so that
 * something is lost: they are refused.
 */
export const readJson = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Body, BadRequest> =>
  Effect.flatMap(Effect.orDie(request.arrayBuffer), (buffer) => {
    const bytes = Buffer.from(buffer)
    if (!isUtf8(bytes)) return Effect.fail(notUtf8)
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
