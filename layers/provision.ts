import { Array as Arr, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { CompanyId } from "#schemas/kernel/ids"
import type { Tier } from "#schemas/kernel/tenancy"

export interface NewCompany {
  readonly name: string
  readonly tier: Tier
  readonly industry: string | null
  readonly demo?: boolean
  readonly owner: { readonly email: string; readonly name: string; readonly passwordHash: string | null } | null
}

const stages: Arr.NonEmptyReadonlyArray<{ readonly name: string; readonly probability: number; readonly outcome: string }> = [
  { name: "new", probability: 10, outcome: "open" },
  { name: "qualified", probability: 25, outcome: "open" },
  { name: "proposal", probability: 50, outcome: "open" },
  { name: "negotiation", probability: 75, outcome: "open" },
  { name: "won", probability: 100, outcome: "won" },
  { name: "lost", probability: 0, outcome: "lost" }
]

/** Makes a company with what every company has: an owner, if given, and a default pipeline. As the database's owner. */
export const provision = Effect.fnUntraced(function*({ demo = false, industry, name, owner, tier }: NewCompany) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.gen(function*() {
    const [company] = yield* sql<{ id: CompanyId }>`
      insert into companies ${sql.insert({ name, tier, industry, demo })} returning id`
    const company_id = company!.id
    const [pipeline] = yield* sql<{ id: number }>`
      insert into pipelines ${sql.insert({ company_id, name: "Sales", is_default: true })} returning id`
    const rows = Arr.map(stages, (stage, position) => ({ company_id, pipeline_id: pipeline!.id, position, ...stage }))
    yield* sql`insert into pipeline_stages ${sql.insert(rows)}`
    if (owner === null) return { company_id, owner_id: undefined }
    const [user] = yield* sql<{ id: number }>`insert into users ${
      sql.insert({ company_id, email: owner.email, name: owner.name, role: "owner", password_hash: owner.passwordHash })
    } returning id`
    return { company_id, owner_id: user!.id }
  }).pipe(sql.withTransaction)
})
