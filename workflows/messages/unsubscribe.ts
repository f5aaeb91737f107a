import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { SecretStore } from "#layers/auth/secret-store"
import { CompanySettings } from "#layers/company/settings"
import { Site } from "#layers/kernel/installation/site"
import { CustomerEmails } from "#layers/messages/emails"
import { payloadHash } from "#layers/workflows/runs"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"

/** The path that links in e-mails lead to. */
export const UNSUBSCRIBE = "/unsubscribe"

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest().subarray(0, 16)

const PURPOSE = "links to unsubscribe"

/** Where the reader of an e-mail opts out of all that are not transactional. Its address is the proof, so it holds nothing to guess. */
export const unsubscribeLink = Effect.fnUntraced(function*(reference: string) {
  const { company_id } = yield* Caller
  const { linked } = yield* Site
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  const named = `${company_id}.${reference}`
  return `${linked}${UNSUBSCRIBE}/${named}.${signed(key!, named).toString("base64url")}`
})

/* References of 43 characters are those of e-mails that were written before reports named them. */
const shape = /^(\d{1,15})\.([0-9a-f]{32}|[A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{22})$/u

const named = Effect.fnUntraced(function*(token: string) {
  const [, company, reference, signature] = shape.exec(token) ?? []
  if (company === undefined) return Option.none()
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  const isOurs = keys.some((key) => timingSafeEqual(signed(key, `${company}.${reference}`), given))
  return isOurs ? Option.some({ company_id: CompanyId.make(Number(company)), reference: reference! }) : Option.none()
})

/** Whose link it is: who wrote the e-mail, and to whom. Nothing where it is no link of ours, or the e-mail is gone. */
export const subscriptionOf = Effect.fnUntraced(function*(token: string) {
  const found = yield* named(token)
  if (Option.isNone(found)) return undefined
  const { company_id, reference } = found.value
  return yield* Effect.gen(function*() {
    const email = yield* (yield* CustomerEmails).addressee(reference)
    if (Option.isNone(email)) return undefined
    const { name } = yield* (yield* CompanySettings).own
    return { company_id, email_id: email.value.id, company: name, address: email.value.recipient }
  }).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
})

/** Opts the reader out of the company's e-mails that are not transactional, once; whose they were. */
export const unsubscribe = Effect.fnUntraced(function*(token: string) {
  const found = yield* subscriptionOf(token)
  if (found === undefined) return undefined
  const { address, company_id, email_id } = found
  yield* Receipted.use((receipted) => receipted.write(
    { verb: "unsubscribe", payloadHash: payloadHash({ email_id }) },
    CustomerEmails.use((emails) => emails.suppress(address, "unsubscribed", email_id))
  )).pipe(Effect.provideService(Caller, anonymousCaller(company_id)))
  return found
})
