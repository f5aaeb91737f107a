import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { defaultDesign, type Design } from "#schemas/website/design"
import { execute, first } from "../kernel/sql.ts"

/** How the site of the caller's company looks; both modes share it. */
export class Designs extends Context.Service<Designs>()("layers/website/Designs", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return {
      get: Effect.map(
        first(sql<{ design: Design }>`select design from site_settings where company_id = (select current_company()) and design is not null`),
        (found) => Option.isSome(found) ? found.value.design : defaultDesign
      ),
      set: Effect.fnUntraced(function*(design: Design) {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into site_settings (company_id, design) values (${company_id}, ${JSON.stringify(design)}::jsonb)
          on conflict (company_id) do update set design = excluded.design`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Designs, Designs.make)
}
