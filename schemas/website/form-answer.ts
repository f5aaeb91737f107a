import { Schema } from "effect"
import { ContactId } from "#schemas/crm/contact"
import { defaulted } from "#schemas/kernel/defaulted"
import { below, entity, field, since } from "#schemas/kernel/entity"
import { phrase } from "#schemas/kernel/phrase"
import { Text, prose } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { MOST_ANSWER, TRAP } from "./form.ts"
import { FormAnswerId, FormId } from "./ids.ts"

const Answer = Schema.Struct({
  name: Schema.String.annotate({ examples: ["message"] }),
  label: Schema.String.annotate({ description: "As the form asked then.", examples: ["How can we help?"] }),
  answer: Schema.String.annotate({ examples: ["A table for six"] })
}).annotate({ identifier: "FormFieldAnswer" })
export type FieldAnswer = typeof Answer.Type

/** What a visitor sent by a form. */
export const formAnswer = entity("FormAnswer", {
  id: field.readOnly(FormAnswerId),
  form_id: field.readOnly(FormId),
  form_name: field.readOnly(Schema.String.annotate({ examples: ["Ask us"] })),
  contact_id: field.readOnly(Schema.NullOr(ContactId).annotate({ description: "Who sent it; null where it asked for no address, and of spam." })),
  answers: field.readOnly(Schema.Array(Answer)),
  page: field.readOnly(Schema.NullOr(Schema.String).annotate({ description: "The page that it was sent from.", examples: ["/contact"] })),
  spam: field.readOnly(Schema.Boolean.annotate({ description: "A program sent it, as it seems: nobody was told, and no contact was made.", examples: [false] })),
  livemode: field.readOnly(Schema.Boolean.annotate({ description: "Sent in live mode." })),
  created_at: field.readOnly(Timestamp)
}, {
  description: "What a visitor sent by a form.",
  label: ({ id }) => phrase`answer ${id}`,
  filters: {
    contact_id: ContactId,
    spam: Schema.Boolean,
    from: since("created_at", Instant.annotate({ description: "Sent at or after this." })),
    to: below("created_at", Instant.annotate({ description: "Sent before this.", examples: ["2099-12-31T18:00:00Z"] }))
  },
  sort: ["id", "created_at"]
})
export const FormAnswer = formAnswer.read
export type FormAnswer = typeof FormAnswer.Type

export const NewFormAnswer = Schema.Struct({
  answers: Schema.Record(
    prose(40), Schema.Union([prose(MOST_ANSWER), Schema.Array(prose(200)).check(Schema.isMaxLength(50))])
  ).annotate({
    description: "By the names of the form's fields: a text; of `choices` several; of `consent` `yes`.",
    examples: [{ email: "grace@navy.example" }]
  }),
  page: defaulted(Schema.NullOr(prose(500)).annotate({ description: "The path of the page that it was sent from.", examples: ["/contact"] }), null),
  token: Schema.optionalKey(Text.check(Schema.isMaxLength(200)).annotate({
    description: "Of the form as it was shown; what came too soon after that is kept as spam.", examples: ["1764000000000-00112233445566778899aabb-x"]
  })),
  [TRAP]: Schema.optionalKey(prose(500).annotate({ description: "A field that people do not see: what fills it in is kept as spam.", examples: [""] }))
}).annotate({ identifier: "NewFormAnswer" })
export type NewFormAnswer = typeof NewFormAnswer.Type

export const FormSent = Schema.Struct({
  message: Schema.String.annotate({ description: "What the form says when it was sent.", examples: ["Thank you. We answer within a day."] })
}).annotate({ identifier: "FormSent" })
