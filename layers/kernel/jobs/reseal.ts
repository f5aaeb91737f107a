import { Effect, Option, Schedule } from "effect"
import { SecretStore } from "../../auth/secret-store.ts"
import { JobsSql } from "../../database/connections.ts"
import { isPartyName, renewedCredentials } from "../../providers/credentials.ts"
import { renewedSecret } from "../../webhooks/secrets.ts"

const BATCH = 500
const EVERY = "1 hour"

interface WebhookRow {
  readonly company_id: number
  readonly id: number
  readonly secret: string
  readonly previous_secret: string | null
}

interface CredentialsRow {
  readonly company_id: number
  readonly provider: string
  readonly sealed: string
}

/**
 * Seals what lies open, and what an older SECRET_KEY sealed with the newest, so that the old one can be taken away once a process has run
 * with both. What somebody changes meanwhile is left as they wrote it.
 */
export const secretsResealed = Effect.gen(function*() {
  const sql = yield* JobsSql
  const store = yield* SecretStore

  const webhooks = Effect.fnUntraced(function*(after: readonly [company: number, id: number]) {
    const rows = yield* sql<WebhookRow>`
      select company_id, id, secret, previous_secret from webhooks where (company_id, id) > (${after[0]}::bigint, ${after[1]}::bigint)
      order by company_id, id limit ${BATCH}`
    for (const { company_id, id, previous_secret, secret } of rows) {
      const renewed = Option.getOrUndefined(renewedSecret(store, company_id, secret))
      const previous = previous_secret === null ? undefined : Option.getOrUndefined(renewedSecret(store, company_id, previous_secret))
      if (renewed === undefined && previous === undefined) continue
      yield* sql`
        update webhooks set secret = ${renewed ?? secret}, previous_secret = ${previous ?? previous_secret}
        where company_id = ${company_id} and id = ${id} and secret = ${secret} and previous_secret is not distinct from ${previous_secret}::text`
    }
    return rows.at(-1)
  })

  const credentials = Effect.fnUntraced(function*(after: readonly [company: number, provider: string]) {
    const rows = yield* sql<CredentialsRow>`
      select company_id, provider, sealed from provider_credentials where (company_id, provider) > (${after[0]}::bigint, ${after[1]}::text)
      order by company_id, provider limit ${BATCH}`
    for (const { company_id, provider, sealed } of rows) {
      const renewed = isPartyName(provider) ? renewedCredentials(store, provider, company_id, sealed) : Option.none()
      if (Option.isNone(renewed)) continue
      yield* sql`update provider_credentials set sealed = ${renewed.value}
        where company_id = ${company_id} and provider = ${provider} and sealed = ${sealed}`
    }
    return rows.at(-1)
  })

  const walk = Effect.gen(function*() {
    for (let last = yield* webhooks([0, 0]); last !== undefined; last = yield* webhooks([last.company_id, last.id]));
    for (let last = yield* credentials([0, ""]); last !== undefined; last = yield* credentials([last.company_id, last.provider]));
  })

  yield* walk.pipe(
    Effect.tapCause((cause) => Effect.logWarning(`secrets were not sealed anew; will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
}).pipe(Effect.provide(SecretStore.layer))
