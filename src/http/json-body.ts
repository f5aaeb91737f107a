import { isUtf8 } from "node:buffer"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BadRequest } from "#schemas/kernel/errors"
import type { Body } from "./fingerprint.ts"

const notUtf8 = new BadRequest({ message: "The body is not UTF-8." })
const notJson = new BadRequest({ message: "The body is not valid JSON." })

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
    try {
      return Effect.succeed({ text, value: JSON.parse(text) })
    } catch {
      return Effect.fail(notJson)
    }
  })

/** Leaves out a byte order mark. */
const decoder = new TextDecoder()
