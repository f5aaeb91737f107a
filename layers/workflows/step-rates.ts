import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import { one } from "../kernel/sql.ts"
import { Tenancy } from "../kernel/tenancy.ts"

/** What a company may do only so often. */
export interface Rate {
  readonly name: string
  /** Times within a period, which may also come all at once. */
  readonly most: number
  readonly perMs: number
}

/** What all runs of a company, on all processes together, do no more often than they may, in each mode by itself. */
export class StepRates extends Context.Service<StepRates>()("layers/workflows/StepRates", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy

    return {
      /**
       * Takes the next turn, and answers with the milliseconds until it comes. By the generic cell rate algorithm, which keeps one time
       * for each name: https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm.
       */
      take: Effect.fnUntraced(function*({ most, name, perMs }: Rate) {
        const { company_id, mode } = yield* Caller
        const each = perMs / most
        const { ms } = yield* tenancy.transaction(one(sql<{ ms: number }>`
          insert into workflow_rates as r (company_id, name, livemode, free_at)
          values (${company_id}, ${name}, ${mode === "live"}, clock_timestamp() + ${each}::float8 * interval '1 millisecond')
          on conflict (company_id, name, livemode)
            do update set free_at = greatest(r.free_at, clock_timestamp()) + ${each}::float8 * interval '1 millisecond'
          returning (extract(epoch from free_at - clock_timestamp()) * 1000 - ${perMs}::float8)::float8 as ms`))
        return Math.max(0, Math.ceil(ms))
      })
    }
  })
}) {
  static readonly layer = Layer.effect(StepRates, StepRates.make)
}
