import { Effect } from "effect"
import { FairLimit } from "#layers/database/fair-limit"
import type { CompanyId } from "#schemas/kernel/ids"

/** Milliseconds for which companies count as being served at the same time, after requests of two of them. */
const TOGETHER_MS = 1_000

/** Requests of one company at a time, while others are served too. */
const AT_A_TIME = 1

/** Milliseconds after which a request waits for something rather than being worked on, and holds up none of its company. */
const WORKED_ON_MS = 100

const WITHOUT_END = 1_000_000

/**
 * Turns of requests that are let in. A company that asks over hundreds of connections at once has all its requests worked on side
 * by side only as long as nobody else asks; else they come one after the other, so that the requests of others are never behind
 * hundreds, but behind one of each company.
 */
export const companyTurns = () => {
  let last: CompanyId | undefined
  let together = -Infinity
  const limit = new FairLimit<CompanyId>({
    permits: WITHOUT_END,
    perKey: () => performance.now() - together < TOGETHER_MS ? AT_A_TIME : WITHOUT_END,
    reserved: 0,
    waiting: WITHOUT_END,
    patience: 30_000,
    counts: WORKED_ON_MS
  })
  return <A, E, R>(company: CompanyId, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      if (last !== company) {
        if (last !== undefined) together = performance.now()
        last = company
      }
      return limit.use(company, work)
    })
}
