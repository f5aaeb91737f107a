import { Effect } from "effect"
import { FairLimit } from "#layers/database/fair-limit"
import type { CompanyId } from "#schemas/kernel/ids"

/** Milliseconds for which companies count as being served at the same time, after requests of two of them. */
const TOGETHER_MS = 1_000

/** Requests of one company at a time, while others are served too. */
const AT_A_TIME = 1

/** Milliseconds after which a request waits for something rather than being worked on, and holds up none of its company. */
const WORKED_ON_MS = 100

/** Requests of one company a second while others are served, and how many of them may come at once. */
const A_SECOND = 20
const AT_ONCE = 20
/** What a company may ask in a minute is spread over at least so many seconds of it. */
const SPREAD_S = 50
/** Milliseconds for which a request waits at most for that, after its turn has come. */
const MOST_PAUSE_MS = 90

const MOST_COMPANIES = 1_000

const WITHOUT_END = 1_000_000

/**
 * Turns of requests that are let in. A company that asks over hundreds of connections at once has all its requests worked on side
 * by side only as long as nobody else asks; else they come one after the other and at a pace, so that the requests of others are
 * never behind hundreds, and seldom behind one.
 */
export const companyQueue = () => {
  let last: CompanyId | undefined
  let together = -Infinity
  const limit = new FairLimit<CompanyId>({
    permits: WITHOUT_END,
    perKey: () => performance.now() - together < TOGETHER_MS ? AT_A_TIME : WITHOUT_END,
    reserved: 0,
    waiting: WITHOUT_END,
    maxWaitMs: 30_000,
    counts: WORKED_ON_MS
  })
  /** Both when a request comes and when its turn has come: a company of which many wait is served, though it sends no more. */
  const served = (company: CompanyId) => {
    if (last !== undefined && last !== company) together = performance.now()
    last = company
  }

  /** When the next request of a company is due at its pace (GCRA, as in ITU-T I.371). */
  const due = new Map<CompanyId, number>()
  const pauseOf = (company: CompanyId, perMinute: number) => {
    const now = performance.now()
    const every = 1_000 / Math.max(A_SECOND, perMinute / SPREAD_S)
    if (due.size >= MOST_COMPANIES) due.clear()
    const next = Math.max(due.get(company) ?? 0, now - AT_ONCE * every)
    due.set(company, Math.min(next, now + MOST_PAUSE_MS) + every)
    return now - together < TOGETHER_MS ? Math.min(MOST_PAUSE_MS, next - now) : 0
  }

  /** Works on a request of a company that may send so many in a minute. */
  return <A, E, R>(company: CompanyId, perMinute: number, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      served(company)
      return limit.use(company, Effect.suspend(() => {
        served(company)
        const pause = pauseOf(company, perMinute)
        return pause > 1 ? Effect.delay(work, pause) : work
      }))
    })
}
