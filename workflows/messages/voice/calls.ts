import { Effect, Option, Schema } from "effect"
import { answerLater, readUntil } from "#layers/kernel/answer-later"
import { now } from "#layers/kernel/sql"
import { Calls } from "#layers/messages/voice/calls"
import { CallRecordings } from "#layers/messages/voice/recordings"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { isOver } from "#schemas/messages/voice/call"
import type * as api from "#schemas/messages/voice/calls.api"
import { CallId } from "#schemas/messages/voice/ids"
import { durable, sleep, step, write } from "../../durable.ts"
import { longRetriesOf, Passing } from "../../payments/asking.ts"
import { callProvider } from "./asking.ts"
import { settleCall } from "./dispatch.ts"
import { tellEnded } from "./following.ts"
import { outcomeOfCall } from "./outcome.ts"

export const list_calls = (query: Input<typeof api.list_calls>) => Calls.use((calls) => calls.page(query))

export const get_call = Effect.fnUntraced(function*({ id }: Input<typeof api.get_call>) {
  const calls = yield* Calls
  const found = yield* calls.get(id)
  const { events } = yield* calls.internal(id)
  return { ...found, events, recordings: yield* CallRecordings.use((recordings) => recordings.ofCall(id)) }
})

/** Hangs up. */
export const CallHangUp = durable({ name: "messages.call_hang_up", version: 1, payload: { call_id: CallId } })

const Answer = Schema.NullOr(Schema.Struct({ status: Schema.Literals(["going", "over"]), duration: Schema.NullOr(Schema.Int), name: Schema.String }))

/** What the provider says of a call that it was asked to end. Nothing where it does not know it. */
const asked = (id: CallId, what: "end" | "findCall") =>
  Effect.gen(function*() {
    const found = yield* Calls.use((calls) => calls.find(id))
    if (Option.isNone(found) || found.value.provider_id === null || isOver(found.value.state)) return null
    const told = yield* (yield* callProvider(found.value.provider))[what](found.value.provider_id)
    return { status: isOver(outcomeOfCall(told).state) ? "over" as const : "going" as const, duration: told.duration, name: told.id }
  }).pipe(Effect.catchTags({ ProviderDeclined: () => Effect.succeed(null), ProviderInvalidRequest: () => Effect.succeed(null) }))

/** Milliseconds before each time that the provider is asked whether it has hung up, where it had not at once. */
const LOOKS = [500, 2_000, 10_000, 60_000]

const settle = Effect.fnUntraced(function*(id: CallId, duration: number | null, provider_id: string) {
  yield* settleCall(id, { state: "completed", provider_id, duration_seconds: duration, error_code: null, error_message: null })
  yield* tellEnded(id)
})

export const CallHangUpProgram = CallHangUp.program(Effect.fnUntraced(function*({ call_id }) {
  const { mode } = yield* Caller
  const retries = longRetriesOf(mode === "test")
  const ask = (name: string, what: "end" | "findCall") =>
    step(name, { success: Answer, error: Passing, retries }, asked(call_id, what)).pipe(Effect.catch(() => Effect.succeed(null)))
  let told = yield* ask("end", "end")
  for (const [round, wait] of LOOKS.entries()) {
    if (told === null || told.status === "over") break
    yield* sleep(`before look ${round}`, wait)
    told = yield* ask(`look ${round}`, "findCall")
  }
  if (told !== null && told.status === "over") yield* write("settle", { verb: "end_call" }, settle(call_id, told.duration, told.name))
}))

export const end_call = Effect.fnUntraced(function*({ id }: Input<typeof api.end_call>) {
  const calls = yield* Calls
  const before = yield* calls.lockForUpdate(id)
  if (isOver(before.state)) return before
  const { asked_at } = yield* calls.internal(id)
  if (before.state === "queued" && asked_at === null) return yield* calls.update(before, { state: "canceled", result: "not_reached", ended_at: now })
  if (before.provider_id === null) {
    return yield* new Conflict({ message: "The provider was asked to place it and has not said whether it did: there is nothing to end yet." })
  }
  yield* CallHangUp.start({ call_id: id })
  yield* answerLater(readUntil(calls.find(id), (found) => Option.isNone(found) || isOver(found.value.state)))
  return before
})
