import { Effect, Schema } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { CustomFields } from "#layers/crm/custom-fields"
import type { NewAppointment } from "#schemas/calendar/appointment"
import { customKeyOf, type Service } from "#schemas/calendar/service"
import { type Contact, type ContactId, NewContact } from "#schemas/crm/contact"
import type { CustomField, CustomValues } from "#schemas/crm/custom-field"
import { problemOf, valueOf } from "#schemas/crm/custom-values"
import { ValidationError } from "#schemas/kernel/errors"

/** Refuses answers to what the service does not ask, and of customers also that a required one is missing. */
export const checkAnswers = Effect.fnUntraced(function*(questions: Service["questions"], answers: NewAppointment["answers"], by: "company" | "customer") {
  const details = [
    ...answers.flatMap(({ label }, n) => questions.some((question) => question.label === label) ? [] : [
      { field: `answers[${n}].label`, error: "the service does not ask this: use a label of its `questions`", received: label }
    ]),
    ...questions.flatMap(({ label, required }) =>
      by === "company" || !required || answers.some((one) => one.label === label && one.answer.trim() !== "") ? [] : [
        { field: "answers", error: `an answer to “${label}” is required`, received: null }
      ])
  ]
  if (details.length > 0) return yield* new ValidationError({ message: `Not all answers fit: ${details.map(({ error }) => error).join("; ")}.`, details })
})

const isCompanyName = Schema.is(Schema.toType(NewContact.fields.company_name))

/** What an answer says a field of the company's own is, if it is empty and the answer fits. */
const customOf = ({ custom_fields }: Contact, definition: CustomField | undefined, answer: string): CustomValues => {
  if (definition === undefined || definition.key in custom_fields) return {}
  const value = valueOf(definition, answer)
  return value === undefined || problemOf(definition, value) !== undefined ? {} : { [definition.key]: value }
}

/**
 * Fills empty fields of the contact with the answers to questions that are asked for that. What is there already stays: whoever books as a visitor
 * only says who they are. An answer that does not fit the field stays with the appointment alone.
 */
export const fillContact = Effect.fnUntraced(function*(id: ContactId, questions: Service["questions"], answers: NewAppointment["answers"]) {
  const given = questions.flatMap(({ contact_field, label }) => {
    const answer = answers.find((one) => one.label === label)?.answer.trim() ?? ""
    return contact_field === undefined || answer === "" ? [] : [{ answer, contact_field, key: customKeyOf(contact_field) }]
  })
  if (given.length === 0) return
  const contacts = yield* Contacts
  const before = yield* Effect.orDie(contacts.get(id, { lock: true }))
  const definitions = new Map((yield* CustomFields.use((fields) => fields.of("contact"))).map((field) => [field.key, field]))
  const company = given.find(({ contact_field }) => contact_field === "company_name")?.answer
  const custom: CustomValues = Object.assign({}, ...given.map(({ answer, key }) => key === undefined ? {} : customOf(before, definitions.get(key), answer)))
  yield* Effect.orDie(contacts.update(before, {
    ...company !== undefined && before.company_name === null && isCompanyName(company) && { company_name: company },
    ...Object.keys(custom).length > 0 && { custom_fields: { ...before.custom_fields, ...custom } }
  }, { events: ["contact.updated"] }))
})
