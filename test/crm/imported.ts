import { Effect, Schedule } from "effect"
import { type Key, send } from "../support/test-server.ts"

interface Options {
  readonly key?: Key
  readonly type?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a file to be imported. */
export const upload = (body: string | Uint8Array<ArrayBuffer>, { headers = {}, key = "acme", query = {}, type = "text/csv" }: Options = {}) =>
  send(`/crm/contacts/import${Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`}`, {
    key,
    method: "POST",
    body,
    headers: { "content-type": type, ...headers }
  })

/** The import once it has ended; up to 20 seconds. */
export const ended = (id: number, key: Key = "acme") =>
  send(`/crm/imports/${id}`, { key }).pipe(
    Effect.map(({ json }) => json),
    Effect.repeat({ until: ({ finished_at, state }) => finished_at !== null || state === "failed", schedule: Schedule.spaced("30 millis") }),
    Effect.timeout("90 seconds"),
    Effect.orDie
  )

/** Imports a file and waits for the end. */
export const imported = Effect.fnUntraced(function*(body: string | Uint8Array<ArrayBuffer>, options: Options = {}) {
  const sent = yield* upload(body, options)
  if (sent.status !== 202) return yield* Effect.die(new Error(`${sent.status} ${sent.text}`))
  return yield* ended(sent.json.id, options.key)
})

/** How an import's rows were taken: created, updated, unchanged, rejected. */
export const taken = ({ created, rejected, total, unchanged, updated }: any) => {
  if (total !== created + updated + unchanged + rejected) throw new Error(`${total} rows were counted otherwise`)
  return [created, updated, unchanged, rejected]
}

export const rejectsOf = (id: number, key: Key = "acme") => send(`/crm/imports/${id}/rejects`, { key })
