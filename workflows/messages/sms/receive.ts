import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { Site } from "#layers/kernel/installation/site"
import { SmsMessages } from "#layers/messages/sms/messages"
import { SmsThreads } from "#layers/messages/sms/threads"
import { PhoneNumbers } from "#layers/messages/voice/phone-numbers"
import { ProviderEvents } from "#layers/payments/provider-events"
import { Messaging } from "#layers/providers/messaging/messaging"
import type { MessageReport } from "#layers/providers/messaging/provider"
import { reportOf } from "#layers/providers/messaging/reports"
import { payloadHash } from "#layers/workflows/runs"
import type { Input } from "#schemas/kernel/catalog"
import { Unauthorized } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type * as api from "#schemas/messages/sms/inbound.api"
import { contactOfNumber } from "../contact-of-number.ts"
import { answerKeyword } from "./keywords.ts"
import { lengthOf } from "./sending.ts"
import { outcomeOf } from "./outcome.ts"

type Told<Kind extends MessageReport["kind"]> = Extract<MessageReport, { readonly kind: Kind }>

const MOST_KEPT = 10_000
const kept = (text: string) => text.replaceAll("\0", "").toWellFormed().slice(0, MOST_KEPT)

/** Writes a text that came in, once: it is claimed by the provider's name for it before anything follows from it. */
const take = Effect.fnUntraced(function*(provider: string, { from, id, media, text, to }: Told<"text">) {
  const provider_id = kept(id)
  if (!(yield* ProviderEvents.use(({ isNew }) => isNew(provider, `text ${provider_id}`)))) return
  const message = kept(text)
  const contact_id = yield* contactOfNumber(to, from, "text message")
  const thread = yield* SmsThreads.use((threads) => threads.follow({ own_phone: to, phone: from, contact_id, message, direction: "inbound" }))
  const made = yield* Effect.orDie(SmsMessages.use((messages) => messages.create({
    thread_id: thread.id, direction: "inbound", state: "received", from_phone: from, to_phone: to, message, ...lengthOf(message), contact_id: thread.contact_id, provider, provider_id,
    media: media.map(({ type, url }) => ({ type: kept(type), url: kept(url) }))
  }, { events: ["message.received"] })))
  yield* answerKeyword(made)
})

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
  const owner = yield* PhoneNumbers.use(({ ownerOf }) => ownerOf(provider, kept(report.kind === "text" ? report.to : report.from)))
  if (Option.isNone(owner)) return yield* unsigned()
  yield* Effect.gen(function*() {
    const account = yield* Effect.mapError(Messaging.use(({ texts }) => texts(true, provider)), unsigned)
    const { linked } = yield* Site
    if (account.name !== provider || !account.signed({ url: `${linked}${target}`, bytes, headers })) return yield* unsigned()
    yield* Receipted.use((receipted) => receipted.write(
      { verb: "receive_sms", payloadHash: payloadHash({ id: report.id, kind: report.kind }) },
      report.kind === "text" ? take(provider, report) : note(provider, report)
    ))
  }).pipe(Effect.provideService(Caller, anonymousCaller(owner.value.company_id)))
  return accepted
})
