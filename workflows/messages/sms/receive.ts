import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { SmsMessages } from "#layers/messages/sms/messages"
import { kept, SmsReception } from "#layers/messages/sms/reception"
import { SmsThreads } from "#layers/messages/sms/threads"
import type { MessageReport } from "#layers/providers/messaging/provider"
import { reportOf } from "#layers/providers/messaging/reports"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/messages/sms/inbound.api"
import { fileOf } from "./inbox.ts"
import { asksForSomething } from "./keywords.ts"
import { outcomeOf } from "./outcome.ts"

type Told<Kind extends MessageReport["kind"]> = Extract<MessageReport, { readonly kind: Kind }>

/** Writes how a text stands, if that is news. One that is not known by this name yet will be: what is told is kept until then. */
const note = Effect.fnUntraced(function*(provider: string, { error, from, id, status, to }: Told<"status">) {
  const messages = yield* SmsMessages
  const { company_id } = yield* Caller
  const outcome = outcomeOf({ id: kept(id), status, error })
  yield* SmsThreads.use(({ hold }) => hold(from, to))
  const named = yield* messages.named(provider, kept(id))
  const about = Option.isSome(named) ? named : yield* messages.unnamed(from, to)
  if (Option.isSome(about)) return void (yield* messages.advance(about.value, outcome))
  if (outcome.state !== "unknown") yield* messages.keepEarly(company_id, provider, kept(id), outcome)
})

const accepted = { accepted: true } as const

/** The same for each reason, so that nobody learns which numbers there are. */
const unsigned = () => new Unauthorized({ message: "The request is not signed by the provider of one of our numbers, for this address." })

export const receive_sms = Effect.fnUntraced(function*({ body: { bytes, headers, target }, provider }: Input<typeof api.receive_sms>) {
  const report = reportOf[provider](bytes)
  if (report === undefined) return yield* unsigned()
  const company = yield* SmsReception.use(({ take }) => take({ provider, report, request: { url: target, bytes, headers } }))
  if (company === undefined) return yield* unsigned()
  if (report.kind === "status") {
    yield* Receipted.use((receipted) => receipted.write(
      { verb: "receive_sms", payloadHash: payloadHash({ id: report.id, kind: report.kind }) }, note(provider, report)
    )).pipe(Effect.provideService(Caller, anonymousCaller(company)))
  } else if (asksForSomething(report.text)) {
    /* Whoever is answered for STOP gets no text any more. */
    yield* Effect.provideService(fileOf(kept(report.from)), Caller, anonymousCaller(company))
  }
  return accepted
})
