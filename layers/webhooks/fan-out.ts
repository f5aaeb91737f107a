import { Effect, Latch, Layer, Queue, Schedule } from "effect"
import { Commits } from "../kernel/commit-listeners.ts"
import { SystemSql } from "../database/connections.ts"

/** Deliveries made in one transaction, for all companies that have just written together, and for each at least. */
const ROUND = 400
const LEAST = 25
/** The same for the events that nobody waits for. */
const MANY = 2_000
/** Rounds begin this far apart at least, so that many small writes share one. */
const APART_MS = 20
const EVERY = "1 second"

/**
 * Numbers the events that this process has written, and makes their deliveries, as soon as they are committed, for companies
 * that have endpoints. All others wait for the round each second, which also finds what a crash left behind: nobody else is
 * told of their events, and nobody waits for the numbers.
 */
export const FanOut = Layer.effectDiscard(Effect.gen(function*() {
  const sql = yield* SystemSql
  const { listeners } = yield* Commits
  const written = new Set<number>()
  /** Companies with endpoints; everybody counts as one while changes are not heard of. */
  let subscribed: Set<number> | undefined
  const news = Latch.makeUnsafe(false)

  const listen = Effect.gen(function*() {
    const changes = yield* sql.listen("webhooks_changed")
    const rows = yield* sql<{ company_id: number }>`
      select distinct company_id from webhooks where disabled_at is null and deleted_at is null`
    const heard = subscribed = new Set(rows.map(({ company_id }) => company_id))
    /* Too many is harmless: a company whose endpoints are gone is numbered at once for no reader. */
    yield* Effect.forever(Effect.map(Queue.take(changes), ({ payload }) => /^\d{1,15}$/.test(payload) && heard.add(Number(payload))))
  }).pipe(
    Effect.ensuring(Effect.sync(() => void (subscribed = undefined))),
    Effect.scoped,
    Effect.tapCause((cause) => Effect.logWarning("not told of changed webhooks", cause)),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY))
  )

  /** How many of them may have more. */
  const number = (portion: number, companies: ReadonlyArray<number> | null) =>
    Effect.map(
      sql<{ n: number }>`select sequence_events(${portion}, ${companies}::bigint[]) as n`,
      ([row]) => row!.n
    )

  const atOnce = Effect.gen(function*() {
    yield* news.await
    yield* news.close
    const companies = [...written].toSorted((a, b) => a - b)
    written.clear()
    const portion = Math.max(LEAST, Math.floor(ROUND / companies.length))
    if ((yield* number(portion, companies)) > 0) for (const company of companies) written.add(company)
    if (written.size > 0) yield* news.open
    yield* Effect.sleep(APART_MS)
  }).pipe(Effect.tapCause((cause) => Effect.logWarning("events are not numbered; will try again", cause)), Effect.exit)

  const allOthers = number(MANY, null).pipe(
    Effect.repeat({ while: (more) => more > 0 }),
    Effect.tapCause((cause) => Effect.logWarning(`events are not numbered; will try again in ${EVERY}`, cause)),
    Effect.exit
  )

  const heard = (company: number) => {
    if (subscribed !== undefined && !subscribed.has(company)) return
    written.add(company)
    news.openUnsafe()
  }
  listeners.add(heard)
  yield* Effect.addFinalizer(() => Effect.sync(() => listeners.delete(heard)))
  yield* Effect.forkScoped(listen)
  yield* Effect.forkScoped(Effect.forever(atOnce))
  yield* Effect.forkScoped(Effect.repeat(allOthers, Schedule.spaced(EVERY)))
}))
