import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { now } from "#layers/kernel/sql"
import { Calls } from "#layers/messages/voice/calls"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import { ProviderEvents } from "#layers/payments/provider-events"
import type { CallReport } from "#layers/providers/messaging/provider"
import { twilioCallReport } from "#layers/providers/messaging/twilio-voice"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Download } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { type Call, isOver } from "#schemas/messages/voice/call"
import type { CallId, PhoneNumberId } from "#schemas/messages/voice/ids"
import type * as api from "#schemas/messages/voice/inbound.api"
import { contactOfNumber } from "../contact-of-number.ts"
import { begin, type CallPlan, goOn, type Heard, type Instruction, type Place } from "./flow.ts"
import { followCall } from "./following.ts"
import { planOf } from "./planning.ts"
import { noteStatus, requireSigned, unsigned } from "./reports.ts"
import { addressesOf, stepNamed } from "./steps.ts"
import { nowhere, twimlOf } from "./twiml.ts"

const document = (content: string): Download => ({ type: "text/xml", name: "call.xml", content, inline: true })

/** Nobody hears it any more. */
const nothing = document(twimlOf([], "en-US", nowhere))
const hangUp: ReadonlyArray<Instruction> = [{ do: "hang_up" }]

const shown = Effect.fnUntraced(function*(
  company: CompanyId, { id, provider }: Pick<Call, "id" | "provider">, plan: CallPlan, instructions: ReadonlyArray<Instruction>
) {
  return document(twimlOf(instructions, plan.language, yield* addressesOf(company, id, provider)))
})

/** Writes a call that came in, once: it is claimed by the provider's name for it before anything follows from it. */
const arrived = Effect.fnUntraced(function*(by: string, company: CompanyId, number_id: PhoneNumberId, { country, from, id, state }: CallReport) {
  const calls = yield* Calls
  if (!(yield* ProviderEvents.use(({ isNew }) => isNew(by, `call ${id}`)))) {
    const known = yield* calls.named(by, id)
    if (Option.isNone(known)) return nothing
    const plan = (yield* calls.internal(known.value.id)).plan as CallPlan
    return yield* shown(company, known.value, plan, isOver(known.value.state) ? hangUp : begin(plan).instructions)
  }
  const number = yield* Effect.orDie(PhoneNumbers.use((numbers) => numbers.get(number_id)))
  const from_phone = from ?? ""
  const { plan, rule } = yield* planOf(number, { country, state })
  const { events, instructions, result } = begin(plan)
  const isRefused = instructions.some((one) => one.do === "reject")
  const made = yield* Effect.orDie(calls.create({
    direction: "inbound", state: isRefused ? "ringing" : "in_progress", from_phone, to_phone: number.phone, number_id, rule,
    contact_id: yield* contactOfNumber(number.phone, from_phone, "phone call"), provider: by, provider_id: id, plan: JSON.stringify(plan),
    ...result !== undefined && { result }, ...!isRefused && { answered_at: now }
  }, { events: ["call.received"] }))
  yield* calls.happened(made.id, [{ kind: "received", about: rule }, ...events])
  yield* followCall(made.id, false)
  return yield* shown(company, made, plan, instructions)
})

/** The provider tells at the same address that a call ended that came in. */
const ended = Effect.fnUntraced(function*(by: string, report: CallReport) {
  const known = yield* Calls.use((calls) => calls.named(by, report.id))
  if (Option.isSome(known)) yield* noteStatus(known.value, report)
  return nothing
})

const isFinal = ({ status }: CallReport) => status !== null && !["queued", "initiated", "ringing", "in-progress"].includes(status)

export const receive_call = Effect.fnUntraced(function*({ body, provider }: Input<typeof api.receive_call>) {
  const report = twilioCallReport(body.bytes)
  if (report === undefined || report.to === null) return yield* unsigned()
  const { to } = report
  const owner = yield* PhoneNumbers.use(({ ownerOf }) => ownerOf(provider, to))
  if (Option.isNone(owner)) return yield* unsigned()
  const { company_id, id } = owner.value
  return yield* Effect.gen(function*() {
    yield* requireSigned(provider, body)
    return yield* Receipted.use((receipted) => receipted.write(
      { verb: "receive_call", payloadHash: payloadHash({ id: report.id, status: report.status }) },
      isFinal(report) ? ended(provider, report) : arrived(provider, company_id, id, report)
    ))
  }).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
})

const heardIn = (report: CallReport): Heard => ({
  digits: report.digits, dialed: report.dialed, seconds: report.recording?.seconds ?? null, over: isFinal(report) || report.digits === "hangup"
})

/** Each thing that is heard at a place is written once, however often it is told. */
const nameOf = (call: CallId, place: Place, heard: Heard) =>
  `call ${call} ${createHash("sha256").update(JSON.stringify([place, heard])).digest("base64url").slice(0, 22)}`

/** What follows at a place of a call, which is written the first time that it is asked for. */
const wentOn = Effect.fnUntraced(function*(company: CompanyId, before: Call, place: Place, report: CallReport) {
  const calls = yield* Calls
  const { id } = before
  const plan = (yield* calls.internal(id)).plan as CallPlan
  const heard = heardIn(report)
  const { answered_by, events, instructions, result } = goOn(plan, place, heard)
  if (place.at !== "whisper" && (yield* ProviderEvents.use(({ isNew }) => isNew(before.provider, nameOf(id, place, heard))))) {
    yield* calls.happened(id, events)
    const going = yield* calls.advance(before, {
      state: "in_progress", provider_id: report.id, duration_seconds: null, error_code: null, error_message: null
    })
    if (result !== undefined) yield* calls.setResult(going, result, answered_by)
  }
  return yield* shown(company, before, plan, instructions)
})

export const continue_call = Effect.fnUntraced(function*({ body, provider, step }: Input<typeof api.continue_call>) {
  const named = yield* stepNamed(step)
  const report = twilioCallReport(body.bytes)
  if (Option.isNone(named) || report === undefined || "tells" in named.value.what) return yield* unsigned()
  const { call, company, what } = named.value
  return yield* Effect.gen(function*() {
    yield* requireSigned(provider, body)
    return yield* Receipted.use((receipted) => receipted.write(
      { verb: "continue_call", payloadHash: payloadHash({ id: report.id, what }) },
      Effect.gen(function*() {
        const found = yield* Calls.use((calls) => calls.find(call, { lock: true }))
        /* It was erased meanwhile. */
        if (Option.isNone(found)) return document(twimlOf(hangUp, "en-US", nowhere))
        const { provider: by, provider_id } = found.value
        if (by !== provider) return yield* unsigned()
        /* Whoever is rung is in a call of their own. */
        if (what.at !== "whisper" && provider_id !== null && provider_id !== report.id) return yield* unsigned()
        return yield* wentOn(company, found.value, what, report)
      })
    ))
  }).pipe(Effect.provideService(Caller, anonymousCaller(company)))
})
