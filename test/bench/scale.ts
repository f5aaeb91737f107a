import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Load, Server } from "./processes.ts"
import { median } from "./rounds.ts"
import { seed, type Seeded, settle } from "./seed.ts"

const SMALL = 10_000
const LARGE = 1_000_000
const PAIRS = 15
const SECONDS = 0.4

/** Latency of a page, median of the rounds' medians, milliseconds. */
export interface Scale {
  readonly page: "offset 0" | "deep cursor"
  readonly small: number
  readonly large: number
  readonly ratio: number
  readonly goal: number
}

const path = "/api/v1/crm/contacts?limit=50"

const get = (url: string, key: string) => `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`

/** The cursor of the page that begins at nine tenths, as any client finds it. */
const deepCursor = ({ port }: Server, { contacts, key }: Seeded) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}${path}&offset=${Math.floor(contacts * 0.9)}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    const { next_cursor, total } = await response.json() as { readonly next_cursor: string | null; readonly total: number }
    if (next_cursor === null || total !== contacts) throw new Error(`no deep cursor: ${response.status}, ${total} contacts`)
    return next_cursor
  })

/** The same page of a company with ten thousand contacts and of one with a million, by turns, on one connection. */
export const scale = Effect.fnUntraced(function*(
  load: Load, server: Server, say: (text: string) => void
): Effect.fn.Return<ReadonlyArray<Scale>, SqlError.SqlError, SqlClient.SqlClient> {
  const small = yield* seed("Small", SMALL)
  const began = performance.now()
  const large = yield* seed("Large", LARGE)
  yield* settle
  say(`seeded ${LARGE} contacts in ${((performance.now() - began) / 1_000).toFixed(0)} s`)

  const measure = (page: Scale["page"], requests: { readonly small: string; readonly large: string }) =>
    Effect.gen(function*() {
      const latency = (request: string) =>
        Effect.map(
          load({ port: server.port, connections: 1, seconds: SECONDS, requests: [request], firstNumber: 0, status: 200, kind: "page", strays: 0 }),
          ({ p50 }) => p50
        )
      yield* latency(requests.small)
      yield* latency(requests.large)
      const pairs = yield* Effect.forEach(Array.from({ length: PAIRS }), () =>
        Effect.all({ small: latency(requests.small), large: latency(requests.large) }))
      return {
        page,
        small: median(pairs.map(({ small }) => small)),
        large: median(pairs.map(({ large }) => large)),
        ratio: median(pairs.map(({ large, small }) => large / small)),
        goal: 1.5
      }
    })

  const first = yield* measure("offset 0", { small: get(path, small.key), large: get(path, large.key) })
  const cursors = { small: yield* deepCursor(server, small), large: yield* deepCursor(server, large) }
  const deep = yield* measure("deep cursor", {
    small: get(`${path}&cursor=${cursors.small}`, small.key),
    large: get(`${path}&cursor=${cursors.large}`, large.key)
  })
  return [first, deep]
})
