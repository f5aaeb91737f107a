import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Email } from "#schemas/kernel/email"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { line, prose } from "#schemas/kernel/text"
import { FormId } from "./ids.ts"

/** Fields of a form, and options of a field. */
const MOST_FIELDS = 30
const MOST_OPTIONS = 50

/** The longest answer of a field. */
export const MOST_ANSWER = 5_000

export const FieldType = Schema.Literals([
  "name", "email", "phone", "text", "paragraph", "number", "date", "choice", "choices", "consent"
]).annotate({
  description: "`name`, `email` and `phone` go to the contact, each at most once; `choice` and `choices` have `options`, of which one or several are " +
    "chosen; `consent` is a box to be ticked.",
  examples: ["email"]
})

const CHOOSING: ReadonlyArray<string> = ["choice", "choices"]
const ONCE: ReadonlyArray<string> = ["name", "email", "phone"]

/** A field that people do not see and programs fill in. */
export const TRAP = "website"

const Name = Schema.String.check(
  Schema.isMinLength(1), Schema.isMaxLength(40), Schema.isPattern(/^[a-z][a-z0-9_]*$/u, { expected: "small letters, digits and _, a letter first" }),
  Schema.makeFilter((name) => name !== TRAP, { expected: `another name than \`${TRAP}\`, by which programs are told from people` })
).annotate({ description: "By which answers tell it.", examples: ["email"] })

const label = line(200).annotate({ description: "As visitors read it.", examples: ["E-mail address"] })

const NewField = Schema.Struct({
  name: Name,
  label,
  type: FieldType,
  required: defaulted(Schema.Boolean.annotate({ examples: [true] }), false),
  options: defaulted(Schema.Array(line(200)).check(Schema.isMaxLength(MOST_OPTIONS), Schema.isUnique()).annotate({
    description: "What can be chosen, of `choice` and `choices` only.", examples: [[]]
  }), [])
}).check(Schema.makeFilter(({ options, type }) => {
  if (CHOOSING.includes(type)) return options.length > 0 ? undefined : { path: ["options"], issue: `a field of type ${type} needs some` }
  return options.length === 0 ? undefined : { path: ["options"], issue: "only fields of type choice and choices have some" }
})).annotate({
  identifier: "NewFormField",
  examples: [{ name: "email", label: "E-mail address", type: "email", required: true, options: [] }]
})

const FormField = Schema.Struct({
  name: Schema.String.annotate({ examples: ["email"] }),
  label: Schema.String.annotate({ examples: ["E-mail address"] }),
  type: FieldType,
  required: Schema.Boolean.annotate({ examples: [true] }),
  options: Schema.Array(Schema.String).annotate({ examples: [[]] })
}).annotate({ identifier: "FormField" })
export type FormField = typeof FormField.Type

const Fields = Schema.Array(NewField).check(
  Schema.isMinLength(1), Schema.isMaxLength(MOST_FIELDS),
  Schema.makeFilter((fields) => {
    const place = fields.findIndex(({ name, type }, n) =>
      fields.findIndex((other) => other.name === name || ONCE.includes(type) && other.type === type) < n)
    return place === -1 ? undefined
      : { path: [place, "name"], issue: "there is another field of this name, or of this type, of which a form has one" }
  })
).annotate({
  description: "What is asked, in this order; at most 30.",
  examples: [[{ name: "email", label: "E-mail address", type: "email", required: true, options: [] }]]
})

const Shown = Schema.Array(FormField)

/** What visitors of a site are asked. */
export const form = entity("Form", {
  id: field.readOnly(FormId),
  name: field.required(line(200).annotate({ description: "As the company calls it, and a page of it its heading.", examples: ["Ask us"] })),
  fields: field.required(Fields, Shown),
  button: field.defaulted(line(60).annotate({ description: "What is pressed to send it.", examples: ["Send"] }), "Send"),
  after: field.defaulted(prose(1_000).annotate({
    description: "What visitors read when they have sent it.", examples: ["Thank you. We answer within a day."]
  }), "Thank you. We have what you sent."),
  tag: field.nullable(line(50), { description: "A tag for contacts who send it.", examples: ["asked"] }),
  notify_email: field.nullable(Email, { description: "Where the company is told of each answer.", examples: ["hello@juniper.example"] }),
  makes_task: field.defaulted(Schema.Boolean.annotate({ description: "Each answer makes a task, due in a day.", examples: [false] }), false),
  active: field.defaulted(Schema.Boolean.annotate({ description: "Can be sent.", examples: [true] }), true),
  ...versioned
}, {
  description: "What visitors of a site are asked.",
  filters: { active: Schema.Boolean },
  sort: ["id", "name", "created_at"]
})
export const Form = form.read
export type Form = typeof Form.Type
export type NewForm = typeof form.create.Type

export const NewForm = form.create.annotate({
  examples: [{
    name: "Ask us", button: "Send", after: "Thank you. We answer within a day.", tag: "asked", notify_email: "hello@juniper.example",
    makes_task: false, active: true,
    fields: [{ name: "email", label: "E-mail address", type: "email", required: true, options: [] }]
  }]
})
