import { Schema } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line } from "#schemas/kernel/text"
import { SmsTemplateId } from "./ids.ts"
import { SmsText } from "./text.ts"

export const TemplateValues = Schema.Record(Schema.String, line(500)).check(Schema.isMaxProperties(50)).annotate({
  description: "What stands for the variables of the template that are not the contact's or the company's.", examples: [{ day: "Tuesday" }]
})

/** A text with variables. */
export const smsTemplate = entity("SmsTemplate", {
  id: field.readOnly(SmsTemplateId),
  name: field.required(line(100).annotate({ description: "No two templates have the same.", examples: ["Ready for pickup"] })),
  text: field.required(SmsText.annotate({
    description: "With variables as `{{contact.first_name|there}}`: what follows the line stands where there is no value. `contact.`, `company.` and " +
      "`{{opt_out_link}}`, a page on which the reader ends the texts, are filled by themselves; others are given when the text is sent.",
    examples: ["Hello {{contact.first_name|there}}, we are open again on {{day}}. {{company.name}}"]
  })),
  variables: field.readOnly(Schema.Array(Schema.Struct({
    name: Schema.String.annotate({ examples: ["contact.first_name"] }),
    fallback: Schema.NullOr(Schema.String).annotate({ description: "What stands there where there is no value; without it, sending is refused.", examples: ["there"] })
  }).annotate({ identifier: "SmsTemplateVariable" }))),
  ...versioned
}, {
  description: "A text with variables.",
  filters: { name: line(100) },
  sort: ["id", "name", "created_at"]
})
export const SmsTemplate = smsTemplate.read
export type SmsTemplate = typeof SmsTemplate.Type
