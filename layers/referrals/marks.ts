import { createHmac } from "node:crypto"
import { Clock, Context, Effect, Layer } from "effect"
import { random } from "../auth/api-keys.ts"
import { SystemSql } from "../database/connections.ts"

/** The network that a stranger's request came from, as it is counted; "" outside a request. */
export const AskedFrom = Context.Reference<string>("layers/referrals/AskedFrom", { defaultValue: () => "" })

/** That a network did something today. Without the secret of the day, which is deleted with it, nobody can say which network. */
export interface Mark {
  /** In UTC, like `2026-11-21`. */
  readonly day: string
  readonly mark: Uint8Array
}

const DAY_MS = 86_400_000

/** Whole seconds until the day is over, and what was done on it counts no more. */
export const dayEndsIn = Effect.map(Clock.currentTimeMillis, (now) => Math.ceil((DAY_MS - now % DAY_MS) / 1_000))

/** Tells networks apart for a day without keeping their addresses. */
export class Marks extends Context.Service<Marks, {
  /** The same for the same deed and network until the day ends, on every process. */
  readonly of: (deed: string, network: string) => Effect.Effect<Mark>
}>()("layers/referrals/Marks") {
  static readonly layer = Layer.effect(Marks, Effect.gen(function*() {
    const sql = yield* SystemSql
    let known: { readonly day: string; readonly secret: Uint8Array } | undefined

    const secretOf = Effect.fnUntraced(function*(day: string) {
      if (known?.day === day) return known.secret
      yield* sql`insert into operator.mark_keys (day, secret) values (${day}::date, ${random(32)}) on conflict do nothing`
      const [row] = yield* sql<{ secret: Uint8Array }>`select secret from operator.mark_keys where day = ${day}::date`
      known = { day, secret: row!.secret }
      return row!.secret
    }, Effect.orDie)

    return Marks.of({
      of: Effect.fnUntraced(function*(deed, network) {
        const day = new Date(yield* Clock.currentTimeMillis).toISOString().slice(0, 10)
        const secret = yield* secretOf(day)
        return { day, mark: new Uint8Array(createHmac("sha256", secret).update(`${deed} ${network}`).digest().subarray(0, 16)) }
      })
    })
  }))
}
