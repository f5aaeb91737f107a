import { Effect } from "effect"
import type { NewContact } from "#schemas/crm/contact"
import type { RunId } from "#schemas/workflows/run"
import { create_contact } from "#workflows/crm/contacts"
import { cancelRun, sendSignal } from "#workflows/durable"
import { Answered, TrialReminder } from "./trial-reminder.ts"

/** A contact on trial and its reminder: both, or neither. */
export const sign_up = Effect.fnUntraced(function*(input: NewContact) {
  const contact = yield* create_contact({ ...input, tags: [...input.tags, "trial"] })
  const run_id = yield* TrialReminder.start({ contact_id: contact.id }, { key: `contact-${contact.id}` })
  return { contact, run_id }
})

interface Answer {
  readonly run_id: RunId
  readonly stays: boolean
}

/** Where the link in the mail leads. */
export const answer_reminder = ({ run_id, stays }: Answer) => sendSignal(run_id, Answered, { stays })

export const stop_reminder = ({ run_id }: Pick<Answer, "run_id">) => cancelRun(run_id)
