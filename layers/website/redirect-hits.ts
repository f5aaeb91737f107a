import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import type { RedirectId } from "#schemas/website/ids"
import { SystemSql } from "../database/connections.ts"

const EVERY = "1 minute"

interface Hits {
  readonly company_id: number
  readonly id: RedirectId
  readonly hits: number
  readonly at: number
}

/** Counts how often redirects are followed, in memory: what was counted is added every minute, and when the process ends in good order. */
export class RedirectHits extends Context.Service<RedirectHits>()("layers/website/RedirectHits", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    let counted = new Map<string, Hits>()

    const write = Effect.suspend(() => {
      const batch = [...counted.values()]
      counted = new Map()
      if (batch.length === 0) return Effect.succeed<ReadonlyArray<object>>([])
      const rows = JSON.stringify(batch.map((one) => ({ ...one, at: new Date(one.at).toISOString() })))
      return sql<object>`update redirects r set hits = r.hits + b.hits, last_hit_at = greatest(r.last_hit_at, b.at)
        from jsonb_to_recordset(${rows}::jsonb) as b (company_id bigint, id bigint, hits bigint, at timestamptz)
        where r.company_id = b.company_id and r.id = b.id`
    }).pipe(Effect.tapCause((cause) => Effect.logWarning("how often redirects were followed was not written", cause)), Effect.exit)

    yield* Effect.forkScoped(Effect.repeat(write, Schedule.spaced(EVERY)))
    yield* Effect.addFinalizer(() => write)

    return {
      /** One was followed. */
      count: Effect.fnUntraced(function*(id: RedirectId) {
        const { company_id } = yield* Caller
        const key = `${company_id} ${id}`
        counted.set(key, { company_id, id, hits: (counted.get(key)?.hits ?? 0) + 1, at: yield* Clock.currentTimeMillis })
      }),
      /** Adds what was counted, at once. */
      write: Effect.asVoid(write)
    }
  })
}) {
  static readonly layer = Layer.effect(RedirectHits, RedirectHits.make)
}
