import { Effect, Option, Schema } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { EmailDomains } from "#layers/messages/domains"
import { EmailDomain } from "#schemas/company/email-domain"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, sleep, step, write } from "../durable.ts"
import { domainOf } from "../messages/sender.ts"

/** Looks whether the domain of the company's sender has the records that it needs, until it has them or nobody seems to add them. */
export const EmailDomainCheck = durable({
  name: "company.email_domain",
  version: 1,
  payload: { domain: Schema.String },
  success: Schema.Literals(["verified", "missing", "changed"])
})

/** Every minute for ten minutes, every ten for two hours, every hour for three days. */
const waits = [
  ...Array.from({ length: 10 }, () => "1 minute" as const), ...Array.from({ length: 12 }, () => "10 minutes" as const),
  ...Array.from({ length: 72 }, () => "1 hour" as const)
]

const VERB = "check_email_domain"

/** Writes down what was seen, if the company still wants e-mails to come from that domain; whether it does. */
const noted = Effect.fnUntraced(function*(seen: EmailDomain) {
  const settings = yield* CompanySettings
  const { company_id } = yield* Caller
  const before = yield* Effect.orDie(settings.get(company_id, { lock: true }))
  if (before.email_from === null || domainOf(before.email_from) !== seen.domain) return false
  yield* Effect.orDie(settings.update(before, { email_domain: seen }))
  return true
})

const isNews = (seen: EmailDomain, last: EmailDomain | undefined) =>
  JSON.stringify(seen.records) !== JSON.stringify(last?.records) || seen.verified !== last?.verified

export const EmailDomainCheckProgram = EmailDomainCheck.program(Effect.fnUntraced(function*({ domain }) {
  const begin = EmailDomains.use((domains) => Effect.flatMap(domains.begin(domain), noted))
  if (!(yield* write("begin", { verb: VERB, success: Schema.Boolean }, begin))) return "changed"
  let last: EmailDomain | undefined
  for (const [round, wait] of waits.entries()) {
    const seen = yield* step(`look/${round}`, { success: Schema.NullOr(EmailDomain) },
      EmailDomains.use((domains) => Effect.map(domains.check(domain), Option.getOrNull)))
    if (seen !== null && isNews(seen, last)) {
      if (!(yield* write(`note/${round}`, { verb: VERB, success: Schema.Boolean }, noted(seen)))) return "changed"
      if (seen.verified) return "verified"
      last = seen
    }
    yield* sleep(`wait/${round}`, wait)
  }
  return "missing"
}))
