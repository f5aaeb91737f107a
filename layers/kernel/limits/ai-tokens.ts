import { randomUUID } from "node:crypto"
import { Clock, Context, Effect, Exit, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { aiTokensPerMonth, Caller } from "#schemas/kernel/tenancy"
import { SystemSql } from "../../database/connections.ts"
import { inTenant } from "../sql.ts"
import { Tenancy } from "../tenancy.ts"
import { type Budget, endOf, instant, periodOf, refusal, type TokenScope } from "./token-budget.ts"

/** What tokens are spent on, for the account of them. */
export interface Purpose {
  /** Who asks the model, such as `front_desk`; "" where it is no agent. */
  readonly agent: string
  readonly model: string
  /** Budgets that it has to keep to besides the company's. */
  readonly scopes?: ReadonlyArray<TokenScope>
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
  readonly lines: ReadonlyArray<Omit<Purpose, "scopes"> & { readonly day: string; readonly tokens: number }>
}

/** For how long a process that says nothing is taken to work on a call still. */
const LEASE = "20 seconds"
const RENEW_EVERY = "5 seconds"

/**
 * The AI tokens of the caller's company: a number a month, by its tier of the moment. Each of these is a transaction of its
 * own, which others can count at once: what was spent stays spent, whatever becomes of the program that spent it. What a process that
 * died had set aside is counted as spent by a background job, as nobody knows what it took.
 */
export class AiTokens extends Context.Service<AiTokens>()("layers/AiTokens", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const system = yield* SystemSql
    const tenancy = yield* Tenancy
    const limits = JSON.stringify(aiTokensPerMonth)
    const worker = randomUUID()
    /** Calls of this process that are under way, by their id, and whose they are. */
    const underWay = new Map<number, number>()

    /* What is locked is being settled. */
    const renew = Effect.suspend(() =>
      underWay.size === 0 ? Effect.void : Effect.asVoid(system`
        update ai_reservations r set expires_at = now() + ${LEASE}::interval
        from (
          select company_id, id from ai_reservations
          where (company_id, id) in (select * from unnest(${[...underWay.values()]}::bigint[], ${[...underWay.keys()]}::bigint[])) and worker = ${worker}
          for no key update skip locked
        ) ours where r.company_id = ours.company_id and r.id = ours.id`)
    ).pipe(Effect.tapCause((cause) => Effect.logWarning("AI calls under way were not renewed", cause)), Effect.exit)
    yield* Effect.forkScoped(Effect.repeat(renew, Schedule.spaced(RENEW_EVERY)))

    const reserving = Effect.fnUntraced(function*(wanted: number, { agent, model, scopes = [] }: Purpose, now: number) {
      const { company_id } = yield* Caller
      const parts = JSON.stringify(scopes.map(({ limit, per, scope }) => ({ scope, period: periodOf(per, now), limit })))
      const [budget] = yield* sql<Budget>`
        select * from reserve_ai_call(${company_id}::bigint, ${limits}::jsonb, ${wanted}::bigint, ${agent}, ${model},
          ${instant(now)}::timestamptz, ${LEASE}::interval, ${worker}, ${parts}::jsonb)`
      return budget!
    }, Effect.orDie)

    const settling = Effect.fnUntraced(function*(id: number, tokens: number) {
      const { company_id } = yield* Caller
      underWay.delete(id)
      yield* sql`select settle_ai_tokens(${company_id}::bigint, ${id}::bigint, ${tokens}::bigint)`
    }, Effect.orDie)

    /* What refuses wrote nothing but the row of the month. */
    const taking = Effect.fnUntraced(function*(wanted: number, purpose: Purpose, then: (id: number) => Effect.Effect<void, never, Caller>) {
      const now = yield* Clock.currentTimeMillis
      const budget = yield* tenancy.transaction(Effect.tap(reserving(wanted, purpose, now), ({ id }) => id === null ? Effect.void : then(id)))
      if (budget.id === null) return yield* refusal(budget, wanted, purpose.scopes ?? [], now)
      return { id: budget.id }
    })

    /** Sets aside what a call may take at most, until it is settled or released, or this process dies: then it is settled with all of that. */
    const reserve = Effect.fnUntraced(function*(most: number, purpose: Purpose) {
      const { company_id } = yield* Caller
      return yield* taking(most, purpose, (id) => Effect.sync(() => void underWay.set(id, company_id)))
    })
    /** Counts what the call really took, also where that is more; a second time does nothing. */
    const settle = ({ id }: Reservation, tokens: number) => tenancy.transaction(settling(id, tokens))
    /** The call took nothing. */
    const release = ({ id }: Reservation) =>
      Effect.andThen(Effect.sync(() => underWay.delete(id)), tenancy.transaction(Effect.asVoid(Effect.orDie(sql`
        delete from ai_reservations where ${inTenant(sql)} and id = ${id}`))))

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
        const [budget] = yield* sql<Omit<Budget, "id" | "full_scope">>`
          select c.tier, s.* from companies c,
            ai_standing(c.id, month_of((${at}::timestamptz at time zone 'UTC')::date), ${at}::timestamptz) s where c.id = ${company_id}`
        const lines = yield* sql<AiUsage["lines"][number]>`
          select to_char(day, 'YYYY-MM-DD') as day, agent, model, tokens from ai_usage
          where ${inTenant(sql)} and day >= month_of((${at}::timestamptz at time zone 'UTC')::date)
            and day < ${instant(endOf("month", now))}::timestamptz at time zone 'UTC'
          order by day, tokens desc, agent, model`
        const { held, tier, used } = budget!
        const limit = aiTokensPerMonth[tier]
        const days = new Map<string, number>()
        for (const { day, tokens } of lines) days.set(day, (days.get(day) ?? 0) + tokens)
        return {
          used, held, limit, lines,
          left: limit === null ? null : Math.max(0, limit - used - held),
          resets_at: new Date(endOf("month", now)).toISOString(),
          days: [...days].map(([day, tokens]) => ({ day, tokens }))
        }
      }).pipe(Effect.orDie))
    }
  })
}) {
  static readonly layer = Layer.effect(AiTokens, AiTokens.make)
}
