import { Effect, Option, type Schema } from "effect"
import { allRecords } from "#layers/all-records"
import { Runs } from "#layers/workflows/runs"
import type { Operation } from "#schemas/kernel/catalog"
import type { NamedRecord } from "#schemas/kernel/consent"
import { RunId } from "#schemas/workflows/run"

/** The schema of `:id`: each kind of record has one of its own. The framework keeps what was declared behind a codec. */
const idIn = (params: unknown) => (params as { readonly schema?: Partial<Schema.Struct<Schema.Struct.Fields>> } | undefined)?.schema?.fields?.["id"]

/** The kind of record that a path names by its `:id`; nothing where it names none. */
export const kindNamedBy = Effect.fnUntraced(function*({ endpoint }: Operation) {
  const schema = idIn(endpoint.params)
  return schema === undefined ? undefined : (yield* allRecords).find(({ entity }) => entity.read.fields["id"] === schema)
})

/** A run has no name of its own: its workflow tells it apart. */
const namedRun = Effect.fnUntraced(function*(id: RunId) {
  const found = yield* Runs.use((runs) => runs.find(id))
  return Option.isNone(found) ? undefined : { noun: "workflow run", name: `workflow run ${id} of ${found.value.workflow}` } satisfies NamedRecord
})

/** The record that a path names, as people know it; nothing where it names none, or none that the caller sees. */
export const namedRecord = Effect.fnUntraced(function*(operation: Operation, params: { readonly id?: number }) {
  if (params.id !== undefined && idIn(operation.endpoint.params) === RunId) return yield* namedRun(RunId.make(params.id))
  const kind = params.id === undefined ? undefined : yield* kindNamedBy(operation)
  if (kind === undefined) return undefined
  const found = yield* kind.find(params.id!, { deleted: true })
  const name = Option.isSome(found) ? kind.entity.label(found.value) : ""
  return name === "" ? undefined : { noun: kind.noun, name } satisfies NamedRecord
})
