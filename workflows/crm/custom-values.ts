import { Effect } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import type { CustomChanges, CustomValue, CustomValues, Extensible } from "#schemas/crm/custom-field"
import { faultsOf, merged, problemOf, valueOf } from "#schemas/crm/custom-values"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"

const unfit = (details: ReadonlyArray<Detail>) =>
  new ValidationError({
    message: `These fields are not valid: ${details.slice(0, 5).map(({ field }) => field).join(", ").slice(0, 200)}.`,
    details: details.slice(0, 100)
  })

/** The values of a record after a write; a key that there is not, or a value that does not fit, is refused by name. */
export const mergeCustomFields = Effect.fnUntraced(function*(object: Extensible, before: CustomValues, changes: CustomChanges) {
  if (Object.keys(changes).length === 0) return before
  const fields = yield* CustomFields
  const faults = faultsOf(yield* fields.of(object), changes)
  if (faults.length > 0) return yield* unfit(faults)
  return merged(before, changes)
})

/** What a list's `custom_field=key:value` asks for, as values. */
export const wantedValues = Effect.fnUntraced(function*(object: Extensible, filters: ReadonlyArray<string> = []) {
  if (filters.length === 0) return undefined
  const fields = yield* CustomFields
  const definitions = new Map((yield* fields.of(object)).map((field) => [field.key, field]))
  const wanted: Array<readonly [string, CustomValue]> = []
  const faults: Array<Detail> = []
  filters.forEach((filter, place) => {
    const [key, text] = [filter.slice(0, filter.indexOf(":")), filter.slice(filter.indexOf(":") + 1)]
    const definition = definitions.get(key)
    const value = definition && valueOf(definition, text)
    const error = definition === undefined
      ? `There is no such field: ${key}`
      : value === undefined ? `Expected a ${definition.type}` : problemOf(definition, value)
    if (error === undefined) wanted.push([key, value!])
    else faults.push(detail(`custom_field[${place}]`, error, filter))
  })
  if (faults.length > 0) return yield* unfit(faults)
  return wanted
})
