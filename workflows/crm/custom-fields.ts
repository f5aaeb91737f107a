import { Effect } from "effect"
import { CustomFields } from "#layers/crm/custom-fields"
import { requireRoom } from "#layers/kernel/company-lock"
import { MOST_CLEARED, MOST_FIELDS } from "#schemas/crm/custom-field"
import type * as api from "#schemas/crm/custom-fields.api"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"

export const list_custom_fields = (query: Input<typeof api.list_custom_fields>) => CustomFields.use((fields) => fields.page(query))

const optionsProblem = ({ options, type }: Pick<Input<typeof api.create_custom_field>, "options" | "type">) => {
  if (type !== "select") return options.length === 0 ? undefined : "Only a select has options"
  if (options.length === 0) return "A select needs at least one option"
  return new Set(options).size === options.length ? undefined : "Two options are the same"
}

const checkOptions = Effect.fnUntraced(function*(field: Parameters<typeof optionsProblem>[0]) {
  const problem = optionsProblem(field)
  if (problem === undefined) return
  return yield* new ValidationError({ message: `${problem}.`, details: [detail("options", problem, field.options)] })
})

export const create_custom_field = Effect.fnUntraced(function*(input: Input<typeof api.create_custom_field>) {
  yield* checkOptions(input)
  const fields = yield* CustomFields
  yield* requireRoom(fields.count(input.object), MOST_FIELDS, `fields of a ${input.object} of the company's own`)
  return yield* fields.create({ ...input, options: [...input.options] })
})

export const get_custom_field = ({ id }: Input<typeof api.get_custom_field>) => CustomFields.use((fields) => fields.get(id))

export const update_custom_field = Effect.fnUntraced(function*({ id, options, ...changes }: Input<typeof api.update_custom_field>) {
  const fields = yield* CustomFields
  const before = yield* fields.lockForUpdate(id)
  if (options === undefined) return yield* fields.update(before, changes)
  yield* checkOptions({ options, type: before.type })
  const gone = before.options.filter((option) => !options.includes(option))
  if (gone.length > 0 && (yield* fields.isChosen(before, gone))) {
    return yield* new Conflict({ message: `Some ${before.object}s have an option that would go. Give them another first.` })
  }
  return yield* fields.update(before, { ...changes, options: [...options] })
})

export const delete_custom_field = Effect.fnUntraced(function*({ id }: Input<typeof api.delete_custom_field>) {
  const fields = yield* CustomFields
  const field = yield* fields.get(id, { lock: true })
  const names = yield* fields.askedBy(field)
  if (names.length > 0) {
    return yield* new Conflict({ message: `Segments or scoring rules ask for this field: ${names.join(", ")}. Change them first.` })
  }
  if (!(yield* fields.clear(field))) {
    return yield* new Conflict({ message: `More than ${MOST_CLEARED} ${field.object}s have a value of this field. Empty it in some of them first.` })
  }
  return yield* fields.softDelete(field)
})
