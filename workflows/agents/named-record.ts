import { Effect, Option, type Schema } from "effect"
import { allRecords } from "#layers/all-records"
import type { Operation } from "#schemas/kernel/catalog"
import type { NamedRecord } from "#schemas/kernel/consent"

/** The schema of `:id`: each kind of record has one of its own. The framework keeps what was declared behind a codec. */
const idIn = (params: unknown) => (params as { readonly schema?: Partial<Schema.Struct<Schema.Struct.Fields>> } | undefined)?.schema?.fields?.["id"]

/** The kind of record that a path names by its `:id`; nothing where it names none. */
export const kindNamedBy = Effect.fnUntraced(function*({ endpoint }: Operation) {
  const schema = idIn(endpoint.params)
  return schema === undefined ? undefined : (yield* allRecords).find(({ entity }) => entity.read.fields["id"] === schema)
})

/** The record that a path names, as people know it; nothing where it names none, or none that the caller sees. */
export const namedRecord = Effect.fnUntraced(function*(operation: Operation, params: { readonly id?: number }) {
  const kind = params.id === undefined ? undefined : yield* kindNamedBy(operation)
  if (kind === undefined) return undefined
  const found = yield* kind.find(params.id!, { deleted: true })
  const name = Option.isSome(found) ? kind.entity.label(found.value) : ""
  return name === "" ? undefined : { noun: kind.noun, name } satisfies NamedRecord
})
