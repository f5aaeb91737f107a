import { Clock, Context, DateTime, Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimitExceeded } from "#schemas/kernel/errors"
import { aiTokensPerMonth, Caller, type Tier, tiers } from "#schemas/kernel/tenancy"
import { inTenant } from "../sql.ts"
import { Tenancy } from "../tenancy.ts"

/** What tokens are spent on, for the account of them. */
export interface Purpose {
  /** Who asks the model, such as `front_desk`; "" where it is no agent. */
  readonly agent: string
  readonly model: string
}

/** Tokens set aside for a call. */
export interface Reservation {
  readonly id: number
}

export interface AiUsage {
  /** Spent in this calendar month, in UTC. */
  readonly used: number
  /** Set aside for calls under way. */
  readonly held: number
  /** Of the company's tier; `null` where there is no limit. */
  readonly limit: number | null
  /** Neither spent nor set aside; `null` where there is no limit. */
  readonly left: number | null
  /** The first instant of the next month, when nothing is spent any more. */
  readonly resets_at: string
  readonly days: ReadonlyArray<{ readonly day: string; readonly tokens: number }>
  /** The same by what it was for, the greatest first within a day. */
  readonly lines: ReadonlyArray<Purpose & { readonly day: string; readonly tokens: number }>
}

/** A call that has not told by then what it took is believed to be lost, with what it was to cost. */
const LASTING = "15 minutes"

interface Budget {
  readonly id: number | null
  readonly tier: Tier
  readonly used: number
  readonly held: number
  readonly free_at: string | null
}

const endOfMonth = (now: number) => {
  const { month, year } = DateTime.toPartsUtc(DateTime.makeUnsafe(now))
  return Date.UTC(year, month, 1)
}

/** A whole second, as the contract writes it. */
const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z")

const counted = (tokens: number) => tokens.toLocaleString("en")

const tiersAbove = (tier: Tier) => tiers.slice(tiers.indexOf(tier) + 1)[0]

const secondsUntil = (then: number, now: number) => Math.max(1, Math.ceil((then - now) / 1_000))

const refusal = ({ free_at, held, tier, used }: Budget, wanted: number, now: number) => {
  const limit = aiTokensPerMonth[tier]!
  const next = tiersAbove(tier)
  const more = next === undefined
    ? ""
    : ` The ${next} tier has ${aiTokensPerMonth[next] === null ? "no limit" : `${counted(aiTokensPerMonth[next])} a month`}.`
  const resets = endOfMonth(now)
  const all = `the ${counted(limit)} AI tokens that the ${tier} tier has a month`
  if (used + wanted <= limit && held > 0) {
    return new RateLimitExceeded({
      message: `${counted(held)} of ${all} are set aside for calls under way, and what is left is not enough for this one: it needs ` +
        `${counted(wanted)}. Try again when they are done.`,
      retry_after: free_at === null ? 1 : secondsUntil(Math.min(Date.parse(free_at), resets), now)
    })
  }
  return new RateLimitExceeded({
    message: `${counted(used)} of ${all} are used up, and this needs ${counted(wanted)}. They come back on ${instant(resets)}.${more}`,
    retry_after: secondsUntil(resets, now)
  })
}

/**
 * The AI tokens of the caller's company: a number a month, by its tier of the moment. Each of these is a transaction of its
 * own, which others can count at once: what was spent stays spent, whatever becomes of the program that spent it.
 */
export class AiTokens extends Context.Service<AiTokens>()("layers/AiTokens", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy
    const limits = JSON.stringify(aiTokensPerMonth)

    const reserving = Effect.fnUntraced(function*(wanted: number, { agent, model }: Purpose, now: number) {
      const { company_id } = yield* Caller
      const [budget] = yield* sql<Budget>`
        select * from reserve_ai_tokens(${company_id}::bigint, ${limits}::jsonb, ${wanted}::bigint, ${agent}, ${model},
          ${instant(now)}::timestamptz, ${LASTING}::interval)`
      return budget!
    }, Effect.orDie)

    const settling = Effect.fnUntraced(function*(id: number, tokens: number) {
      const { company_id } = yield* Caller
      yield* sql`select settle_ai_tokens(${company_id}::bigint, ${id}::bigint, ${tokens}::bigint)`
    }, Effect.orDie)

    /* What refuses wrote nothing but the row of the month. */
    const taking = Effect.fnUntraced(function*(wanted: number, purpose: Purpose, then: (id: number) => Effect.Effect<void, never, Caller>) {
      const now = yield* Clock.currentTimeMillis
      const budget = yield* tenancy.transaction(Effect.tap(reserving(wanted, purpose, now), ({ id }) => id === null ? Effect.void : then(id)))
      if (budget.id === null) return yield* refusal(budget, wanted, now)
      return { id: budget.id }
    })

    /** Sets aside what a call may take at most. It is settled or released, or free again after a quarter of an hour. */
    const reserve = (most: number, purpose: Purpose) => taking(most, purpose, () => Effect.void)
    /** Counts what the call really took, also where that is more; a second time does nothing. */
    const settle = ({ id }: Reservation, tokens: number) => tenancy.transaction(settling(id, tokens))
    /** The call took nothing. */
    const release = ({ id }: Reservation) =>
      tenancy.transaction(Effect.asVoid(Effect.orDie(sql`
        delete from ai_reservations where ${inTenant(sql)} and id = ${id}`)))

    return {
      /** Counts tokens, all or none of them. */
      spend: (tokens: number, purpose: Purpose) => Effect.asVoid(taking(tokens, purpose, (id) => settling(id, tokens))),
      reserve,
      settle,
      release,
      /** A call that tells what it took: reserved before, settled after, released where it fails or is interrupted. */
      metered: <A extends { readonly tokens: number }, E, R>(most: number, purpose: Purpose, call: Effect.Effect<A, E, R>) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(reserve(most, purpose), (reservation) =>
            Effect.onExit(restore(call), (exit) =>
              Exit.isSuccess(exit) ? settle(reservation, exit.value.tokens) : release(reservation)))),
      usage: tenancy.transaction(Effect.gen(function*() {
        const { company_id } = yield* Caller
        const now = yield* Clock.currentTimeMillis
        const at = instant(now)
        const [budget] = yield* sql<Omit<Budget, "id">>`
          select c.tier, s.* from companies c,
            ai_standing(c.id, month_of((${at}::timestamptz at time zone 'UTC')::date), ${at}::timestamptz) s where c.id = ${company_id}`
        const lines = yield* sql<AiUsage["lines"][number]>`
          select to_char(day, 'YYYY-MM-DD') as day, agent, model, tokens from ai_usage
          where ${inTenant(sql)} and day >= month_of((${at}::timestamptz at time zone 'UTC')::date)
            and day < ${instant(endOfMonth(now))}::timestamptz at time zone 'UTC'
          order by day, tokens desc, agent, model`
        const { held, tier, used } = budget!
        const limit = aiTokensPerMonth[tier]
        const days = new Map<string, number>()
        for (const { day, tokens } of lines) days.set(day, (days.get(day) ?? 0) + tokens)
        return {
          used, held, limit, lines,
          left: limit === null ? null : Math.max(0, limit - used - held),
          resets_at: new Date(endOfMonth(now)).toISOString(),
          days: [...days].map(([day, tokens]) => ({ day, tokens }))
        }
      }).pipe(Effect.orDie))
    }
  })
}) {
  static readonly layer = Layer.effect(AiTokens, AiTokens.make)
}
