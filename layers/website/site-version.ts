import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { execute, first } from "../kernel/sql.ts"

/** Counts the changes of what visitors of the caller's company see. */
export class SiteVersion extends Context.Service<SiteVersion>()("layers/website/SiteVersion", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      /** In every transaction that changes what visitors see, as its last write: others of the company wait from here on. */
      touch: Effect.flatMap(Caller, ({ company_id }) =>
        execute(sql`insert into site_versions as v (company_id, version) values (${company_id}, 1)
          on conflict (company_id) do update set version = v.version + 1`)),
      /** 0 where nothing was ever shown. */
      current: Effect.map(
        first(sql<{ version: number }>`select version from site_versions where company_id = (select current_company())`),
        (found) => found._tag === "Some" ? found.value.version : 0
      )
    }
  })
}) {
  static readonly layer = Layer.effect(SiteVersion, SiteVersion.make)
}
