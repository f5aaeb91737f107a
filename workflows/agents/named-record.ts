import { Effect, Option, type Schema } from "effect"
import { allRecords } from "#layers/all-records"
import type { Operation } from "#schemas/kernel/catalog"
import type { NamedRecord } from "#schemas/kernel/consent"

/** The schema of `:id`: each kind of record has one of its own. The framework keeps what was declared behind a codec. */
const idIn = (params: unknown) => (params as { readonly schema?: Partial<Schema.Struct<Schema.Struct.Fields>> } | undefined)?.schema?.fields?.["id"]

/** The record that a path names, as people know it; nothing where it names none, or none that the caller sees. */
export const namedRecord = Effect.fnUntraced(function*({ endpoint }: Operation, params: { readonly id?: number }) {
  const schema = idIn(endpoint.params)
  if (schema === undefined || params.id === undefined) return undefined
  for (const { entity, find, noun } of yield* allRecords) {
    if (entity.read.fields["id"] !== schema) continue
    const found = yield* find(params.id, { deleted: true })
    const name = Option.isSome(found) ? entity.label(found.value) : ""
    return name === "" ? undefined : { noun, name } satisfies NamedRecord
  }
  return undefined
})
