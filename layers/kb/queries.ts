import { Clock, Context, Effect, Layer, Schedule } from "effect"
import type { Origin } from "#schemas/kb/passage"
import { Caller } from "#schemas/kernel/tenancy"
import { SystemSql } from "../database/connections.ts"

const EVERY = "5 seconds"

/** As many wait at most to be written; of those that come then, nothing is kept. */
const MOST_WAITING = 10_000

/** Something that was asked of a company's knowledge. */
export interface Asked {
  readonly text: string
  /** ISO 639; the company's if left out. */
  readonly language?: string | undefined
  readonly via: "search" | "chat"
  /** What was found can be called an answer. */
  readonly found: boolean
  /** Of what was found, the best first. */
  readonly origins: ReadonlyArray<Origin>
}

const NUMBER = /\+?\d(?:[\s()./-]?\d){4,}/gu

/** Without e-mail addresses and long numbers, which tell of a person or an account. */
export const withoutPersons = (text: string): string =>
  text.split(/\s/u).filter((word) => word !== "").map((word) => word.includes("@") ? "…" : word).join(" ").replace(NUMBER, "…").slice(0, 300)

/** Keeps what is asked, in memory first: it is written every few seconds, and when the process ends in good order. */
export class KbQueries extends Context.Service<KbQueries>()("layers/kb/KbQueries", {
  make: Effect.gen(function*() {
    const sql = yield* SystemSql
    let waiting: Array<object> = []

    const write = Effect.suspend(() => {
      const batch = waiting
      waiting = []
      if (batch.length === 0) return Effect.succeed<ReadonlyArray<object>>([])
      return sql<object>`insert into kb_queries (company_id, text, language, via, found, origins, asked_at)
        select q.company_id, q.text, coalesce(q.language, split_part(c.locale, '-', 1)), q.via, q.found, q.origins, q.asked_at
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as q
          (company_id bigint, text text, language text, via text, found boolean, origins jsonb, asked_at timestamptz)
          join companies c on c.id = q.company_id`
    }).pipe(Effect.tapCause((cause) => Effect.logWarning("what was asked of knowledge bases was not written", cause)), Effect.exit)

    yield* Effect.forkScoped(Effect.repeat(write, Schedule.spaced(EVERY)))
    yield* Effect.addFinalizer(() => write)

    return {
      /** Something was asked by the caller. */
      note: Effect.fnUntraced(function*({ text, ...asked }: Asked) {
        const { company_id } = yield* Caller
        if (waiting.length >= MOST_WAITING) return
        const asked_at = new Date(yield* Clock.currentTimeMillis).toISOString()
        waiting.push({ ...asked, company_id, text: withoutPersons(text), asked_at })
      }),
      /** Writes what waits, at once. */
      write: Effect.asVoid(write)
    }
  })
}) {
  static readonly layer = Layer.effect(KbQueries, KbQueries.make)
}
