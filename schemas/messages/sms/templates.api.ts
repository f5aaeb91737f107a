import { operation } from "#schemas/kernel/endpoints"
import { Conflict } from "#schemas/kernel/errors"
import { smsTemplate, SmsTemplate } from "./template.ts"

export const list_sms_templates = operation.list("list_sms_templates", "/sms/templates", SmsTemplate, {
  ...smsTemplate.list,
  summary: "List templates of texts",
  description: "The company's texts with variables. Live and test keys share them.",
  access: "messages:read"
})

export const create_sms_template = operation.create("create_sms_template", "/sms/templates", smsTemplate.create, SmsTemplate, {
  errors: [Conflict],
  summary: "Add a template of texts",
  description: "Keeps a text with variables. One that is not written as a variable is, or names what no contact and no company has, is refused. A name " +
    "that another template has is a conflict.",
  access: "messages:write"
})
