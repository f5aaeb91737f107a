import { createHmac } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { random } from "../auth/api-keys.ts"
import { SystemSql } from "../database/connections.ts"
import { one } from "../kernel/sql.ts"

/** The network that an anonymous request came from, as it is counted; "" outside a request. */
export const ClientNetwork = Context.Reference<string>("layers/referrals/ClientNetwork", { defaultValue: () => "" })

/**
 * What a network's uses of one action on one day are counted by. Without the secret of the day, which is deleted with it, nobody can
 * say which network.
 */
interface DailyCounterKey {
  /** In UTC, like `2026-11-21`. */
  readonly day: string
  readonly mark: Uint8Array
}

const DAY_MS = 86_400_000

/** Whole seconds until the day is over, and what was done on it counts no more. */
export const dayEndsIn = Effect.map(Clock.currentTimeMillis, (now) => Math.ceil((DAY_MS - now % DAY_MS) / 1_000))

/** Tells networks apart for a day without keeping their addresses. */
export class DailyCounters extends Context.Service<DailyCounters>()("layers/referrals/DailyCounters", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    let known: { readonly day: string; readonly secret: Uint8Array } | undefined

    const secretOf = Effect.fnUntraced(function*(day: string) {
      if (known?.day === day) return known.secret
      yield* sql`insert into operator.mark_keys (day, secret) values (${day}::date, ${random(32)}) on conflict do nothing`
      const { secret } = yield* one(sql<{ secret: Uint8Array }>`select secret from operator.mark_keys where day = ${day}::date`)
      known = { day, secret }
      return secret
    }, Effect.orDie)

    return {
      /** The same for the same action and network until the day ends, on every process. */
      keyOf: Effect.fnUntraced(function*(action: string, network: string): Effect.fn.Return<DailyCounterKey> {
        const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
        const secret = yield* secretOf(day)
        return { day, mark: new Uint8Array(createHmac("sha256", secret).update(`${action} ${network}`).digest().subarray(0, 16)) }
      })
    }
  })
}) {
  static readonly layer = Layer.effect(DailyCounters, DailyCounters.make)
}
