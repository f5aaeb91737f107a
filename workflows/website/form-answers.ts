import { Effect } from "effect"
import { CurrentRequester } from "#layers/auth/anonymous"
import { Throttle } from "#layers/auth/throttle"
import { Activities } from "#layers/crm/activities"
import { Contacts } from "#layers/crm/contacts"
import { companyNow } from "#layers/kernel/company-clock"
import { FormAnswers, Forms } from "#layers/website/forms"
import type { ContactId } from "#schemas/crm/contact"
import type { Input } from "#schemas/kernel/catalog"
import { NotFound, ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { type Form, TRAP } from "#schemas/website/form"
import type { FieldAnswer, FormAnswer } from "#schemas/website/form-answer"
import type * as api from "#schemas/website/forms.api"
import { LEAST_MS, showingOf } from "../calendar/hosted/form-token.ts"
import { customerOf, nameParts } from "../crm/customer.ts"
import { create_task } from "../crm/tasks.ts"
import { emailCustomer } from "../messages/send.ts"
import notice from "../messages/templates/notice.ts"
import { aboutForm, readAnswers } from "./form-reading.ts"

/** So many forms are taken within an hour from one network, and by one company. */
const MOST_SENT = 30
const MOST_OF_COMPANY = 2_000
const HOUR_SECONDS = 3_600

const DAY_MS = 86_400_000
const MOST_TAGS = 50

/** Whether a program sent it, as it seems. Who shows no form of ours has no token, and is told by the other signs. */
const isSpam = Effect.fnUntraced(function*(form: Form, { [TRAP]: trap = "", token }: Pick<Input<typeof api.submit_form>, "token" | typeof TRAP>) {
  if (trap !== "") return true
  if (token === undefined) return false
  const showing = yield* showingOf(aboutForm(form), token)
  return showing === undefined || showing.age < LEAST_MS
})

const textOf = (answers: ReadonlyArray<FieldAnswer>) => answers.map(({ answer, label }) => `${label}\n${answer}`).join("\n\n")

const MOST_OF_BODY = 20_000
const MOST_OF_NOTES = 10_000
const MOST_OF_FACT = 1_000

/** Who sent it, with the tag of the form. Contacts come after the company's own records are read, and stay locked. */
const senderOf = Effect.fnUntraced(function*({ tag }: Form, { email, name, phone }: ReturnType<typeof readAnswers>["person"]) {
  if (email === null) return null
  const id = yield* customerOf({ ...nameParts(name), email, phone })
  if (tag === null) return id
  const contacts = yield* Contacts
  const before = yield* Effect.orDie(contacts.get(id, { lock: true }))
  if (!before.tags.includes(tag) && before.tags.length < MOST_TAGS) {
    yield* Effect.orDie(contacts.update(before, { tags: [...before.tags, tag].toSorted() }, { events: ["contact.updated"] }))
  }
  return id
})

/** A note on the timeline, a task, and an e-mail to the company, as the form says. */
const follow = Effect.fnUntraced(function*(form: Form, { answers, contact_id, id, page }: FormAnswer, person: ReturnType<typeof readAnswers>["person"]) {
  const { makes_task, name, notify_email } = form
  const text = textOf(answers)
  const who = person.name ?? person.email ?? person.phone ?? "A visitor"
  if (contact_id !== null) {
    yield* Activities.use((activities) => activities.create({
      kind: "note", subject: `Sent the form “${name}”`.slice(0, 200), body: text.slice(0, MOST_OF_BODY), contact_id
    }))
  }
  if (makes_task) {
    yield* Effect.orDie(create_task({
      title: `Answer ${who}: ${name}`.slice(0, 200), notes: text.slice(0, MOST_OF_NOTES), contact_id, deal_id: null, assignee_id: null,
      due_at: new Date((yield* companyNow) + DAY_MS).toISOString()
    }))
  }
  if (notify_email === null) return
  const [short, long] = [answers.filter(({ answer }) => answer.length <= MOST_OF_FACT), answers.filter(({ answer }) => answer.length > MOST_OF_FACT)]
  yield* Effect.orDie(emailCustomer(notice, {
    subject: `${who} sent the form “${name}”`.slice(0, 200),
    heading: name,
    paragraphs: long.map(({ answer, label }) => `${label}\n${answer}`),
    facts: [...short.map(({ answer, label }) => [label, answer] as const), ...page === null ? [] : [["Page", page] as const]]
  }, { to: { email: notify_email }, key: `form answer ${id}` }))
})

/** A form that visitors can send. */
export const openForm = Effect.fnUntraced(function*(id: Form["id"]) {
  const form = yield* Forms.use((forms) => forms.get(id))
  return form.active ? form : yield* new NotFound({ message: `There is no form ${id} to be sent.` })
})

/** Takes what a visitor sent, with all that follows from it. */
const take = Effect.fnUntraced(function*(form: Form, asked: Omit<Input<typeof api.submit_form>, "host" | "id">) {
  const { answers, person, wrong } = readAnswers(form.fields, asked.answers)
  if (wrong.size > 0) {
    const details = [...wrong].map(([name, error]) => ({ field: name === "" ? "answers" : `answers.${name}`, error, received: asked.answers[name] ?? null }))
    return yield* new ValidationError({ message: `Not all answers fit: ${details.map(({ error, field }) => `${field}: ${error}`).join(" ")}`, details })
  }
  const spam = yield* isSpam(form, asked)
  const contact_id: ContactId | null = spam ? null : yield* senderOf(form, person)
  const made = yield* FormAnswers.use((all) => all.create({ form_id: form.id, contact_id, answers, page: asked.page, spam }, {
    events: spam ? [] : ["form.submitted"]
  }))
  if (!spam) yield* follow(form, made, person)
  return { message: form.after }
})

export const submit_form = Effect.fnUntraced(function*({ host: _, id, ...asked }: Input<typeof api.submit_form>) {
  const form = yield* openForm(id)
  const { company_id, mode } = yield* Caller
  const { network } = yield* CurrentRequester
  const throttle = yield* Throttle
  const counted = yield* Effect.mapError(throttle.attempt("form", [
    { about: `${company_id} ${mode} ${network}`, most: MOST_SENT, seconds: HOUR_SECONDS },
    { about: `${company_id} ${mode}`, most: MOST_OF_COMPANY, seconds: HOUR_SECONDS }
  ]), ({ refusal }) => refusal)
  return yield* Effect.tapError(take(form, asked), () => counted.release)
})
