import { Effect, Option, type Schema } from "effect"
import { ContactFacts } from "#layers/crm/contact-facts"
import type { AboutRecord, RecordNames } from "#schemas/agents/consent"
import type { Operation } from "#schemas/kernel/catalog"
import { redacted } from "#schemas/kernel/redacted"
import { recordKinds } from "./kinds.ts"
import { kindNamedBy } from "./named-record.ts"
import { namesIn } from "./names.ts"

const MOST_RECORDS = 25
const MOST_FACTS = 8

const bookkeeping = new Set(["id", "version", "created_at", "updated_at", "deleted_at", "livemode"])

type Facts = Readonly<Record<string, unknown>>

const isTold = (value: unknown) => value !== null && value !== "" && (typeof value !== "object" || Array.isArray(value) && value.length > 0)

/** What a record says of itself, with names in place of ids. */
const factsOf = (record: Facts, names: RecordNames): Facts =>
  Object.fromEntries(
    Object.entries(redacted(record as Record<string, Schema.Json>)).filter(([field, value]) => !bookkeeping.has(field) && isTold(value)).slice(0, MOST_FACTS).map(([field, value]) => {
      const name = names[field]?.[String(value)]
      return name === undefined ? [field, value] : [field.replace(/_id$/u, ""), name]
    })
  )

const contactFacts = Effect.fnUntraced(function*(id: number) {
  const found = (yield* ContactFacts.use(({ of }) => of([id]))).get(id)
  if (found === undefined) return {}
  const { deals, id: _, more_deals, ...facts } = found
  return {
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
    deals: more_deals > 0 ? [...deals, `and ${more_deals} more`] : deals
  }
})

/** The records that a call names, by its path and by the ids that were sent, each with what tells it from others. */
export const aboutRecords = Effect.fnUntraced(function*(operation: Operation | undefined, input: Facts | null) {
  if (operation === undefined || input === null) return []
  const { ofField } = yield* recordKinds
  const own = yield* kindNamedBy(operation)
  const named = Object.entries(input).flatMap(([field, value]) => {
    const kind = field === "id" ? own : ofField(field)
    return kind === undefined ? [] : (Array.isArray(value) ? value : [value]).flatMap((id) => typeof id === "number" ? [{ kind, id }] : [])
  })
  const all: Array<AboutRecord> = []
  for (const { id, kind } of named.slice(0, MOST_RECORDS)) {
    const found = Option.getOrUndefined(yield* kind.find(id, { deleted: true })) as Facts & { readonly id: number } | undefined
    const name = found === undefined ? "" : kind.entity.label(found)
    if (found === undefined || name === "") continue
    const facts = kind.entity.object === "contact" ? yield* contactFacts(id) : factsOf(found, yield* namesIn([found]))
    all.push({ object: kind.entity.object, id, name, facts })
  }
  return all
})
