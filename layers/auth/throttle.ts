import { createHmac } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { RateLimitExceeded } from "#schemas/kernel/errors"
import { SystemSql } from "../database/connections.ts"
import { execute, one } from "../kernel/sql.ts"
import { SecretStore } from "./secret-store.ts"
import { CurrentRequester } from "./anonymous.ts"
import { KNOWN_DAYS } from "./category.ts"

/** What attempts are counted by, how many there may be, and in how many seconds from the first. */
interface Bound {
  readonly about: string
  readonly most: number
  readonly seconds: number
}

/** An attempt that was counted. It stays a failure unless it is taken back. */
export interface Attempt {
  /** It was none: nothing was learnt from it. */
  readonly release: Effect.Effect<void>
  /** Whether the network is one that the account was signed in to from before. */
  readonly known: boolean
  /** It succeeded: neither it nor those before it count under the first bound. */
  readonly clear: Effect.Effect<void>
}

/** Too many. `first` of this window is the one to be remembered. */
interface Full {
  readonly first: boolean
  readonly refusal: RateLimitExceeded
}

const QUARTER = 15 * 60
const HOUR = 60 * 60

const inWords = (seconds: number) => {
  const [count, unit] = seconds < 60 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/**
 * Counts attempts to guess, for all processes together, before they are made. What they are counted by is kept as a keyed
 * digest: a copy of the table tells neither addresses nor who was attacked.
 */
export class Throttle extends Context.Service<Throttle>()("layers/auth/Throttle", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const secretStore = yield* SecretStore
    const secret = secretStore.derive("throttle", 32)
    const digest = (kind: string, about: string) =>
      createHmac("sha256", secret).update(JSON.stringify([kind, about])).digest()

    const attempt = Effect.fnUntraced(function*(kind: string, bounds: ReadonlyArray<Bound>, known = false): Effect.fn.Return<Attempt, Full> {
      const keys = bounds.map(({ about }) => digest(kind, about))
      const { first, wait } = yield* one(sql<{ wait: number | null; first: boolean }>`
        select wait, first from identity.attempt(${keys}::bytea[], ${bounds.map(({ most }) => most)}::int[],
          ${bounds.map(({ seconds }) => seconds)}::int[])`)
      if (wait !== null) {
        const retry_after = Math.max(1, Math.ceil(wait))
        const message = `Too many attempts. Try again in ${inWords(retry_after)}.`
        return yield* Effect.fail({ first, refusal: new RateLimitExceeded({ message, retry_after }) })
      }
      const takeBack = (cleared: Uint8Array | null) =>
        execute(sql`select identity.take_back(${keys}::bytea[], ${cleared}::bytea)`)
      return { known, release: takeBack(null), clear: takeBack(keys[0] ?? null) }
    })

    return {
      /** Attempts of one `kind` are counted apart from those of others. */
      attempt: (kind: string, bounds: ReadonlyArray<Bound>) => attempt(kind, bounds),
      /** Attempts to sign in as `email`, from the requester's network and from all, count no more: its owner has shown themselves. */
      forgive: Effect.fnUntraced(function*(address: string) {
        const email = address.toLowerCase()
        const { network } = yield* CurrentRequester
        const keys = [`${email} from ${network}`, email].map((about) => digest("sign in", about))
        yield* execute(sql`
          with held as (select key from identity.throttles where key = any (${keys}::bytea[]) order by key for update)
          update identity.throttles t set failures = 0 from held where t.key = held.key`)
      }),
      /**
       * An attempt to sign in as `email`, whether or not there is such an account: so many from this network for this address, so
       * many from this network for any, and so many for this address from all networks but those that its owner signed in from.
       */
      signIn: Effect.fnUntraced(function*(address: string) {
        const email = address.toLowerCase()
        const { network } = yield* CurrentRequester
        const { known } = yield* one(sql<{ known: boolean }>`
          select exists (
            select from identity.known_networks n join identity.accounts a on a.id = n.account_id
            where a.email = ${email} and n.network = ${network} and n.last_at > now() - make_interval(days => ${KNOWN_DAYS}::int)
          ) as known`)
        return yield* attempt("sign in", [
          { about: `${email} from ${network}`, most: 5, seconds: QUARTER },
          { about: network, most: 30, seconds: QUARTER },
          ...known ? [] : [{ about: email, most: 100, seconds: HOUR }]
        ], known)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Throttle, Throttle.make)
}
