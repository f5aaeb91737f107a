import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { personalKinds } from "#schemas/categories"
import type { ProcessingRecord } from "#schemas/company/processing"
import type { Retention } from "#schemas/company/retention"
import { expiring, personal } from "../categories.ts"
import type { PersonalKind } from "#schemas/kernel/category"
import { ServiceConfig } from "../kernel/config.ts"
import { inTenant, one } from "../kernel/sql.ts"

type Kind = ProcessingRecord["kinds"][number]
type Recipient = ProcessingRecord["recipients"][number]

/** Days after which this installation deletes rows of a table, counted from when they were written. */
const daysOf = (table: string) => expiring.flatMap((rule) => rule.table === table && "days" in rule && rule.column === "created_at" ? [rule.days] : []).at(0)

const keptFor = (kind: string, retention: Retention): Pick<Kind, "kept_by" | "kept_days"> => {
  const chosen = (retention as { readonly [kind: string]: number | undefined })[kind]
  const usual = personal.filter(({ object }) => object === kind).map(({ table }) => daysOf(table)).find((days) => days !== undefined)
  if (chosen !== undefined && (usual === undefined || chosen <= usual)) return { kept_days: chosen, kept_by: "company" }
  return usual === undefined ? { kept_days: null, kept_by: "request" } : { kept_days: usual, kept_by: "installation" }
}

/** What each outside party gets of people. */
const gets = {
  mail: "E-mails to customers, with their addresses.",
  stripe: "Who pays, and how much.",
  twilio: "Phone numbers, and what is said to them.",
  models: "What an AI model is asked about.",
  storage: "Files.",
  webhook: "Events that a webhook asks for, with the records that they are about."
}

/** What the caller's company holds of people and who gets it, from what all categories and the settings declare. */
export class Processing extends Context.Service<Processing>()("layers/company/Processing", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const config = yield* ServiceConfig
    const own = inTenant(sql)

    const parties = [
      { name: "stripe", set: Option.isSome(config.stripeSecretKey), url: config.stripeApiUrl, usual: "api.stripe.com", gets: gets.stripe },
      { name: "twilio", set: Option.isSome(config.twilioAuthToken), url: config.twilioApiUrl, usual: "api.twilio.com", gets: gets.twilio },
      { name: "telnyx", set: Option.isSome(config.telnyxApiKey), url: config.telnyxApiUrl, usual: "api.telnyx.com", gets: gets.twilio },
      { name: "openai", set: Option.isSome(config.openaiApiKey), url: config.openaiBaseUrl, usual: "api.openai.com", gets: gets.models },
      { name: "anthropic", set: Option.isSome(config.anthropicApiKey), url: config.anthropicBaseUrl, usual: "api.anthropic.com", gets: gets.models },
      { name: "s3", set: Option.isSome(config.s3Bucket), url: config.s3Endpoint, usual: `s3.${config.awsRegion}.amazonaws.com`, gets: gets.storage }
    ]
    const mail = Option.map(config.smtpUrl, (url): Recipient => ({ host: new URL(Redacted.value(url)).hostname, gets: gets.mail }))

    return {
      kinds: (retention: Retention): ReadonlyArray<Kind> =>
        Object.entries<PersonalKind>(personalKinds).map(([kind, { holds, purpose }]) => ({ kind, holds, purpose, ...keptFor(kind, retention) })),
      recipients: Effect.gen(function*() {
        const { hosts, providers } = yield* one(sql<{ hosts: ReadonlyArray<string>; providers: ReadonlyArray<string> }>`select
          array(select distinct substring(url from '^https?://([^/?#]+)') from webhooks where ${own} and deleted_at is null order by 1) as hosts,
          array(select provider from provider_credentials where ${own}) as providers`)
        return [
          ...Option.toArray(mail),
          ...parties.filter(({ name, set }) => set || providers.includes(name)).map(({ gets, url, usual }): Recipient =>
            ({ host: Option.match(url, { onNone: () => usual, onSome: ({ hostname }) => hostname }), gets })),
          ...hosts.map((host): Recipient => ({ host, gets: gets.webhook }))
        ]
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Processing, Processing.make)
}
