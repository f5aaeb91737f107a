import { Cause, Effect, Latch, Layer, Schedule } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { Contacts } from "#layers/crm/contacts"
import { InBackground } from "#layers/database/connections"
import { Tenancy } from "#layers/kernel/tenancy"
import { type ReceivedText, SmsInbox } from "#layers/messages/sms/inbox"
import { SmsMessages } from "#layers/messages/sms/messages"
import { type Sender, SmsThreads } from "#layers/messages/sms/threads"
import { payloadHash } from "#layers/workflows/runs"
import type { ContactId } from "#schemas/crm/contact"
import type { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { type MessageMedia, MOST_MEDIA } from "#schemas/messages/sms/message"
import { isNumber } from "../contact-of-number.ts"
import { answerKeyword } from "./keywords.ts"
import { TextMedia } from "./media.ts"
import { lengthOf } from "./sending.ts"

/** Texts of a company that share a transaction. */
const MOST = 200
/** For what a process left that died, and for what broke. */
const EVERY = "1 second"
const COMPANIES_AT_A_TIME = 2
/** Rounds begin this far apart at least, so that texts that come one after the other share them. */
const APART_MS = 50

const conversationOf = ({ from_phone, to_phone }: Pick<ReceivedText, "from_phone" | "to_phone">) => `${to_phone} ${from_phone}`

/** Whose numbers wrote, by conversation: contacts who are made where there are none and the company's number says so. */
const contactsOf = Effect.fnUntraced(function*(senders: ReadonlyArray<Sender>) {
  const made = new Map<string, ContactId>()
  for (const { contact_id, phone, unknown_senders } of senders) {
    if (contact_id !== null || unknown_senders !== "create_contact" || made.has(phone) || !isNumber(phone)) continue
    const contact: { readonly id: ContactId } = yield* Effect.orDie(Contacts.use((contacts) =>
      contacts.create({ phone, source: "text message" }, { events: ["contact.created"] })))
    made.set(phone, contact.id)
  }
  return new Map(senders.map(({ contact_id, own_phone, phone }) => [`${own_phone} ${phone}`, contact_id ?? made.get(phone) ?? null]))
})

/** Puts texts into their conversations, with what follows from them. */
const file = Effect.fnUntraced(function*(ids: ReadonlyArray<number>) {
  const texts = yield* SmsInbox.use((inbox) => inbox.take(ids))
  if (texts.length === 0) return
  const latest = Map.groupBy(texts, conversationOf)
  const pairs = [...latest.values()].map((all) => ({ own_phone: all[0]!.to_phone, phone: all[0]!.from_phone, message: all.at(-1)!.message, texts: all.length }))
  const threads = yield* SmsThreads
  const contacts = yield* contactsOf(yield* threads.senders(pairs))
  const written = yield* threads.receive(pairs.map((pair) => ({ ...pair, contact_id: contacts.get(`${pair.own_phone} ${pair.phone}`) ?? null })))
  const threadOf = new Map(written.map((thread) => [`${thread.own_phone} ${thread.phone}`, thread]))
  const made = yield* SmsMessages.use((messages) => messages.receive(texts.map((text) => {
    const { contact_id, id: thread_id } = threadOf.get(conversationOf(text))!
    const media = text.media.slice(0, MOST_MEDIA).map((one): MessageMedia => ({ ...one, state: "fetching", bytes: null, problem: null }))
    return { ...text, media, thread_id, contact_id, ...lengthOf(text.message) }
  })))
  for (const text of made) {
    yield* answerKeyword(text)
    if (text.media.length > 0) yield* TextMedia.start({ message_id: text.id })
  }
})

/** All of them in one transaction; where that breaks, each in one of its own, and what breaks again is left for later. Whether none did. */
const filed = (ids: ReadonlyArray<number>): Effect.Effect<boolean, never, Effect.Services<ReturnType<typeof file>> | Receipted | Tenancy> =>
  Receipted.use((receipted) => receipted.write({ verb: "receive_sms", payloadHash: payloadHash({ received: ids }) }, file(ids))).pipe(
    Effect.as(true),
    Effect.catchCause((cause) => {
      if (Cause.hasInterrupts(cause)) return Effect.failCause(cause as Cause.Cause<never>)
      if (ids.length > 1) return Effect.map(Effect.forEach(ids, (id) => filed([id])), (all) => all.every((one) => one))
      return Effect.logError("a text that came in broke; it is tried again later", cause).pipe(
        Effect.andThen(Tenancy.use(({ transaction }) => Effect.flatMap(SmsInbox, (inbox) => transaction(inbox.postpone(ids[0]!))))), Effect.as(false))
    })
  )

/** Puts the oldest texts that wait into their conversations; whether there may be more. */
const round = Effect.gen(function*() {
  const ids = yield* SmsInbox.use((inbox) => inbox.next(MOST, undefined))
  if (ids.length > 0) yield* filed(ids)
  return ids.length === MOST
})

/** The same at once for all texts of a sender, before the provider is answered. A text that broke breaks the request too, so that the provider comes again. */
export const fileOf = Effect.fnUntraced(function*(sender: string) {
  for (let more = true; more;) {
    const ids = yield* SmsInbox.use((inbox) => inbox.next(MOST, sender))
    if (!(yield* filed(ids))) return yield* Effect.die(new Error("a text that came in broke"))
    more = ids.length === MOST
  }
})

/** Puts texts that came in into their conversations, as soon as they are there. */
export const SmsFiling = Layer.effectDiscard(Effect.gen(function*() {
  const inbox = yield* SmsInbox
  const waiting = new Set<CompanyId>()
  const news = Latch.makeUnsafe(false)
  const hear = (companies: Iterable<CompanyId>) => {
    for (const company of companies) waiting.add(company)
    news.openUnsafe()
  }

  const rounds = Effect.gen(function*() {
    yield* news.await
    yield* news.close
    const companies = [...waiting]
    waiting.clear()
    yield* Effect.forEach(companies, (company) =>
      Effect.provideService(round, Caller, anonymousCaller(company)).pipe(
        Effect.map((more) => more && hear([company])),
        Effect.catchDefect((defect) => Effect.logWarning(`texts of company ${company} are not filed; will try again in ${EVERY}`, defect))
      ), { concurrency: COMPANIES_AT_A_TIME, discard: true })
    yield* Effect.sleep(APART_MS)
  }).pipe(Effect.provideService(InBackground, true))

  const look = Effect.map(inbox.companies, hear).pipe(
    Effect.catchDefect((defect) => Effect.logWarning(`texts that wait are not looked for; will try again in ${EVERY}`, defect))
  )

  inbox.listeners.add(hear)
  yield* Effect.addFinalizer(() => Effect.sync(() => inbox.listeners.delete(hear)))
  yield* Effect.forkScoped(Effect.forever(rounds))
  yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(EVERY)))
}))
