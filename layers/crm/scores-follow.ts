import { Cause, Effect, Schedule } from "effect"
import { InBackground, JobsSql } from "../database/connections.ts"
import { Tenancy } from "../kernel/tenancy.ts"
import { Scoring } from "./scoring.ts"

const EVERY = "1 second"
const COMPANIES = 200
const BATCH = 500

/**
 * Keeps the scores that lists show up with what happens to contacts: triggers note to whom something happened, this works
 * their scores out anew. Safe to run on several processes at once; a crash leaves it for the next round.
 */
export const scoresFollow = Effect.gen(function*() {
  const system = yield* JobsSql
  const tenancy = yield* Tenancy
  const scoring = yield* Scoring

  const ofCompany = (company: number) =>
    tenancy.as(company)(tenancy.transaction(scoring.catchUp(BATCH))).pipe(
      Effect.repeat({ while: (done) => done >= BATCH / 2 }),
      /* One company's contacts that cannot be scored keep nobody else's from it. */
      Effect.catchCause((cause) =>
        Cause.hasInterrupts(cause) ? Effect.failCause(cause) : Effect.logWarning(`score contacts of company ${company}: will try again in ${EVERY}`, cause))
    )

  const round = Effect.gen(function*() {
    const waiting = yield* system<{ company_id: number }>`
      with recursive next as (
        (select company_id from score_queue order by company_id limit 1)
        union all
        select (select q.company_id from score_queue q where q.company_id > n.company_id order by q.company_id limit 1)
        from next n where n.company_id is not null
      )
      select company_id from next where company_id is not null limit ${COMPANIES}`
    yield* Effect.forEach(waiting, ({ company_id }) => ofCompany(company_id), { discard: true })
  })

  yield* round.pipe(
    Effect.provideService(InBackground, true),
    Effect.tapCause((cause) => Effect.logWarning(`score contacts: will try again in ${EVERY}`, cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY)),
    Effect.forkScoped
  )
})
