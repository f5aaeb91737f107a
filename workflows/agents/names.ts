import { Effect } from "effect"
import { allRecords } from "#layers/all-records"
import { referenceTargets } from "#layers/categories"
import type { RecordNames } from "#schemas/agents/consent"

/** More are left as numbers. */
const MOST_NAMED = 100

/** So many kinds are read at the same time. */
const AT_ONCE = 4

type Fields = Readonly<Record<string, unknown>>

const targets: { readonly [field: string]: { readonly table: string } | undefined } = referenceTargets

/** The field that names one such record: that of `contact_ids` is `contact_id`. */
const oneOf = (field: string) => field.replace(/_ids$/u, "_id")

const idsIn = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === "number")

/** The records that fields of these name, by field and id, as people know them; those in the bin too, and none that the caller does not see. */
export const namesIn = Effect.fnUntraced(function*(all: ReadonlyArray<Fields>) {
  const wanted = new Map<string, Set<number>>()
  let n = 0
  for (const [name, value] of all.flatMap((fields) => Object.entries(fields))) {
    const field = oneOf(name)
    if (targets[field] === undefined) continue
    const ids = wanted.get(field) ?? wanted.set(field, new Set()).get(field)!
    for (const id of idsIn(value)) {
      if (n === MOST_NAMED || ids.has(id)) continue
      ids.add(id)
      n++
    }
  }
  const found: Record<string, Record<string, string>> = {}
  if (n === 0) return found satisfies RecordNames
  const records = yield* allRecords
  yield* Effect.forEach(wanted, Effect.fnUntraced(function*([field, ids]) {
    const kind = records.find(({ table }) => table === targets[field]!.table)
    if (kind === undefined || ids.size === 0) return
    for (const record of yield* kind.among([...ids])) {
      const name = kind.entity.label(record)
      if (name !== "") (found[field] ??= {})[record.id] = name
    }
  }), { concurrency: AT_ONCE, discard: true })
  return found satisfies RecordNames
})

/** Whether a field names a record of which people know the name. */
export const isReference = (field: string): boolean => targets[oneOf(field)] !== undefined

/** The latest records that these fields may name, so many of each kind at most, by field, as people know them. */
export const latestNames = Effect.fnUntraced(function*(fields: ReadonlyArray<string>, most: number) {
  const found = new Map<string, ReadonlyArray<readonly [id: number, name: string]>>()
  if (fields.length === 0) return found
  const records = yield* allRecords
  const kinds = Map.groupBy(fields, (field) => targets[oneOf(field)]?.table)
  yield* Effect.forEach(records.filter(({ table }) => kinds.has(table)), Effect.fnUntraced(function*(kind) {
    const names = (yield* kind.latest(most)).map((record) => [record.id, kind.entity.label(record)] as const)
    for (const field of kinds.get(kind.table)!) found.set(field, names)
  }), { concurrency: AT_ONCE, discard: true })
  return found
})
