import { Effect, Option, type Schema } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Runs } from "#layers/workflows/runs"
import type { Operation } from "#schemas/kernel/catalog"
import { type NamedRecord, summaryOf } from "#schemas/kernel/consent"
import { type Formats, formatsOf } from "#schemas/kernel/formats"
import { RunId } from "#schemas/workflows/run"
import { recordKinds } from "./kinds.ts"
import { namesIn } from "./names.ts"

type Fields = { readonly [field: string]: Schema.Json }

/** The schema of `:id`: each kind of record has one of its own. The framework keeps what was declared behind a codec. */
const idIn = (params: unknown) => (params as { readonly schema?: Partial<Schema.Struct<Schema.Struct.Fields>> } | undefined)?.schema?.fields?.["id"]

/** The kind of record that a path names by its `:id`; nothing where it names none. */
export const kindNamedBy = Effect.fnUntraced(function*({ endpoint }: Operation) {
  const schema = idIn(endpoint.params)
  return schema === undefined ? undefined : (yield* recordKinds).ofId(schema)
})

/** A run has no name of its own: its workflow tells it apart. */
const namedRun = Effect.fnUntraced(function*(id: RunId) {
  const found = yield* Runs.use((runs) => runs.find(id))
  return Option.isNone(found) ? undefined : { noun: "workflow run", name: `workflow run ${id} of ${found.value.workflow}` } satisfies NamedRecord
})

/** The record that a path names; nothing where it names none, or none that the caller sees. */
const recordNamed = Effect.fnUntraced(function*(operation: Operation, id: unknown) {
  const kind = typeof id === "number" ? yield* kindNamedBy(operation) : undefined
  if (kind === undefined) return undefined
  const found = yield* kind.find(id as number, { deleted: true })
  return Option.isNone(found) ? undefined : { kind, record: found.value as { readonly id: number } & Fields }
})

/** What a person decides by, besides what a record is called: who it is about, what of, when and how much. */
const telling = ["contact_id", "service_id", "plan_id", "starts_at", "amount"]

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/u

const isAmount = (field: string) => field === "amount" || field.endsWith("_amount")

/** A value as people read it: sums of a known currency, and times by the company's clock; nothing of others. */
const saidOf = (field: string, value: Schema.Json, currency: Schema.Json | undefined, formats: Formats): string | undefined =>
  typeof value === "number" && typeof currency === "string" && isAmount(field) ? formats.money({ amount: value, currency })
  : typeof value === "string" && instant.test(value) && !Number.isNaN(Date.parse(value)) ? formats.minute(value)
  : undefined

/** What a call would do, in words for a person who decides about it. */
export const callSummary = Effect.fnUntraced(function*(operation: Operation, input: Fields) {
  const { id } = input
  if (typeof id === "number" && idIn(operation.endpoint.params) === RunId) return summaryOf(operation, input, yield* namedRun(RunId.make(id)), yield* namesIn([input]))
  const named = yield* recordNamed(operation, input["id"])
  const { record } = named ?? {}
  const told = Object.fromEntries(telling.flatMap((field) => record?.[field] === undefined || record[field] === null || field in input ? [] : [[field, record[field]]]))
  const [names, formats] = [yield* namesIn([input, told]), formatsOf(yield* CompanySettings.use(({ own }) => own))]
  const currency = input["currency"] ?? record?.["currency"]
  const said = Object.fromEntries(Object.entries({ ...told, ...input }).flatMap(([field, value]) => {
    const words = saidOf(field, value, currency, formats)
    return words === undefined ? [] : [[field, words]]
  }))
  const name = named === undefined || record === undefined ? "" : named.kind.entity.label(record)
  const called: NamedRecord | undefined = named === undefined || name === "" ? undefined : { noun: named.kind.noun, name, facts: told }
  /* The sum says its currency. */
  const { currency: _, ...rest } = input
  return summaryOf(operation, Object.keys(said).some(isAmount) ? rest : input, called, names, said)
})
