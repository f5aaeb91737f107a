import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { synonym } from "#schemas/kb/synonym"
import { countForLimit } from "../kernel/company-lock.ts"
import { repository } from "../kernel/repository.ts"
import { execute } from "../kernel/sql.ts"

/** Words that mean the same to the caller's company. Both modes share them. */
export class Synonyms extends Context.Service<Synonyms>()("layers/kb/Synonyms", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const synonyms = yield* repository(synonym, { table: "kb_synonyms", noun: "group of synonyms" })
    const { inTenant } = synonyms.sql
    return {
      ...synonyms,
      /** How many there are; nobody else adds one until the transaction ends. */
      count: Effect.orDie(countForLimit(sql, "kb_synonyms", sql`kb_synonyms where ${inTenant}`)),
      delete: (id: number) => execute(sql`delete from kb_synonyms where ${inTenant} and id = ${id}`)
    }
  })
}) {
  static readonly layer = Layer.effect(Synonyms, Synonyms.make)
}
