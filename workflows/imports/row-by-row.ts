import { Effect, Option } from "effect"
import type { Matched, Importable } from "./importable.ts"

interface RowByRow<Draft, Row, E, R, R2, R3> {
  /** The record that has a key, locked until the transaction ends. */
  readonly find: (key: string) => Effect.Effect<Option.Option<Row>, never, R>
  readonly draftOf: (record: Row) => Draft
  readonly keyOf: (draft: Draft) => string
  /** Fails where another record has the key by now. */
  readonly create: (draft: Draft) => Effect.Effect<unknown, E, R2>
  readonly change: (record: Row, draft: Draft) => Effect.Effect<unknown, never, R3>
}

/** How rows are written with the programs for single records: enough for files of some thousand rows. */
export const rowByRow = <Draft, Row, E, R, R2, R3>(
  { change, create, draftOf, find, keyOf }: RowByRow<Draft, Row, E, R, R2, R3>
): Pick<Importable<unknown, Draft, Row, R | R2 | R3>, "holding" | "make" | "change"> => ({
  holding: Effect.fnUntraced(function*(keys) {
    const held = new Map<string, Matched<Draft, Row>>()
    /* In one order, so that two that lock the same records do not wait for each other. */
    for (const key of keys.toSorted()) {
      const record = yield* find(key)
      if (Option.isSome(record)) held.set(key, { record: record.value, draft: draftOf(record.value) })
    }
    return held
  }),
  make: Effect.fnUntraced(function*(drafts) {
    const keys = new Set<string>()
    for (const draft of drafts) if (Option.isSome(yield* Effect.option(create(draft)))) keys.add(keyOf(draft))
    return { count: keys.size, keys }
  }),
  change: (records) => Effect.forEach(records, ({ draft, record }) => change(record, draft), { discard: true })
})
