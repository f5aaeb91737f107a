import { Context, Effect, Option, Schema } from "effect"
import { Contacts } from "#layers/crm/contacts"
import { ContactId } from "#schemas/crm/contact"
import { durable, signal, sleep, step, stepKey, waitAtMost, write } from "#workflows/durable"

export class MailRefused extends Schema.TaggedError<MailRefused>("MailRefused")("MailRefused", { to: Schema.String }) {}

interface Message {
  readonly to: string
  readonly subject: string
  /** The same again sends nothing again. */
  readonly key: string
}

export class Mail extends Context.Service<Mail, {
  readonly send: (message: Message) => Effect.Effect<void, MailRefused>
}>()("readme/Mail") {}

/** The address of a contact who is still on trial. */
const onTrial = Effect.fnUntraced(function*(id: ContactId) {
  const contacts = yield* Contacts
  const trial = Option.filter(yield* contacts.find(id), ({ tags }) => tags.includes("trial"))
  return Option.match(trial, { onNone: () => null, onSome: ({ email }) => email })
})

const endTrial = Effect.fnUntraced(function*(id: ContactId) {
  const contacts = yield* Contacts
  const before = Option.getOrThrow(yield* contacts.find(id, { deleted: true, lock: true }))
  yield* Effect.orDie(contacts.update(before, { tags: before.tags.filter((tag) => tag !== "trial") }, { events: ["contact.updated"] }))
})

export const TrialReminder = durable({
  name: "crm.trial_reminder",
  version: 1,
  payload: { contact_id: ContactId },
  success: Schema.Literals(["converted", "stays", "closed"]),
  error: MailRefused
})

/** What the contact answered to the reminder. */
export const Answered = signal("answered", Schema.Struct({ stays: Schema.Boolean }))

export const TrialReminderProgram = TrialReminder.program(Effect.fnUntraced(function*({ contact_id }) {
  yield* sleep("first days", "3 days")
  const to = yield* step("check", { success: Schema.NullOr(Schema.String) }, onTrial(contact_id))
  if (to === null) return "converted"

  yield* step("remind", { error: MailRefused, retries: { attempts: 5, first: "1 minute" } }, Effect.gen(function*() {
    const mail = yield* Mail
    yield* mail.send({ to, subject: "Your trial ends in four days", key: yield* stepKey("remind") })
  }))

  const answer = yield* waitAtMost(Answered, "4 days")
  if (Option.isSome(answer) && answer.value.stays) return "stays"
  yield* write("close", { verb: "close_trial" }, endTrial(contact_id))
  return "closed"
}))
