import { Effect } from "effect"
import type { Load, Server } from "./processes.ts"
import { median } from "./rounds.ts"
import type { Seeded } from "./seed.ts"

const PAIRS = 9
const SECONDS = 1

export const request = (method: string, path: string, { key }: Seeded, body?: object) => {
  const text = body === undefined ? "" : JSON.stringify(body)
  /* The number has nine digits where it is put in. */
  const length = text.replaceAll("{number}", "000000000").length
  return `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nAccept: application/json\r\n` +
    (body === undefined ? "\r\n" : `Content-Type: application/json\r\nIdempotency-Key: bench-{number}\r\nContent-Length: ${length}\r\n\r\n${text}`)
}

export interface Side {
  readonly request: string
  readonly status: number
  readonly connections: number
}

let nextNumber = 1

/** Two requests by turns: how `of` differs from one to the other, as the median of the pairs. */
export const compared = Effect.fnUntraced(function*(load: Load, { port }: Server, sides: readonly [Side, Side], of: "p50" | "perSecond") {
  const round = ({ connections, request, status }: Side) =>
    Effect.suspend(() => load({ port, connections, seconds: SECONDS, requests: [request], firstNumber: nextNumber, status, kind: "any", strays: 0 })).pipe(
      Effect.map((outcome) => {
        nextNumber += outcome.answered + connections
        return of === "p50" ? outcome.p50 : outcome.completed / outcome.elapsed
      })
    )
  yield* round(sides[0])
  yield* round(sides[1])
  const pairs = yield* Effect.forEach(Array.from({ length: PAIRS }), (_, n) =>
    n % 2 === 0
      ? Effect.all([round(sides[0]), round(sides[1])])
      : Effect.map(Effect.all([round(sides[1]), round(sides[0])]), ([second, first]) => [first, second] as const))
  const [first, second, ratio] = [median(pairs.map(([one]) => one)), median(pairs.map(([, two]) => two)), median(pairs.map(([one, two]) => two / one))]
  return { first, second, ratio }
})

export const ms = (value: number) => `${value.toFixed(2)} ms`
