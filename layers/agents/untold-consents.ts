import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { ConsentId } from "#schemas/agents/consent"
import { catalogOf } from "#schemas/kernel/catalog"
import { Api } from "#schemas/api"
import { SystemSql } from "../database/connections.ts"

/** Whoever is asked in their client at once decides within this time. */
const AFTER_MINUTES = 2

/** Nobody gets an e-mail about each of many. */
const EVERY_MINUTES = 15

const COMPANIES = 200
const MOST = 20

export interface UntoldConsent {
  readonly id: ConsentId
  readonly summary: string
  readonly livemode: boolean
}

/* Nobody is told of what test keys ask for, unless it would change real records. */
const real = catalogOf(Api).filter(({ requiresConsent, sharesRecords }) => requiresConsent && sharesRecords).map(({ name }) => name)

/** Calls that wait for a person, of which owners and admins were not told yet. */
export class UntoldConsents extends Context.Service<UntoldConsents>()("layers/UntoldConsents", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    /* What people ask for in sessions of their own they decide themselves. */
    const untold = (of: typeof sql) => of`c.told_at is null and c.state in ('proposed', 'previewed') and c.expires_at > now()
      and c.created_at < now() - make_interval(mins => ${AFTER_MINUTES}::int) and (c.livemode or c.verb = any(${real}::text[]))
      and (c.actor->>'agent' is not null or not exists (
        select from api_keys k where k.company_id = c.company_id and k.id = c.key_id and k.kind = 'session'))`
    return {
      due: Effect.orDie(system<{ company_id: number }>`
        select distinct c.company_id from consents c where ${untold(system)} and not exists (
          select from consents t where t.company_id = c.company_id and t.told_at > now() - make_interval(mins => ${EVERY_MINUTES}::int))
        limit ${COMPANIES}`),
      /** Those of the caller's company, the first of them, which count as told from now on. */
      take: Effect.orDie(sql<UntoldConsent>`
        update consents u set told_at = now() where u.company_id = (select current_company()) and u.id = any (array(
          select c.id from consents c where c.company_id = (select current_company()) and ${untold(sql)} order by c.id limit ${MOST} for update skip locked))
        returning u.id, u.summary, u.livemode`)
    }
  })
}) {
  static readonly layer = Layer.effect(UntoldConsents, UntoldConsents.make)
}
