import { Effect } from "effect"
import { companyNow } from "#layers/kernel/company-clock"
import { now } from "#layers/kernel/sql"
import { OptOuts } from "#layers/messages/sms/opt-outs"
import { SmsSettings } from "#layers/messages/sms/settings"
import { type CallOutcome, Calls } from "#layers/messages/voice/calls"
import type { CallProvider } from "#layers/providers/messaging/provider"
import { failsSimulated } from "#layers/providers/messaging/simulated"
import type { Input } from "#schemas/kernel/catalog"
import { Caller } from "#schemas/kernel/tenancy"
import { numberFacts } from "#schemas/messages/sms/number-facts"
import { textableFrom } from "#schemas/messages/sms/quiet-hours"
import { isOver } from "#schemas/messages/voice/call"
import type * as api from "#schemas/messages/voice/calls.api"
import type { CallResult } from "#schemas/messages/voice/result"
import { requireReferences } from "../../crm/references.ts"
import { refuse } from "../../payments/costs.ts"
import { knownContact } from "../contact-of-number.ts"
import { ownNumber } from "../own-number.ts"
import { chosenProvider } from "./asking.ts"
import { followCall } from "./following.ts"
import { failedCall, outcomeOfCall } from "./outcome.ts"
import { planOfPlaced } from "./planning.ts"

/** Refuses to have a machine say something to who does not want that, or not now. */
const requireWelcome = Effect.fnUntraced(function*(phone: string) {
  if (yield* OptOuts.use(({ has }) => has(phone))) return yield* refuse("to_phone", "the number opted out: a person may call it, a text is not said to it", phone)
  const { time_zone, told: { quiet_hours } } = yield* SmsSettings.use(({ get }) => get)
  const at = yield* companyNow
  const from = textableFrom(phone, quiet_hours, time_zone, at)
  if (from > at) return yield* refuse("to_phone", `it is quiet there until ${new Date(from).toISOString()}: a person may call, a text is not said`, phone)
})

/** What the simulator makes of a number is known at once, unless it is asked to fail or to take its time: then a run asks it, like any provider. */
const simulated = ({ call, findCall }: CallProvider, to: string, from: string, say: string) =>
  call({ to, from, does: { say } }).pipe(
    Effect.flatMap(({ id }) => findCall(id)),
    Effect.map(outcomeOfCall),
    Effect.catch((error) => Effect.succeed(failedCall(error)))
  )

const resultOf = (state: CallOutcome["state"], say: string | undefined): CallResult =>
  state !== "completed" ? "not_reached" : say === undefined ? "answered" : "told"

const written = ({ duration_seconds, provider_id, state }: CallOutcome, say: string | undefined) => ({
  state, provider_id, duration_seconds, result: resultOf(state, say), closed: true, ended_at: now, ...state === "completed" && { answered_at: now }
})

export const place_call = Effect.fnUntraced(function*(asked: Input<typeof api.place_call>) {
  const { bridge_phone, contact_id, from_phone, say, to_phone } = asked
  if ((say === undefined) === (bridge_phone === undefined)) {
    return yield* refuse("say", "send either a text to say, or `bridge_phone`, the phone to connect with", say ?? null)
  }
  if (bridge_phone === to_phone) return yield* refuse("bridge_phone", "it is the number that is called", bridge_phone)
  if (contact_id !== undefined) yield* requireReferences({ contact_id })
  const { mode } = yield* Caller
  if (mode === "live" && numberFacts(to_phone).type === "premium") return yield* refuse("to_phone", "a premium number is not called", to_phone)
  if (say !== undefined) yield* requireWelcome(to_phone)
  const { id, phone, provider, recording } = yield* ownNumber("voice", from_phone)
  const by = yield* chosenProvider(provider)
  const calls = yield* Calls
  const outcome = mode === "test" && !failsSimulated(to_phone) ? yield* simulated(by, to_phone, phone, say ?? "") : undefined
  const made = yield* Effect.orDie(calls.create({
    direction: "outbound", state: "queued", from_phone: phone, to_phone, number_id: id, contact_id: contact_id ?? (yield* knownContact(to_phone)),
    say: say ?? null, bridge_phone: bridge_phone ?? null, provider: by.name, plan: JSON.stringify(yield* planOfPlaced(phone, recording, to_phone)),
    ...outcome !== undefined && written(outcome, say)
  }, { events: outcome !== undefined && isOver(outcome.state) ? ["call.completed"] : [] }))
  yield* calls.happened(made.id, [{ kind: "placed", about: bridge_phone ?? to_phone }, ...outcome === undefined ? [] : [{ kind: "ended", about: outcome.state } as const]])
  if (outcome === undefined) yield* followCall(made.id, true)
  return made
})

