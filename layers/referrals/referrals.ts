import { Context, Effect, Layer, Semaphore } from "effect"
import { aiPlatforms, OTHER } from "#schemas/referrals/platform"
import { SystemSql } from "../database/connections.ts"
import { first, one } from "../kernel/sql.ts"
import { newCode } from "./code.ts"
import { DailyCounters } from "./daily-counters.ts"

interface Referral {
  readonly code: string
  readonly ai_platform: string
  readonly template_id: string | null
}

/** From which network something comes, and how many may come from it in a day. */
export interface DailyLimit {
  readonly network: string
  readonly most: number
}

/** What became of the referrals of a platform to an industry's template. */
export interface PlatformCounts {
  readonly ai_platform: string
  readonly template_id: string | null
  readonly referrals: number
  /** Referrals whose link was followed at least once. */
  readonly visited: number
  readonly visits: number
  readonly leads: number
  readonly last_visit_on: string | null
  readonly last_lead_on: string | null
}

/** More from one network on one day than it may leave. */
export interface TooMany {
  readonly _tag: "TooMany"
}
export const tooMany: TooMany = { _tag: "TooMany" }

/** A code is taken once in millions of times; so often in a row it cannot be chance. */
const MOST_TRIES = 5

/** Who was sent here by whom, and what came of it. The rows are the operator's. */
export class Referrals extends Context.Service<Referrals>()("layers/referrals/Referrals", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const counters = yield* DailyCounters

    const attempt = Effect.fnUntraced(function*(
      { ai_platform, context, template_id }: Omit<Referral, "code"> & { readonly context: string | null }, { most, network }: DailyLimit
    ) {
      const { day, mark } = yield* counters.keyOf("referral", network)
      const code = newCode()
      const made = yield* one(sql<{ room: boolean; created_at: string | null }>`
        with room as (
          insert into operator.marks as m (day, mark) values (${day}::date, ${mark})
          on conflict (day, mark) do update set n = m.n + 1 where m.n < ${most} returning 1),
        made as (
          insert into operator.referrals (code, ai_platform, template_id, context)
          select ${code}::text, ${ai_platform}::text, ${template_id}::text, ${context}::text from room
          on conflict (code) do nothing returning created_at)
        select exists (select from room) as room, (select created_at from made) as created_at`)
      return { ...made, code, ai_platform, template_id }
    })

    /** Anonymous callers ask for counts over all rows: however many do, one is counted at a time. */
    const turn = Semaphore.makeUnsafe(1)
    const counted = <A, E>(query: Effect.Effect<A, E>) => turn.withPermits(1)(Effect.orDie(query))

    const known = sql`r.ai_platform = any (${[...aiPlatforms]}::text[])`
    const platformColumn = (platform: string | undefined) =>
      platform === undefined || platform === OTHER ? sql`case when ${known} then r.ai_platform else ${OTHER} end` : sql.literal("r.ai_platform")
    const only = (platform: string | undefined) =>
      platform === undefined ? sql.literal("true") : platform === OTHER ? sql`not ${known}` : sql`r.ai_platform = ${platform}`

    return {
      /** Stores a referral under a code that no other has; up to `most` a day from one network. */
      add: Effect.fnUntraced(function*(referral: Parameters<typeof attempt>[0], from: DailyLimit) {
        for (let n = 0; n < MOST_TRIES; n++) {
          const { created_at, room, ...made } = yield* attempt(referral, from)
          if (!room) return yield* Effect.fail(tooMany)
          if (created_at !== null) return { ...made, created_at }
        }
        return yield* Effect.die(new Error(`no free code in ${MOST_TRIES} tries`))
      }),
      find: (code: string) => first(sql<Referral>`select code, ai_platform, template_id from operator.referrals where code = ${code}`),
      /** Finds one and counts a visit to it, once a day for each network, in one statement. */
      visit: Effect.fnUntraced(function*(code: string, network: string) {
        const { day, mark } = yield* counters.keyOf(`visit ${code}`, network)
        return yield* first(sql<Referral>`
          with known as (select code, ai_platform, template_id from operator.referrals where code = ${code}),
          first as (
            insert into operator.marks (day, mark) select ${day}::date, ${mark} from known on conflict do nothing returning 1),
          counted as (
            update operator.referrals set visits = visits + 1, first_visit_at = coalesce(first_visit_at, now()), last_visit_at = now()
            where code = ${code} and exists (select from first))
          select code, ai_platform, template_id from known`)
      }),
      /** By platform and template; of one platform, or of all, where those without a name of their own are `other`. */
      outcomes: (platform?: string) =>
        counted(sql<PlatformCounts>`
          with led as (select referral_code as code, count(*) as n, max(created_at) as last from operator.leads where referral_code is not null group by 1)
          select ${platformColumn(platform)} as ai_platform, r.template_id, count(*) as referrals, count(*) filter (where r.visits > 0) as visited,
            sum(r.visits)::bigint as visits, coalesce(sum(l.n), 0)::bigint as leads,
            to_char(max(r.last_visit_at) at time zone 'UTC', 'YYYY-MM-DD') as last_visit_on,
            to_char(max(l.last) at time zone 'UTC', 'YYYY-MM-DD') as last_lead_on
          from operator.referrals r left join led l on l.code = r.code
          where ${only(platform)} group by 1, r.template_id`),
      /** Leads that came by a link without a code, which named only its platform. */
      direct: (platform?: string) =>
        counted(sql<{ ai_platform: string; leads: number }>`
          select ${platformColumn(platform)} as ai_platform, count(*) as leads from operator.leads r
          where r.ai_platform is not null and r.referral_code is null and ${only(platform)} group by 1`),
      network: one(turn.withPermits(1)(
        sql<{ platforms: number; referrals: number; since: string | null }>`
          select count(distinct ai_platform) as platforms, count(*) as referrals,
            to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD') as since from operator.referrals`
      ))
    }
  })
}) {
  static readonly layer = Layer.effect(Referrals, Referrals.make)
}
