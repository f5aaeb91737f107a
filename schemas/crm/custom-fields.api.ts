import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { defaulted } from "#schemas/kernel/defaulted"
import { Conflict } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { ListOf, paging } from "#schemas/kernel/paging"
import { CustomField, customFieldSorts, Extensible, MOST_FIELDS, NewCustomField } from "./custom-field.ts"

export const list_custom_fields = HttpApiEndpoint.get("list_custom_fields", "/fields", {
  query: {
    ...paging,
    object: Schema.optionalKey(Extensible.annotate({ examples: ["contact"] })),
    sort: defaulted(Schema.Literals(customFieldSorts), "id")
  },
  success: ListOf(CustomField)
}).annotateMerge(operation({
  summary: "List custom fields",
  description: "The fields that the company added to its contacts and deals. Values stand in `custom_fields` of the records.",
  access: "crm:read"
}))

export const create_custom_field = HttpApiEndpoint.post("create_custom_field", "/fields", {
  payload: NewCustomField,
  success: CustomField.pipe(HttpApiSchema.status(201)),
  error: Conflict
}).annotateMerge(operation({
  summary: "Add a custom field",
  description: `Adds a field to contacts or deals: text, number, date, select or boolean. At most ${MOST_FIELDS} an object. A key that ` +
    "another field of the object has is a conflict.",
  access: "crm:write",
  tierFloor: "builder"
}))
