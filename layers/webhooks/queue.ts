import { Context, Effect, Layer, Option, Queue, Schedule } from "effect"
import { LRUCache } from "lru-cache"
import type { EventKind } from "#schemas/kernel/events"
import type { DeliveryAttempt, WebhookDelivery } from "#schemas/webhooks/delivery"
import { schedule } from "#schemas/webhooks/schedule"
import { SecretStore } from "../auth/secret-store.ts"
import { SystemSql } from "../database/connections.ts"
import { webhookSecrets } from "./category.ts"
import type { Signed } from "./signing.ts"

/** An endpoint of a company. */
export interface Endpoint {
  readonly company_id: number
  readonly webhook_id: number
}

/** A delivery that is ours to attempt until the lease ends. */
export interface Claimed extends Endpoint {
  /** Nothing where its secret was sealed with a SECRET_KEY that is not here. */
  readonly signed: Signed | undefined
  readonly id: number
  /** Which claim of it this is; what a later claim settles, an earlier one cannot. */
  readonly claim: number
  /** Attempts on the schedule before this one. */
  readonly position: number
  readonly url: string
  readonly event_id: number
  readonly kind: EventKind
  readonly cause: WebhookDelivery["cause"]
  readonly livemode: boolean
  readonly request_id: string
  readonly sequence: number
  readonly created_at: string
  /** JSON. */
  readonly data: string
  readonly due_at: string
}

/** Up to so many of an endpoint, of what became due at `since` or later; of all that is due without it. */
export interface Wanted extends Endpoint {
  readonly room: number
  readonly since: string | undefined
}

/** What came of an attempt. */
export interface Settled extends Pick<Claimed, "company_id" | "id" | "claim"> {
  readonly status: "pending" | "succeeded" | "failed"
  readonly position: number
  readonly next_attempt_at: string | null
  readonly succeeded: boolean
  /** The endpoint said that it is gone. */
  readonly gone: boolean
  readonly attempt: DeliveryAttempt
  readonly answer: string | null
}

/**
 * How long a claim lasts: an attempt's whole time, and as much again to begin it and to write down what came of it. After a
 * crash its deliveries wait this long.
 */
export const LEASE_MS = 40_000

/** Secrets that are kept open, to open each once and not with every delivery. */
const MOST_SECRETS = 2_000

const EVER = "1970-01-01T00:00:00.000Z"

const instant = (ms: number) => new Date(ms).toISOString()
/** An empty one stands for more endpoints than it can name: the look each second finds them. So does it for one that is not ours. */
const read = (text: string): ReadonlyArray<Endpoint> => {
  if (!/^\d{1,15}:\d{1,15}(,\d{1,15})*$/.test(text)) return []
  const [company, hooks] = text.split(":") as [string, string]
  return hooks.split(",").map((hook) => ({ company_id: Number(company), webhook_id: Number(hook) }))
}

/** The deliveries of all companies, shared by all processes. `now` is in milliseconds since 1970. */
export class DeliveryQueue extends Context.Service<DeliveryQueue>()("layers/webhooks/DeliveryQueue", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const store = yield* SecretStore
    const known = new LRUCache<string, string>({ max: MOST_SECRETS })

    const opened = (company: number, kept: string) => {
      const key = `${company} ${kept}`
      const before = known.get(key)
      if (before !== undefined) return before
      const secret = Option.getOrUndefined(webhookSecrets.opened(store, { company_id: company }, kept))
      if (secret !== undefined) known.set(key, secret)
      return secret
    }

    const withSecrets = ({ previous_secret, secret: kept, ...delivery }: Omit<Claimed, "signed"> & Signed): Claimed => {
      const { company_id } = delivery
      const secret = opened(company_id, kept)
      const previous = previous_secret === null ? undefined : opened(company_id, previous_secret)
      return { ...delivery, signed: secret === undefined ? undefined : { secret, previous_secret: previous ?? null } }
    }

    return {
      /** Endpoints that have something due. */
      due: (now: number) => sql<Endpoint>`select * from due_webhooks(${instant(now)}::timestamptz)`,
      claim: (wanted: ReadonlyArray<Wanted>, now: number) =>
        Effect.map(sql<Omit<Claimed, "signed"> & Signed>`select * from claim_deliveries(${wanted.map(({ webhook_id }) => webhook_id)}::bigint[],
          ${wanted.map(({ room }) => room)}::int[], ${wanted.map(({ since = EVER }) => since)}::timestamptz[], ${instant(now)}::timestamptz, ${`${LEASE_MS} ms`}::interval)`, (rows) => rows.map(withSecrets)),
      settle: (results: ReadonlyArray<Settled>, now: number) =>
        Effect.asVoid(sql`select settle_deliveries(${JSON.stringify(results)}::jsonb, ${instant(now)}::timestamptz,
          ${`${schedule.disableAfter} ms`}::interval)`),
      /** Gives back what was not attempted. */
      release: (claimed: ReadonlyArray<Claimed>) =>
        Effect.asVoid(sql`select release_deliveries(${claimed.map(({ company_id }) => company_id)}::bigint[],
          ${claimed.map(({ id }) => id)}::bigint[], ${claimed.map(({ claim }) => claim)}::int[])`),
      /** Hears of endpoints that have something due, as PostgreSQL tells. It does not end. */
      listen: (hear: (endpoints: ReadonlyArray<Endpoint>) => void) =>
        Effect.gen(function*() {
          const told = yield* sql.listen("webhooks_due")
          return yield* Effect.forever(Effect.map(Queue.take(told), ({ payload }) => hear(read(payload))))
        }).pipe(
          Effect.scoped,
          Effect.tapCause((cause) => Effect.logWarning("not told of webhooks that are due; looking each second", cause)),
          Effect.exit,
          Effect.repeat(Schedule.spaced("1 second")),
          Effect.andThen(Effect.never)
        )
    }
  })
}) {
  static readonly layer = Layer.effect(DeliveryQueue, DeliveryQueue.make).pipe(Layer.provide(SecretStore.layer))
}
