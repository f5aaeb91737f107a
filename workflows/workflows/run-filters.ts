import { DateTime, Effect, Option } from "effect"
import { type AttributeCondition, SearchAttributes } from "#layers/workflows/search-attributes"
import { type Detail, ValidationError } from "#schemas/kernel/errors"
import { detail } from "#schemas/kernel/received"
import { MOST_CHARACTERS, type SearchAttributes as Values, type SearchAttributeType, type SearchAttributeValue } from "#schemas/workflows/search-attribute"
import { nearest } from "#schemas/kernel/nearest"

/** What of the runs of a workflow follows from what they are started with. Nothing where no process here knows the workflow. */
export const foundBy = Effect.fnUntraced(function*(workflow: string, payload: unknown) {
  const attributes = yield* Effect.serviceOption(SearchAttributes)
  const declared = Option.isSome(attributes) ? attributes.value.declared.get(workflow) : undefined
  if (declared === undefined) return undefined
  const values: Values = yield* declared.of(payload)
  return { types: declared.types, values }
})

const zoned = /T[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/u

const valueOf: Readonly<Record<SearchAttributeType, (text: string) => SearchAttributeValue | undefined>> = {
  text: (text) => text.length <= MOST_CHARACTERS && text.isWellFormed() && !text.includes("\0") ? text : undefined,
  number: (text) => /^-?\d{1,20}(?:\.\d{1,15})?$/u.test(text) ? Number(text) : undefined,
  boolean: (text) => text === "true" ? true : text === "false" ? false : undefined,
  time: (text) => zoned.test(text) ? Option.getOrUndefined(Option.map(DateTime.make(text), DateTime.formatIso)) : undefined
}

const expected: Readonly<Record<SearchAttributeType, string>> = {
  text: `a text of at most ${MOST_CHARACTERS} characters`, number: "a number", boolean: "true or false", time: "an instant with a zone, like 2026-11-21T09:30:00Z"
}

const parts = /^([a-z][a-z0-9_]*)(:|>=|<)([^]*)$/u

/** What `search_attribute` asks for, as conditions; refuses names that no workflow declares and values of another type. */
export const attributeConditions = Effect.fnUntraced(function*(
  { search_attribute: filters = [], workflow }: { readonly search_attribute?: ReadonlyArray<string> | undefined; readonly workflow?: string | undefined },
  /** Where it stands in the input. */
  under = ""
) {
  if (filters.length === 0) return []
  const attributes = yield* SearchAttributes
  const known = new Map([...attributes.declared].flatMap(([of, { types }]) => workflow === undefined || of === workflow ? Object.entries(types) : []))
  const faults: Array<Detail> = []
  const found: Array<AttributeCondition> = []
  for (const [place, filter] of filters.entries()) {
    const [, name = "", mark = "", text = ""] = parts.exec(filter) ?? []
    const type = known.get(name) ?? (yield* attributes.kept(name, workflow))
    const value = type && valueOf[type](text)
    const near = nearest(name, [...known.keys()], 3)
    const error = type === undefined
      ? `${workflow ?? "No workflow"} ${workflow === undefined ? "declares" : "does not declare"} the search attribute ${name}${near.length === 0 ? "" : `; similar: ${near.join(", ")}`}`
      : value === undefined ? `Expected ${expected[type]}`
      : type === "boolean" && mark !== ":" ? "Expected name:true or name:false: a boolean has no range" : undefined
    if (error === undefined) found.push({ name, type: type!, compare: mark === ":" ? "=" : mark as ">=" | "<", value: value! })
    else faults.push(detail(`${under}search_attribute[${place}]`, error, filter))
  }
  if (faults.length > 0) return yield* new ValidationError({ message: "No run can be found by that.", details: faults })
  return found
})
