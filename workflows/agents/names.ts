import { Effect } from "effect"
import type { RecordNames } from "#schemas/agents/consent"
import { oneOf, recordKinds } from "./kinds.ts"

/** More are left as numbers. */
const MOST_NAMED = 300

/** So many kinds are read at the same time. */
const AT_ONCE = 4

type Fields = Readonly<Record<string, unknown>>

const idsIn = (value: unknown): ReadonlyArray<number> =>
  (Array.isArray(value) ? value : [value]).filter((one): one is number => typeof one === "number")

/** The records that fields of these name, by field and id, as people know them; those in the bin too, and none that the caller does not see. */
export const namesIn = Effect.fnUntraced(function*(all: ReadonlyArray<Fields>) {
  const found: Record<string, Record<string, string>> = {}
  const names = new Set<string>()
  for (const fields of all) for (const name in fields) names.add(name)
  const named = [...names].filter((name) => /_ids?$/u.test(name))
  if (named.length === 0) return found satisfies RecordNames
  const { ofField } = yield* recordKinds
  const naming = named.map((name) => ({ name, field: oneOf(name) })).filter(({ field }) => ofField(field) !== undefined)
  const wanted = new Map(naming.map(({ field }) => [field, new Set<number>()]))
  let n = 0
  for (const fields of all) {
    for (const { field, name } of naming) {
      const ids = wanted.get(field)!
      for (const id of idsIn(fields[name])) {
        if (n === MOST_NAMED || ids.has(id)) continue
        ids.add(id)
        n++
      }
    }
  }
  yield* Effect.forEach(wanted, ([field, ids]) => {
    const kind = ofField(field)!
    return ids.size === 0 ? Effect.void : Effect.map(kind.among([...ids]), (records) => {
      for (const record of records) {
        const name = kind.entity.label(record)
        if (name !== "") (found[field] ??= {})[record.id] = name
      }
    })
  }, { concurrency: AT_ONCE, discard: true })
  return found satisfies RecordNames
})

/** The latest records that these fields may name, so many of each kind at most, by field, as people know them. */
export const latestNames = Effect.fnUntraced(function*(fields: ReadonlyArray<string>, most: number) {
  const found = new Map<string, ReadonlyArray<readonly [id: number, name: string]>>()
  if (fields.length === 0) return found
  const { ofField } = yield* recordKinds
  yield* Effect.forEach(Map.groupBy(fields, ofField), ([kind, fields]) =>
    Effect.map(kind === undefined ? Effect.succeed([]) : kind.latest(most), (records) => {
      const names = records.map((record) => [record.id, kind!.entity.label(record)] as const)
      for (const field of fields) found.set(field, names)
    }), { concurrency: AT_ONCE, discard: true })
  return found
})
