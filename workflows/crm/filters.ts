import { Effect } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import type { FilterWithFields } from "#layers/crm/filter"
import type { Group } from "#schemas/crm/filter"
import { asksCustom, faultsOfFilter } from "#schemas/crm/filter-faults"
import type { Detail } from "#schemas/kernel/errors"

/** The definitions that filters ask for, by key; none are read where none are asked for. */
const fieldsFor = Effect.fnUntraced(function*(filters: ReadonlyArray<Group>) {
  if (!filters.some(asksCustom)) return new Map()
  const fields = yield* CustomFields
  return new Map((yield* fields.of("contact")).map((field) => [field.key, field]))
})

/** Filters that were checked when they were kept, ready to be asked. */
export const withFields = Effect.fnUntraced(function*(filters: ReadonlyArray<Group>) {
  const fields = yield* fieldsFor(filters)
  return filters.map((filter): FilterWithFields => ({ filter, fields }))
})

/** What filters ask that no contact has; `at` is where each stands in the input. */
export const faultsIn = Effect.fnUntraced(function*(filters: ReadonlyArray<Group>, at: (place: number) => string) {
  const fields = yield* fieldsFor(filters)
  return filters.flatMap((filter, place): ReadonlyArray<Detail> => faultsOfFilter(filter, fields, at(place)))
})
