import { Effect, Option } from "effect"
import { Tenancy } from "#layers/kernel/tenancy"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { type CallOutcome, Calls } from "#layers/messages/voice/calls"
import { Caller } from "#schemas/kernel/tenancy"
import type { Call } from "#schemas/messages/voice/call"
import type { CallId } from "#schemas/messages/voice/ids"
import { callProvider, callsAddress } from "./asking.ts"
import type { CallPlan, Instruction } from "./flow.ts"
import { failedCall, outcomeOfCall, unknownCall } from "./outcome.ts"
import { sentencesOf } from "./sentences.ts"
import { addressesOf } from "./steps.ts"
import { nowhere, twimlOf } from "./twiml.ts"

const optedOut = failedCall({ reason: "opted_out", message: "Not placed: the number does not want to be told anything by machine any more." })

const interrupted = unknownCall("The provider was asked, and whether it placed the call is not known.")

/** Seconds for which the one who is called is rung once the company's own phone has answered. */
const RINGS = 30

/** What whoever answers first hears and is connected with. */
export const openingOf = ({ bridge_phone, from_phone, say, to_phone }: Call, { announcement, language, record }: CallPlan, isReachable: boolean): ReadonlyArray<Instruction> => {
  if (bridge_phone === null) return [{ do: "say", text: say ?? "" }]
  /* Who is called hears of the recording by a step of its own: where there can be none, nothing is recorded. */
  const isRecorded = record && isReachable
  return [
    { do: "say", text: sentencesOf(language).connecting },
    {
      do: "dial", phones: [to_phone], seconds: RINGS, record: isRecorded, next: { at: "bridged" }, as: from_phone,
      ...isRecorded && announcement !== null && { whisper: { at: "whisper" } as const }
    }
  ]
}

/** Which phone the provider rings. */
const rungFirst = ({ bridge_phone, to_phone }: Call) => bridge_phone ?? to_phone

/** Nothing is known of a call that is queued, or that is unknown. */
const settledAs = ({ duration_seconds, error_code, error_message, provider_id, state }: Call): CallOutcome | undefined =>
  state === "queued" || state === "unknown" ? undefined : { state, provider_id, duration_seconds, error_code, error_message }

/** Looks once more whether it may be placed, and marks that it is: both in one transaction that ends before the provider is called. */
const begin = Effect.fnUntraced(function*({ id, say, to_phone }: Call) {
  if (say !== null && (yield* OptOuts.use(({ has }) => has(to_phone)))) return "opted_out" as const
  return (yield* Calls.use((calls) => calls.ask(id))) ? "asked" as const : "asked_before" as const
})

/**
 * Asks the provider to place a call whose row is there. It is asked once: after a crash or an answer that was lost the outcome is `unknown`,
 * and `lookFor` asks what became of it. Fails where the provider certainly did nothing, and may be tried again then. Not in a transaction.
 */
export const dispatchCall = Effect.fnUntraced(function*(id: CallId) {
  const calls = yield* Calls
  const tenancy = yield* Tenancy
  const found = yield* calls.find(id)
  if (Option.isNone(found)) return failedCall({ reason: "deleted", message: "It was deleted before it was placed." })
  const placed = found.value
  const known = settledAs(placed)
  if (known !== undefined) return known
  const { company_id } = yield* Caller
  const plan = (yield* calls.internal(id)).plan as CallPlan
  const { call, findCall, simulated } = yield* callProvider(placed.provider)
  const begun = yield* tenancy.transaction(begin(placed))
  if (begun !== "asked") return begun === "opted_out" ? optedOut : interrupted
  const isReachable = (yield* callsAddress) !== undefined
  const addresses = isReachable ? yield* addressesOf(company_id, id, placed.provider) : nowhere
  const callback = addresses.report("status")
  const document = twimlOf(openingOf(placed, plan, isReachable), plan.language, addresses)
  const nothingDone = () => tenancy.transaction(calls.unask(id))
  return yield* call({ to: rungFirst(placed), from: placed.from_phone, does: { document }, ...callback !== undefined && { callback } }).pipe(
    Effect.flatMap((made) => simulated ? findCall(made.id) : Effect.succeed(made)),
    Effect.map(outcomeOfCall),
    Effect.tapErrorTag("ProviderUnavailable", nothingDone),
    Effect.tapErrorTag("ProviderRateLimited", nothingDone),
    Effect.tapErrorTag("ProviderUnauthorized", nothingDone),
    Effect.catchTags({
      ProviderDeclined: (error) => Effect.succeed(failedCall(error)),
      ProviderInvalidRequest: (error) => Effect.succeed(failedCall(error)),
      ProviderOutcomeUnknown: ({ message }) => Effect.succeed(unknownCall(message))
    })
  )
})

const DAY_MS = 86_400_000
/** Clocks of others may be a little behind ours. */
const BEHIND_MS = 60_000

/**
 * Asks the provider what it has of a call of which the outcome is not known: one between the same numbers since it was asked, which is none of
 * those that we know by the provider's names. Nothing where it lists none. Not in a transaction.
 */
export const lookForCall = Effect.fnUntraced(function*(id: CallId) {
  const calls = yield* Calls
  const found = yield* calls.find(id)
  if (Option.isNone(found)) return null
  const placed = found.value
  const known = settledAs(placed)
  if (known !== undefined) return known
  const { asked_at } = yield* calls.internal(id)
  const since = Date.parse(asked_at ?? placed.created_at)
  const { name, placedSince } = yield* callProvider(placed.provider)
  const listed = (yield* placedSince(rungFirst(placed), new Date(since - DAY_MS).toISOString().slice(0, 10)))
    .filter(({ created, from }) => from === placed.from_phone && (created === null || created >= since - BEHIND_MS))
  const ours = yield* calls.known(name, listed.map((one) => one.id))
  const one = listed.findLast((one) => !ours.has(one.id))
  return one === undefined ? null : outcomeOfCall(one)
})

/** Asks the provider how a call that it knows stands now. Not in a transaction. */
export const lookAtCall = Effect.fnUntraced(function*(id: CallId) {
  const found = yield* Calls.use((calls) => calls.find(id))
  if (Option.isNone(found) || found.value.provider_id === null) return null
  const call = yield* (yield* callProvider(found.value.provider)).findCall(found.value.provider_id)
  return { ...outcomeOfCall(call), price: call.price }
})

/** Writes what became of a call. No two calls are one of the provider's. */
export const settleCall = Effect.fnUntraced(function*(id: CallId, outcome: CallOutcome) {
  const calls = yield* Calls
  const found = yield* calls.find(id, { lock: true })
  if (Option.isNone(found)) return
  const before = found.value
  const other = outcome.provider_id === null ? Option.none() : yield* calls.named(before.provider, outcome.provider_id)
  const isOthers = Option.isSome(other) && other.value.id !== id
  yield* calls.advance(before, isOthers ? unknownCall("Another call between the same numbers was placed in its place.") : outcome)
})
