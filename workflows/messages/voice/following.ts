import { Context, Effect, Option, Schema } from "effect"
import { Calls } from "#layers/messages/voice/calls"
import { callStates, isOver } from "#schemas/messages/voice/call"
import { CallId } from "#schemas/messages/voice/ids"
import { durable, signal, sendSignal, sleep, step, waitAtMost, write } from "../../durable.ts"
import { Passing, retriesOf } from "../../payments/asking.ts"
import type { Retries } from "../../retries.ts"
import { closeCall, notePrice } from "./closing.ts"
import { dispatchCall, lookAtCall, lookForCall, settleCall } from "./dispatch.ts"
import { failedCall } from "./outcome.ts"

/** Follows a call from when its row is there until it is over and all is known of it; `placed`: it places it first. */
export const CallFollowing = durable({ name: "messages.call", version: 1, payload: { call_id: CallId, placed: Schema.Boolean } })

/** The provider told that it is over. */
const Ended = signal("ended", Schema.Boolean)

/**
 * Milliseconds: before each time that the provider is asked for a call of which it gave no sign; and, of one that goes on, how it stands, should
 * it not tell us by itself. `late`: for what comes after its end. `price`: before each time that its price is asked for.
 */
export const CallLooks = Context.Reference("workflows/messages/CallLooks", {
  defaultValue: () => ({
    unknown: [0, 2_000, 15_000, 60_000, 300_000], going: [120_000, 600_000, 1_800_000, 3_600_000, 3_600_000, 7_200_000], late: 10_000, price: [60_000, 1_800_000]
  })
})

const Outcome = Schema.Struct({
  state: Schema.Literals(callStates.filter((state) => state !== "queued")),
  provider_id: Schema.NullOr(Schema.String),
  duration_seconds: Schema.NullOr(Schema.Int),
  error_code: Schema.NullOr(Schema.String),
  error_message: Schema.NullOr(Schema.String)
})
const Price = Schema.NullOr(Schema.Struct({ amount: Schema.String, currency: Schema.String }))
const Look = Schema.Struct({ ...Outcome.fields, price: Price })

type Found = typeof Outcome.Type | null
type Looked = typeof Look.Type | null

/** Of a question, which may be asked again at once. */
const soon: Retries<Passing["_tag"]> = { attempts: 3, first: "500 millis" }

/** Where the provider cannot be asked, nothing is known. */
const nothing = () => Effect.succeed(null)

const looked = (name: string, id: CallId) =>
  step(name, { success: Schema.NullOr(Look), error: Passing, retries: soon },
    Effect.catchTags(lookAtCall(id), { ProviderDeclined: nothing, ProviderInvalidRequest: nothing })).pipe(Effect.catch(nothing))

/** Asks what became of a call, until the provider lists it. */
const searched = Effect.fnUntraced(function*(id: CallId) {
  const { unknown } = yield* CallLooks
  for (const [round, wait] of unknown.entries()) {
    if (wait > 0) yield* sleep(`before look ${round}`, wait)
    const found: Found = yield* step(`look ${round}`, { success: Schema.NullOr(Outcome), error: Passing, retries: soon },
      Effect.catchTags(lookForCall(id), { ProviderDeclined: nothing, ProviderInvalidRequest: nothing })).pipe(Effect.catch(nothing))
    if (found !== null) return found
  }
  return null
})

/** Waits until it is over: the provider tells, and is asked where it does not. */
const ended = Effect.fnUntraced(function*(id: CallId, verb: string) {
  const { going } = yield* CallLooks
  for (const [round, wait] of going.entries()) {
    if (Option.isSome(yield* waitAtMost(Ended, wait, `ended ${round}`))) return
    const found: Looked = yield* looked(`status ${round}`, id)
    if (found === null || !isOver(found.state)) continue
    yield* write(`settle ${round}`, { verb }, settleCall(id, found))
    return
  }
})

export const CallFollowingProgram = CallFollowing.program(Effect.fnUntraced(function*({ call_id, placed }) {
  const verb = placed ? "place_call" : "receive_call"
  const { late, price } = yield* CallLooks
  if (placed) {
    const first = yield* step("place", { success: Outcome, error: Passing, retries: retriesOf(false) }, dispatchCall(call_id)).pipe(
      Effect.catch((error) => Effect.succeed(failedCall(error)))
    )
    const outcome = first.state === "unknown" ? (yield* searched(call_id)) ?? first : first
    yield* write("settle", { verb }, settleCall(call_id, outcome))
    if (outcome.state === "ringing" || outcome.state === "in_progress") yield* ended(call_id, verb)
  } else yield* ended(call_id, verb)
  yield* sleep("late reports", late)
  yield* write("close", { verb }, closeCall(call_id))
  for (const [round, wait] of price.entries()) {
    yield* sleep(`before price ${round}`, wait)
    const found: Looked = yield* looked(`price ${round}`, call_id)
    if (found === null) return
    if (found.price === null) continue
    yield* write("price", { verb }, notePrice(call_id, found.price))
    return
  }
}))

/** Follows a call from now on, within the transaction in progress. */
export const followCall = Effect.fnUntraced(function*(call_id: CallId, placed: boolean) {
  const run = yield* CallFollowing.start({ call_id, placed }, { key: `call ${call_id}` })
  yield* Calls.use((calls) => calls.setRun(call_id, run))
})

/** Tells the run of a call that it is over, within the transaction in progress. */
export const tellEnded = Effect.fnUntraced(function*(call_id: CallId) {
  const { run_id } = yield* Calls.use((calls) => calls.internal(call_id))
  if (run_id !== null) yield* sendSignal(run_id, Ended, true)
})
