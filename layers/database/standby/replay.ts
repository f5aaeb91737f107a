import type { PgPool } from "@effect/sql-pg"
import { Deferred, Effect, Option, Schedule } from "effect"
import { SqlError } from "effect/sql"
import { answered } from "../answered.ts"
import { positionOf } from "./positions.ts"

/** How often the standby is asked how far it is; how long it may take to answer; how old an answer may be. */
const ASK_EVERY = "100 millis"
const ANSWER_WITHIN = "500 millis"
const HOLDS_MS = 1_000

/** A standby that is further behind is read from by nobody. */
export const MOST_LAG_MS = 60_000

/** How far the primary's log was, at a moment of this process. */
interface Sample {
  readonly at: number
  readonly position: bigint
}

interface Answer {
  readonly standby: boolean
  readonly replayed: string | null
  readonly system: string
}

const QUESTION = "select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed, (select system_identifier::text from pg_control_system()) as system"

export const lost = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("the standby answers no more"), message: "the standby answers no more", operation: "execute" })
})

/** How far a standby is behind its primary, and whether it is one at all. */
export const replay = Effect.fnUntraced(function*(primary: PgPool.PgPool, standby: PgPool.PgPool) {
  /** Of the last minute, oldest first, and the newest that the standby has reached before them. */
  let samples: Array<Sample> = []
  let reached: Sample | undefined
  let last: { readonly at: number; readonly position: bigint } | undefined
  let system: string | undefined
  let end = Deferred.makeUnsafe<never, SqlError.SqlError>()
  let told = true

  const reach = (position: bigint) => {
    const later = samples.findIndex((sample) => sample.position > position)
    const count = later < 0 ? samples.length : later
    if (count > 0) {
      reached = samples[count - 1]
      samples = samples.slice(count)
    }
  }

  /** Milliseconds since the standby was as far as the primary; nothing where it never was, as far as this process knows. */
  const lagMs = () => reached === undefined ? undefined : samples.length === 0 ? 0 : performance.now() - reached.at

  const isUsable = () => {
    const lag = lagMs()
    return last !== undefined && performance.now() - last.at < HOLDS_MS && lag !== undefined && lag < MOST_LAG_MS
  }

  const ended = (why: string) =>
    Effect.suspend(() => {
      const before = end
      last = undefined
      end = Deferred.makeUnsafe()
      Deferred.doneUnsafe(before, Effect.fail(lost))
      const isNew = told
      told = false
      return isNew ? Effect.logWarning(`not reading from the standby: ${why}`) : Effect.void
    })

  const ask = (pool: PgPool.PgPool) => Effect.map(pool.use((connection) => connection.query(QUESTION)), ({ rows }) => rows[0] as unknown as Answer)

  const look = Effect.gen(function*() {
    system ??= (yield* ask(primary)).system
    const answer = Option.getOrUndefined(yield* answered(ask(standby), ANSWER_WITHIN))
    if (answer === undefined) return yield* ended("it does not answer")
    if (answer.system !== system) return yield* ended("it is no standby of this primary")
    if (!answer.standby || answer.replayed === null) return yield* ended("it is no standby, or no longer")
    const position = positionOf(answer.replayed)
    reach(position)
    last = { at: performance.now(), position }
    if (!told && isUsable()) {
      told = true
      yield* Effect.logInfo("reading from the standby")
    }
  })
  yield* Effect.forkScoped(Effect.repeat(Effect.exit(look), Schedule.spaced(ASK_EVERY)))

  return {
    isUsable,
    replayed: () => last?.position,
    /** The primary's log is as far as this now. */
    onPosition: (position: bigint) => {
      const at = performance.now()
      samples.push({ at, position })
      if (samples.length > 10_000) samples = samples.filter((_, index) => index % 2 === 0)
      if (last !== undefined) reach(last.position)
    },
    /** Seconds and bytes behind; nothing while that is not known. */
    lag: () => {
      const ms = lagMs()
      const newest = samples.at(-1) ?? reached
      if (ms === undefined || last === undefined || newest === undefined) return undefined
      return { seconds: ms / 1_000, bytes: Number(newest.position > last.position ? newest.position - last.position : 0n) }
    },
    /** Fails once the standby answers no more. */
    get end() {
      return Deferred.await(end)
    }
  }
})
