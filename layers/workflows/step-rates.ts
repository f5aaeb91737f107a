import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { RunId } from "#schemas/workflows/run"
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
       * Takes a turn for a step of a run, and answers with the milliseconds until it comes. Below zero, others come first, and it is to be asked
       * for again after so long. By the generic cell rate algorithm, which keeps one time for each name:
       * https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm.
       */
      take: Effect.fnUntraced(function*(run: RunId, turn: string, { most, name, perMs }: Rate) {
        const { company_id, mode } = yield* Caller
        const { ms } = yield* tenancy.transaction(one(sql<{ ms: number }>`
          select take_turn(${company_id}, ${name}, ${mode === "live"}, ${perMs / most}::float8, ${perMs}::float8, ${run}, ${turn}) as ms`))
        return ms < 0 ? Math.floor(ms) : Math.ceil(ms)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(StepRates, StepRates.make)
}
