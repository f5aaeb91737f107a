import { Cause, Effect, Layer, Schedule } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { anonymousCaller } from "#layers/auth/audit"
import { InBackground, JobsSql } from "#layers/database/connections"
import { payloadHash } from "#layers/workflows/runs"
import { SourceId } from "#schemas/kb/ids"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { syncIfDue } from "../sources.ts"

const EVERY = "1 second"
/** Changes that come within so long of the first are read together. */
const TOGETHER = "4 seconds"
const MOST = 200

/**
 * Reads sources again that are due: sites by their schedule, a company's own pages, posts and products after they changed. After a reading it rests four
 * times as long as that took, so that a shop which changes all day is not read all day. Safe on several processes at once: what is due is looked at
 * again under a lock, and a crash leaves it for the next round.
 */
export const SourcesFollowing = Layer.effectDiscard(Effect.gen(function*() {
  const system = yield* JobsSql
  const { write } = yield* Receipted

  const one = ({ company_id, id }: { readonly company_id: number; readonly id: number }) =>
    write({ verb: "sync_kb_source", payloadHash: payloadHash({ due: id }) }, syncIfDue(SourceId.make(id))).pipe(
      Effect.provideService(Caller, anonymousCaller(CompanyId.make(company_id))),
      /* One source that cannot be begun keeps no other from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`source ${id} of company ${company_id} is not read again; will try in ${EVERY}`, cause))
    )

  const round = Effect.gen(function*() {
    const due = yield* system<{ company_id: number; id: number }>`
      select company_id, id from kb_sources where due_at <= now() and not removing
      union all
      select s.company_id, s.id from (
        select company_id, collection from kb_own_changes group by 1, 2 having min(changed_at) <= now() - ${TOGETHER}::interval) c
      join kb_sources s on s.company_id = c.company_id and s.kind = 'own' and c.collection = any (s.collections) and not s.removing
        and (s.finished_at is null or s.finished_at + 4 * (s.finished_at - s.started_at) <= now())
      limit ${MOST}`
    yield* Effect.forEach(due, one, { discard: true })
  })

  yield* round.pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning(`sources that are due are not read; will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
}))
