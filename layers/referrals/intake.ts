import { hash } from "node:crypto"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { ContactId } from "#schemas/crm/contact"
import type { CompanyId, KeyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { ApiKeys } from "../auth/api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { execute, first, inTenant } from "../kernel/sql.ts"

/** What the operator's company reads on receipts of what anonymous visitors left. */
const LABEL = "Public endpoint"

/**
 * How leads get into the operator's company. They are written by a key of that company which nobody can show, since it is the
 * hash of what is not shaped like a key; whoever revokes it stops the intake.
 */
export class Intake extends Context.Service<Intake>()("layers/referrals/Intake", {
  make: Effect.gen(function*() {
    const system = yield* SystemSql
    const sql = yield* SqlClient.SqlClient
    const keys = yield* ApiKeys

    const keyOf = Effect.fnUntraced(function*(company: CompanyId) {
      const digest = hash("sha256", `intake of company ${company}`, "buffer")
      const find = system<{ id: KeyId }>`select id from api_keys where company_id = ${company} and hash = ${digest}`
      const [known] = yield* find
      if (known !== undefined) return known.id
      yield* system`insert into api_keys (company_id, mode, label, scopes, hash, prefix)
        select id, 'live', ${LABEL}, ${["crm:write"]}::text[], ${digest}, 'none' from companies where id = ${company}
        on conflict (hash) do nothing`
      const [made] = yield* find
      return made?.id
    }, Effect.orDie)

    return {
      /** Nobody where there is no such company or its key was revoked. */
      caller: Effect.fnUntraced(function*(company: CompanyId) {
        const key = yield* keyOf(company)
        return key === undefined ? Option.none() : yield* keys.holder({ company_id: company, key_id: key })
      }),
      /** What a lead has become in the caller's company. */
      contactOf: (reference: string) =>
        Effect.map(
          first(sql<{ contact_id: ContactId }>`select contact_id from lead_contacts where ${inTenant(sql)} and reference = ${reference}`),
          (row) => Option.getOrUndefined(row)?.contact_id
        ),
      /** Fails as a defect when the lead has become something already. */
      note: (lead: { readonly reference: string; readonly contact_id: number; readonly task_id: number }) =>
        Effect.flatMap(Caller, ({ company_id }) => execute(sql`insert into lead_contacts ${sql.insert({ company_id, ...lead })}`))
    }
  })
}) {
  static readonly layer = Layer.effect(Intake, Intake.make)
}
