import { Effect, Option } from "effect"
import { type CustomFieldQuery, CustomFields } from "#layers/crm/custom-fields"
import { Journal } from "#layers/journal"
import { MOST_FIELDS, type NewCustomField } from "#schemas/crm/custom-field"
import { Conflict, ValidationError } from "#schemas/kernel/errors"

export const list_custom_fields = (query: CustomFieldQuery) => CustomFields.use((fields) => fields.page(query))

const optionsProblem = ({ options, type }: NewCustomField) => {
  if (type !== "select") return options.length === 0 ? undefined : "Only a select has options"
  if (options.length === 0) return "A select needs at least one option"
  return new Set(options).size === options.length ? undefined : "Two options are the same"
}

export const create_custom_field = Effect.fnUntraced(function*(input: NewCustomField) {
  const problem = optionsProblem(input)
  if (problem !== undefined) {
    return yield* new ValidationError({
      message: `${problem}.`,
      details: [{ field: "options", error: problem, received: input.options }]
    })
  }
  const fields = yield* CustomFields
  if ((yield* fields.count(input.object)) >= MOST_FIELDS) {
    return yield* new Conflict({ message: `A ${input.object} has at most ${MOST_FIELDS} fields of the company's own.` })
  }
  const field = yield* fields.add(input)
  if (Option.isNone(field)) {
    return yield* new Conflict({
      message: `Another field of a ${input.object} has this key.`,
      details: [{ field: "key", error: "already taken", received: input.key }]
    })
  }
  yield* (yield* Journal).record({ object: "custom_field", id: field.value.id, before: null, after: field.value })
  return field.value
})
