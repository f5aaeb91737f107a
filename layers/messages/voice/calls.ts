import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { Timestamp } from "#schemas/kernel/time"
import { type Call, call, CallEvent, type CallState, isOver } from "#schemas/messages/voice/call"
import type { CallId } from "#schemas/messages/voice/ids"
import type { CallResult } from "#schemas/messages/voice/result"
import { RunId } from "#schemas/workflows/run"
import { repository } from "../../kernel/repository.ts"
import { execute, exists, first, now, one } from "../../kernel/sql.ts"

/** What became of a call, as a provider tells it or as we found. */
export interface CallOutcome {
  readonly state: Exclude<CallState, "queued">
  readonly provider_id: string | null
  readonly duration_seconds: number | null
  readonly error_code: string | null
  readonly error_message: string | null
}

/** A call only goes forward: from a state to one of a higher rank. */
const ranks: Readonly<Record<CallState, number>> = {
  queued: 0, unknown: 1, ringing: 2, in_progress: 3, completed: 4, busy: 4, no_answer: 4, failed: 4, canceled: 4
}

/** A call of hours with a menu has some tens. */
const MOST_EVENTS = 200

export type NewCallEvent = Omit<CallEvent, "at">

/** Calls of the caller's company, of the caller's mode. */
export class Calls extends Context.Service<Calls>()("layers/messages/Calls", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const calls = yield* repository(call, {
      counted: true,
      internal: {
        plan: Schema.Unknown, events: Schema.Array(CallEvent), run_id: Schema.NullOr(RunId), closed: Schema.Boolean, asked_at: Schema.NullOr(Timestamp)
      }
    })
    const { columns, inTenant } = calls.sql
    return {
      ...calls,
      /** Marks that the provider is asked now; false where it may have been asked before. Committed before the call. */
      ask: (id: CallId) =>
        exists(sql`update calls set asked_at = now() where ${inTenant} and id = ${id} and state = 'queued' and asked_at is null returning id`),
      /** The provider did certainly nothing, so that it may be asked again. */
      unask: (id: CallId) => execute(sql`update calls set asked_at = null where ${inTenant} and id = ${id} and state = 'queued'`),
      /** Notes the run that follows it. It is no change of the call. */
      setRun: (id: CallId, run: RunId) => execute(sql`update calls set run_id = ${run} where ${inTenant} and id = ${id}`),
      /** Those of the provider's names that calls of the company have. */
      known: (provider: string, names: ReadonlyArray<string>) =>
        Effect.map(
          Effect.orDie(sql<{ provider_id: string }>`select provider_id from calls
            where ${inTenant} and provider = ${provider} and provider_id = any(${[...names]}::text[])`),
          (rows): ReadonlySet<string> => new Set(rows.map(({ provider_id }) => provider_id))
        ),
      /** The one that the provider calls so, locked. */
      named: (provider: string, name: string) =>
        first(sql<Call>`select ${columns} from calls where ${inTenant} and provider = ${provider} and provider_id = ${name} for update`),
      /** Notes something that happened. It is no change of the call. */
      happened: (id: CallId, events: ReadonlyArray<NewCallEvent>) =>
        events.length === 0 ? Effect.void : Effect.flatMap(one(sql<{ at: string }>`select now() as at`), ({ at }) =>
          execute(sql`update calls set events = events || ${JSON.stringify(events.map((event) => ({ at, ...event })))}::jsonb
            where ${inTenant} and id = ${id} and jsonb_array_length(events) < ${MOST_EVENTS}`)),
      /** Writes what became of a call, if that is further than what is known. */
      advance: Effect.fnUntraced(function*(before: Call, { duration_seconds, error_code, error_message, provider_id, state }: CallOutcome) {
        const named = provider_id !== null && before.provider_id === null && { provider_id }
        const isLater = ranks[state] > ranks[before.state]
        if (!isLater && named === false) return before
        return yield* Effect.orDie(calls.update(before, {
          ...named,
          ...isLater && { state, error_code, error_message },
          ...isLater && state === "in_progress" && before.answered_at === null && { answered_at: now },
          ...isLater && isOver(state) && { ended_at: now, duration_seconds }
        }))
      }),
      /** What it came to, the first time that this is known, with who answered. */
      setResult: Effect.fnUntraced(function*(before: Call, result: CallResult, answered_by: string | null = null) {
        /* Who left a message, or was told something, may have spoken with nobody all the same; who spoke has. */
        if (before.result !== null && result !== "answered") return before
        if (before.result === result) return before
        return yield* Effect.orDie(calls.update(before, { result, ...answered_by !== null && { answered_by } }))
      }),
      /** How often nobody answered this number within a day and it was texted back, this call left out. */
      missedBefore: (phone: string, id: CallId) =>
        Effect.map(first(sql`select id from calls where ${inTenant} and direction = 'inbound' and from_phone = ${phone} and id < ${id}
          and result = 'missed' and created_at > now() - interval '1 day' limit 1`), Option.isSome)
    }
  })
}) {
  static readonly layer = Layer.effect(Calls, Calls.make)
}
