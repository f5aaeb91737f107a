import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { CustomField, customField, Extensible, MOST_FIELDS } from "./custom-field.ts"

export const list_custom_fields = operation.list("list_custom_fields", "/fields", CustomField, {
  filters: { object: Extensible.annotate({ examples: ["contact"] }) },
  sort: ["id", "key"],
  summary: "List custom fields",
  description: "The fields that the company added to its contacts and deals. Values stand in `custom_fields` of the records.",
  access: "crm:read"
})

export const create_custom_field = operation.create("create_custom_field", "/fields", customField.create, CustomField, {
  errors: [Conflict],
  summary: "Add a custom field",
  description: `Adds a field to contacts or deals: text, number, date, select or boolean. At most ${MOST_FIELDS} an object. A key that ` +
    "another field of the object has is a conflict.",
  access: "crm:write",
  tierFloor: "builder"
})
