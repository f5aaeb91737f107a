import { Effect } from "effect"
import { allRecords } from "#layers/all-records"
import { referenceTargets } from "#layers/categories"
import type { RecordNames } from "#schemas/agents/consent"

/** More are left as numbers. */
const MOST_NAMED = 300

/** So many kinds are read at the same time. */
const AT_ONCE = 4

type Fields = Readonly<Record<string, unknown>>

const targets: { readonly [field: string]: { readonly table: string } | undefined } = referenceTargets

/** What fields name by another word than receipts do. */
const objects: { readonly [field: string]: string | undefined } = { staff_id: "staff_member" }

/** The field that names one such record: that of `contact_ids` is `contact_id`. */
const oneOf = (field: string) => field.replace(/_ids$/u, "_id")

const idsIn = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === "number")

/** The kind of record that a field names: as its category says, or of the field's own name. */
const kindOf = Effect.map(allRecords, (records) => {
  const byTable = new Map(records.map((kind) => [kind.table, kind]))
  const byObject = new Map(records.map((kind) => [kind.entity.object, kind]))
  return (field: string) => byTable.get(targets[field]?.table ?? "") ?? (field.endsWith("_id") ? byObject.get(objects[field] ?? field.slice(0, -"_id".length)) : undefined)
})

/** The records that fields of these name, by field and id, as people know them; those in the bin too, and none that the caller does not see. */
export const namesIn = Effect.fnUntraced(function*(all: ReadonlyArray<Fields>) {
  const found: Record<string, Record<string, string>> = {}
  const named = all.flatMap((fields) => Object.entries(fields)).filter(([name]) => /_ids?$/u.test(name))
  if (named.length === 0) return found satisfies RecordNames
  const kindFor = yield* kindOf
  const wanted = new Map<string, Set<number>>()
  let n = 0
  for (const [name, value] of named) {
    const field = oneOf(name)
    if (kindFor(field) === undefined) continue
    const ids = wanted.get(field) ?? wanted.set(field, new Set()).get(field)!
    for (const id of idsIn(value)) {
      if (n === MOST_NAMED || ids.has(id)) continue
      ids.add(id)
      n++
    }
  }
  yield* Effect.forEach(wanted, Effect.fnUntraced(function*([field, ids]) {
    if (ids.size === 0) return
    const kind = kindFor(field)!
    for (const record of yield* kind.among([...ids])) {
      const name = kind.entity.label(record)
      if (name !== "") (found[field] ??= {})[record.id] = name
    }
  }), { concurrency: AT_ONCE, discard: true })
  return found satisfies RecordNames
})

/** The latest records that these fields may name, so many of each kind at most, by field, as people know them. */
export const latestNames = Effect.fnUntraced(function*(fields: ReadonlyArray<string>, most: number) {
  const found = new Map<string, ReadonlyArray<readonly [id: number, name: string]>>()
  if (fields.length === 0) return found
  const kindFor = yield* kindOf
  yield* Effect.forEach(Map.groupBy(fields, (field) => kindFor(oneOf(field))), Effect.fnUntraced(function*([kind, fields]) {
    const names = kind === undefined ? [] : (yield* kind.latest(most)).map((record) => [record.id, kind.entity.label(record)] as const)
    for (const field of fields) found.set(field, names)
  }), { concurrency: AT_ONCE, discard: true })
  return found
})
