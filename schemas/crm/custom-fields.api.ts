import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { CustomField, customField, Extensible, MOST_CLEARED, MOST_FIELDS } from "./custom-field.ts"

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

export const get_custom_field = operation.get("get_custom_field", "/fields/:id", CustomField, {
  summary: "Get a custom field",
  description: "One field that the company added."
})

export const update_custom_field = operation.update("update_custom_field", "/fields/:id", customField.change, CustomField, {
  errors: [Conflict],
  summary: "Change a custom field",
  description: "Changes the label, or what a select chooses from. An option that records have does not go: that is a conflict.",
  tierFloor: "builder"
})

export const delete_custom_field = operation.remove("delete_custom_field", "/fields/:id", CustomField, {
  errors: [Conflict],
  summary: "Delete a custom field",
  description: `Deletes the field with its values in all records. A conflict while a segment or a scoring rule asks for it, or more than ${MOST_CLEARED} ` +
    "records have a value.",
  requiresConsent: true,
  undo: "nothing",
  tierFloor: "builder"
})
