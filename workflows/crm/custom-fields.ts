import { Effect } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import { MOST_FIELDS } from "#schemas/crm/custom-field"
import type * as api from "#schemas/crm/custom-fields.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"

export const list_custom_fields = (query: Input<typeof api.list_custom_fields>) => CustomFields.use((fields) => fields.page(query))

const optionsProblem = ({ options, type }: Input<typeof api.create_custom_field>) => {
  if (type !== "select") return options.length === 0 ? undefined : "Only a select has options"
  if (options.length === 0) return "A select needs at least one option"
  return new Set(options).size === options.length ? undefined : "Two options are the same"
}

export const create_custom_field = Effect.fnUntraced(function*(input: Input<typeof api.create_custom_field>) {
  const problem = optionsProblem(input)
  if (problem !== undefined) {
    return yield* new ValidationError({ message: `${problem}.`, details: [detail("options", problem, input.options)] })
  }
  const fields = yield* CustomFields
  if ((yield* fields.count(input.object)) >= MOST_FIELDS) {
    return yield* new Conflict({ message: `A ${input.object} has at most ${MOST_FIELDS} fields of the company's own.` })
  }
  return yield* fields.create({ ...input, options: [...input.options] })
})
