import { isUtf8 } from "node:buffer"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { BadRequest } from "#schemas/kernel/errors"
import type { Body } from "./fingerprint.ts"

/** Fields of one form; to read more would hold up other requests. */
const MOST_FIELDS = 1_000

const notForm = new BadRequest({ message: "The body is not form-encoded UTF-8." })
const tooMany = new BadRequest({ message: `The body has more than ${MOST_FIELDS} fields.` })

/** Fields by name, with a list for a name that comes several times. Any name is one: `__proto__` too. */
export const grouped = <A>(pairs: ReadonlyArray<readonly [name: string, value: A]>): Record<string, A | ReadonlyArray<A>> =>
  Object.fromEntries(
    [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.length === 1 ? all[0]![1] : all.map(([, value]) => value)])
  )

/* Unlike URLSearchParams it fails where a percent sign or the bytes that it stands for mean nothing. */
const decoded = (text: string) => decodeURIComponent(text.replaceAll("+", " "))

const pairOf = (text: string) => {
  const at = text.indexOf("=")
  return at === -1 ? [decoded(text), ""] as const : [decoded(text.slice(0, at)), decoded(text.slice(at + 1))] as const
}

/** Reads the body of a request as HTML forms send it. */
export const readForm = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<Body, BadRequest> =>
  Effect.flatMap(Effect.orDie(request.arrayBuffer), (buffer) => {
    const bytes = Buffer.from(buffer)
    if (!isUtf8(bytes)) return Effect.fail(notForm)
    const text = bytes.toString("utf8")
    /* What is empty is no field, and must not take the place of one. */
    const parts = text.split(/&+/, MOST_FIELDS + 2).filter((part) => part !== "")
    if (parts.length > MOST_FIELDS) return Effect.fail(tooMany)
    try {
      return Effect.succeed({ text, value: grouped(parts.map(pairOf)) })
    } catch {
      return Effect.fail(notForm)
    }
  })
