import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Caller } from "#schemas/kernel/tenancy"
import type { TestClock } from "#schemas/workflows/test-clock"
import { Commits } from "../kernel/commit-listeners.ts"
import { execute, inTenant, one } from "../kernel/sql.ts"
import { Tenancy } from "../kernel/tenancy.ts"

/** Runs that an advance waits for, that are told by name. */
const NAMED = 20

/**
 * Programs know instants to the millisecond, the database to the microsecond. What is due in a millisecond is due at its end, so
 * that a clock that stands still there finds it past.
 */
const END_OF_MS = "interval '999 microseconds'"

/** A wait of a run of test mode: until an instant, or for so many milliseconds of test time from now. */
export interface TestTimer {
  readonly run_id: number
  readonly name: string
  readonly wait: { readonly until: string } | { readonly ms: number }
  /** The run stays in memory meanwhile, and asks whether it is over. */
  readonly inMemory?: boolean
}

/** The test clock of the caller's company, and the timers that go by it. */
export class TestClocks extends Context.Service<TestClocks>()("layers/workflows/TestClocks", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy
    const { listeners } = yield* Commits
    const ofTenant = inTenant(sql)
    const endOfMs = sql.literal(END_OF_MS)
    /** Companies whose advance is not committed yet, and who is told when it is. */
    const begun = new Set<number>()
    let tell = () => {}
    let look = () => {}
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const hear = (company: number) => {
          if (begun.delete(company)) tell()
        }
        listeners.add(hear)
        return hear
      }),
      (hear) => Effect.sync(() => listeners.delete(hear))
    )

    const get = one(sql<TestClock>`
      select t.now, case when c.advancing_to is null then 'ready' else 'advancing' end as status, c.advancing_to, coalesce(c.fired, 0) as fired,
        least((select min(due_at) from test_timers where ${ofTenant} and fired_at is null),
          (select min(wakes_at) from workflow_schedules where ${ofTenant} and not livemode and wakes_at is not null)) as next_due_at,
        case when c.advancing_to is null then '{}'
          else array(select own_test_runs_at_work() limit ${NAMED}::int) end as waiting_for
      from (select company_now(false) as now) t left join test_clocks c on ${inTenant(sql, "c")}`)

    return {
      get,
      /** The clock, locked until the transaction ends. */
      lock: Effect.gen(function*() {
        const { company_id } = yield* Caller
        yield* execute(sql`insert into test_clocks (company_id) values (${company_id}) on conflict do nothing`)
        yield* execute(sql`select from test_clocks where ${ofTenant} for update`)
        return yield* get
      }),
      /** Begins an advance of a locked clock, and ends it where nothing falls due on the way. */
      advance: Effect.fnUntraced(function*(to: string) {
        const { company_id } = yield* Caller
        yield* execute(sql`update test_clocks set stands_at = company_now(false), advancing_to = ${to}::timestamptz + ${endOfMs}, fired = 0
          where ${ofTenant}`)
        yield* execute(sql`select step_own_test_clock()`)
        begun.add(company_id)
        return yield* get
      }),
      /** Whoever works advances off hears of one that was begun in this process, and when a run may have come to rest here. */
      work: (begun: () => void, mayRest: () => void) =>
        Effect.sync(() => {
          tell = begun
          look = mayRest
        }),
      /** The engine has written down what came of something. */
      replied: Effect.sync(() => look()),
      /** Sets a timer of a run once, whatever crashes. Answers with whether there is anything to wait for. */
      setTimer: ({ inMemory = false, name, run_id, wait }: TestTimer) =>
        tenancy.transaction(Effect.map(
          one(sql<{ waits: boolean }>`
            with due as (
              select ${"until" in wait
                ? sql`${wait.until}::timestamptz + ${endOfMs}`
                : sql`company_now(false) + ${wait.ms}::float8 * interval '1 millisecond'`} as at
            ),
            known as (select from test_timers where ${ofTenant} and run_id = ${run_id} and name = ${name}),
            made as (
              insert into test_timers (company_id, run_id, name, due_at, in_memory)
              select current_company(), ${run_id}, ${name}, at, ${inMemory} from due
              where at > company_now(false) and not exists (select from known)
              on conflict do nothing
            )
            select exists (select from known) or at > company_now(false) as waits from due`),
          ({ waits }) => waits
        )),
      /** Whether a timer is over. */
      isOver: (run_id: number, name: string): Effect.Effect<boolean> =>
        Effect.map(
          one(sql<{ over: boolean }>`select not exists (
            select from test_timers where ${ofTenant} and run_id = ${run_id} and name = ${name} and fired_at is null) as over`),
          ({ over }) => over
        )
    }
  })
}) {
  static readonly layer = Layer.effect(TestClocks, TestClocks.make)
}
