import { Effect, type Layer } from "effect"
import type { Call } from "../contract/examples.ts"
import { eventually } from "../support/eventually.ts"
import { json, type Key, send, type TestServer } from "../support/test-server.ts"

type Here = Layer.Success<typeof TestServer>

const KEY = "inbound_webhook"

/** Connects what needs nobody outside, and answers with how it stands. */
export const connected = Effect.fnUntraced(function*(key: Key): Effect.fn.Return<any, never, Here> {
  const { json: made, status, text } = yield* send(`/integrations/${KEY}/connect`, { key, method: "POST", ...json({}) })
  if (status !== 200) throw new Error(`connect_integration answered ${status}: ${text}`)
  return made
})

const named = (call: Call) => Effect.succeed({ ...call, params: { key: KEY } })
const ofConnected = (call: Call, key: Key) => Effect.andThen(connected(key), named(call))

/** Of a field of a contact and nothing secret, which this one takes. */
const mapped = ({ payload: { conflict, mapping } = {}, ...call }: Call) => Effect.succeed({ ...call, params: { key: KEY }, payload: { conflict, mapping } })

const addressed = (call: Call, key: Key) =>
  Effect.map(connected(key), ({ address }) => ({
    ...call, params: { token: address.split("/").at(-1) }, file: { type: "application/json", text: JSON.stringify({ email: "grace@forms.example", name: "Grace" }) }
  }))

const FILE = "csv_address"

/** A run of a simulated file, that has ended. */
const someRun = Effect.fnUntraced(function*(key: Key): Effect.fn.Return<number, never, Here> {
  const { status, text } = yield* send(`/integrations/${FILE}/connect`, { key, method: "POST", ...json({ secret_address: "https://files.example/people.csv" }) })
  if (status !== 200) throw new Error(`connect_integration answered ${status}: ${text}`)
  const ended = eventually(send(`/integrations/${FILE}/runs?limit=200`, { key }), ({ json: { items } }) => items.every((run: any) => run.finished_at !== null))
  /* While one is under way, it is told in place of another. */
  yield* ended
  const { json: { id } } = yield* send(`/integrations/${FILE}/sync`, { key, method: "POST", ...json({}) })
  yield* ended
  return id
})

const synced = (call: Call, key: Key) => Effect.as(someRun(key), { ...call, params: { key: FILE } })
const ofRun = (call: Call, key: Key) => Effect.map(someRun(key), (id) => ({ ...call, params: { key: FILE, id } }))

/** Nothing was begun that this could end. */
const returned = (call: Call) => Effect.succeed(call)

export const callsOfIntegrations = {
  sync_integration: synced, list_integration_runs: synced, list_integration_objects: ofRun, undo_integration_run: ofRun, finish_integration_authorization: returned,
  get_integration: named, connect_integration: mapped, check_integration: ofConnected, disconnect_integration: ofConnected, receive_integration_data: addressed
}
