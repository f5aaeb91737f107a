import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field, versioned } from "#schemas/kernel/entity"
import type { KeyedColumns } from "#schemas/kernel/exports"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"

export const CustomFieldId = Id.pipe(Schema.brand("CustomFieldId"))
export type CustomFieldId = typeof CustomFieldId.Type

/** Records that can have fields of a company's own. */
export const Extensible = Schema.Literals(["contact", "deal"])
export type Extensible = typeof Extensible.Type

export const FieldType = Schema.Literals(["text", "number", "date", "select", "boolean"])
export type FieldType = typeof FieldType.Type

/** What a field is called where programs read it. */
export const FieldKey = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9_]{0,49}$/u, { expected: "a to z, 0 to 9 and _, beginning with a letter, at most 50" })
).annotate({ examples: ["shoe_size"] })

export const MOST_FIELDS = 200

/** Records that the deletion of a field empties in one transaction. */
export const MOST_CLEARED = 10_000

/** A field that a company added to its contacts or deals. Its key and type stay, so that values stay valid. */
export const customField = entity("CustomField", {
  id: field.readOnly(CustomFieldId),
  object: field.each({ read: Extensible, create: defaulted(Extensible.annotate({ description: "What gets the field.", examples: ["contact"] }), "contact") }),
  key: field.each({
    read: Schema.String.annotate({ examples: ["shoe_size"] }),
    create: FieldKey.annotate({ description: "Its name in `custom_fields`; one field of an object has it." })
  }),
  label: field.required(line(100).annotate({ description: "Its name for people.", examples: ["Shoe size"] })),
  type: field.each({ read: FieldType, create: FieldType.annotate({ examples: ["number"] }) }),
  options: field.defaulted(
    Schema.Array(line(100)).check(Schema.isMaxLength(200)).annotate({
      description: "What a `select` chooses from: 1 to 200, all different. Empty for other types.",
      examples: [[]]
    }),
    [],
    Schema.Array(Schema.String).annotate({ description: "What a `select` chooses from; empty for other types.", examples: [[]] })
  ),
  ...versioned
})
export const CustomField = customField.read
export type CustomField = typeof CustomField.Type

/** What a field of a record can hold. */
export type CustomValue = string | number | boolean
export type CustomValues = { readonly [key: string]: CustomValue }

/** Values to write; `null` empties a field. */
export type CustomChanges = { readonly [key: string]: CustomValue | null }

/** The values of a record's fields, by key; what is empty is not among them. */
export const CustomValues = Schema.Record(Schema.String, Schema.Union([Schema.String, Schema.Finite, Schema.Boolean])).annotate({
  identifier: "CustomValues",
  description: "Values of the company's own fields, by key; what is empty is left out.",
  examples: [{ shoe_size: 38.5 }]
})

export const CustomChanges = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.Union([Schema.String, Schema.Finite, Schema.Boolean]))
).check(Schema.isMaxProperties(MOST_FIELDS)).annotate({
  identifier: "CustomChanges",
  description: "Values of the company's own fields, by key (`list_custom_fields`): text, a number, a day (YYYY-MM-DD), one of the " +
    "options or a boolean. `null` empties one; those not sent stay as they are."
})

/** The company's own fields as columns of an exported list. */
export const customColumns = (object: Extensible): KeyedColumns =>
  ({ field: "custom_fields", prefix: "custom", list: "list_custom_fields", query: { object, sort: "key" }, key: "key" })

/** The query of a list: `key:value`, as often as needed; all must fit. */
export const CustomFilters = Schema.optionalKey(
  Schema.Array(
    Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9_]{0,49}:[^]+$/u, { expected: "key:value" }), Schema.isMaxLength(2_100))
  ).check(Schema.isMaxLength(20)).annotate({
    description: "Values of the company's own fields as `key:value`, like `shoe_size:38.5`; up to 20, which must all fit.",
    examples: [["shoe_size:38.5"]]
  })
)
