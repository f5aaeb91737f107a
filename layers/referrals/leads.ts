import { Context, Effect, Layer, Option } from "effect"
import { RequestId } from "#schemas/kernel/errors"
import type { Lead, LeadStatus, NewLead } from "#schemas/referrals/lead"
import { SystemSql } from "../database/connections.ts"
import { execute, first, one } from "../kernel/sql.ts"
import { newCode } from "./code.ts"
import { DailyCounters } from "./daily-counters.ts"
import { type DailyLimit, tooMany } from "./referrals.ts"

const MOST_TRIES = 5

/** People who want to hear from the operator. */
export class Leads extends Context.Service<Leads>()("layers/referrals/Leads", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    const counters = yield* DailyCounters
    const columns = sql.literal(
      "reference, origin, status, name, email, company_name, message, template_id, ai_platform, referral_code, continues, request_id, created_at, " +
        "(select context from operator.referrals r where r.code = referral_code) as referral_context"
    )

    const attempt = Effect.fnUntraced(function*(lead: NewLead, { most, network }: DailyLimit) {
      const { day, mark } = yield* counters.keyOf("lead", network)
      const { ai_platform, company_name, continues, email, form, message, name, origin, referral_code, template_id } = lead
      return yield* one(sql<{ known: string | null; status: LeadStatus | null; room: boolean; made: string | null }>`
        with known as (select reference, status from operator.leads where form = ${form}),
        room as (
          insert into operator.marks as m (day, mark) select ${day}::date, ${mark} where not exists (select from known)
          on conflict (day, mark) do update set n = m.n + 1 where m.n < ${most} returning 1),
        referral as (select code, ai_platform, template_id from operator.referrals where code = ${referral_code}),
        made as (
          insert into operator.leads
            (reference, origin, name, email, company_name, message, template_id, ai_platform, referral_code, continues, form, request_id)
          select ${newCode()}::text, ${origin}::text, ${name}::text, ${email}::text, ${company_name}::text, ${message}::text,
            coalesce(${template_id}::text, (select template_id from referral)),
            coalesce((select ai_platform from referral), ${ai_platform}::text), (select code from referral),
            (select reference from operator.leads where reference = ${continues}), ${form}::text, ${yield* RequestId}::text
          from room on conflict do nothing returning reference)
        select (select reference from known) as known, (select status from known) as status,
          exists (select from room) as room, (select reference from made) as made`)
    })

    return {
      /**
       * Stores one, or finds the one that the same form has left before, which is `known` then; up to `most` a day from one network.
       */
      record: Effect.fnUntraced(function*(lead: NewLead, from: DailyLimit) {
        for (let n = 0; n < MOST_TRIES; n++) {
          const { known, made, room, status } = yield* attempt(lead, from)
          if (known !== null) return { reference: known, status: status!, known: true }
          if (!room) return yield* Effect.fail(tooMany)
          if (made !== null) return { reference: made, status: "recorded" as const, known: false }
        }
        return yield* Effect.die(new Error(`no free reference in ${MOST_TRIES} tries`))
      }),
      /** Those that no company has got yet, after as many seconds: whose turn is longest due first. */
      waiting: (seconds: number, most: number) =>
        Effect.orDie(sql<Lead>`select ${columns} from operator.leads
          where status = 'recorded' and due_at <= now() - make_interval(secs => ${seconds}::float8) order by due_at limit ${most}`),
      find: (reference: string) =>
        Effect.map(first(sql<Lead>`select ${columns} from operator.leads where reference = ${reference}`), Option.getOrUndefined),
      /** It could not be handed over: it has its next turn after some seconds, twice as many each time, up to an hour. */
      postpone: (reference: string) =>
        execute(sql`update operator.leads set failures = failures + 1,
            due_at = now() + least(interval '1 hour', interval '10 seconds' * 2 ^ least(failures, 10))
          where reference = ${reference} and status = 'recorded'`),
      /** A company has it now: what it says of a person is forgotten here. */
      settle: (reference: string) =>
        execute(sql`update operator.leads set status = 'handed_over', handed_over_at = now(), name = null, email = null, company_name = null, message = null
          where reference = ${reference} and status = 'recorded'`)
    }
  })
}) {
  static readonly layer = Layer.effect(Leads, Leads.make)
}
