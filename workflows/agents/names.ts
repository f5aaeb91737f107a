import { Effect } from "effect"
import { allRecords } from "#layers/all-records"
import { referenceTargets } from "#layers/categories"
import type { RecordNames } from "#schemas/agents/consent"

/** More are left as numbers. */
const MOST_NAMED = 100

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
  for (const [field, ids] of wanted) {
    const kind = records.find(({ table }) => table === targets[field]!.table)
    if (kind === undefined) continue
    for (const record of yield* kind.among([...ids])) {
      const name = kind.entity.label(record)
      if (name !== "") (found[field] ??= {})[record.id] = name
    }
  }
  return found satisfies RecordNames
})
