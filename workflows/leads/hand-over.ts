import { Effect, Option } from "effect"
import { Receipted } from "#layers/agents/receipted"
import { Contacts } from "#layers/crm/contacts"
import { ImportContacts } from "#layers/crm/import-contacts"
import { payloadHash } from "#layers/workflows/runs"
import { CurrentAttribution } from "#layers/kernel/receipts/change-log"
import { Intake } from "#layers/referrals/intake"
import { Leads } from "#layers/referrals/leads"
import { NewContact } from "#schemas/crm/contact"
import { task } from "#schemas/crm/task"
import { RequestId } from "#schemas/kernel/errors"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import type { Lead } from "#schemas/referrals/lead"
import { create_contact, update_contact } from "../crm/contacts.ts"
import { nameParts } from "../crm/customer.ts"
import { create_task } from "../crm/tasks.ts"

const VERB = "receive_lead"

const nobody = { agent: undefined, mode: undefined, human: undefined, session: undefined }

const factsOf = ({ ai_platform, continues, message, origin, reference, referral_code, referral_context, template_id }: Lead) =>
  [
    ...message === null ? [] : [message, ""],
    `Reference ${reference}, ${origin === "schedule_demo" ? "asked for by an AI assistant" : "from the contact page"}.`,
    ...continues === null ? [] : [`Goes on from ${continues}.`],
    ...template_id === null ? [] : [`Template: ${template_id}.`],
    ...ai_platform === null ? [] : [`Sent by: ${ai_platform}.`],
    ...referral_code === null ? [] : [`Referral: ${referral_code}${referral_context === null ? "" : `: ${referral_context}`}`]
  ].join("\n")

const titleOf = ({ company_name, email, name, origin, reference }: Lead) => {
  const who = name ?? email ?? company_name ?? `request ${reference}`
  return origin === "schedule_demo" ? `Demo wanted: ${company_name ?? reference}` : `Answer ${who}`
}

/** The contact that an earlier request without an address has become, if it still has none. */
const begun = Effect.fnUntraced(function*({ continues }: Lead) {
  const id = continues === null ? undefined : yield* (yield* Intake).contactOf(continues)
  if (id === undefined) return undefined
  const found = yield* (yield* Contacts).find(id, { lock: true })
  return Option.isSome(found) && found.value.email === null ? found.value : undefined
})

const contactOf = Effect.fnUntraced(function*(lead: Lead) {
  const { ai_platform, company_name, email, name, origin, reference } = lead
  const [holder] = email === null ? [] : yield* (yield* ImportContacts).holding([email])
  if (holder !== undefined) return holder
  const known = yield* begun(lead)
  if (known !== undefined) {
    return yield* update_contact({
      id: known.id, email, ...name !== null && nameParts(name), ...company_name !== null && { company_name }
    })
  }
  const anonymous = email === null && name === null
  return yield* create_contact(NewContact.make({
    ...anonymous ? { first_name: "Demo request", last_name: reference } : nameParts(name),
    email,
    company_name,
    tags: ["lead"],
    source: ai_platform !== null ? `AI: ${ai_platform}` : origin === "schedule_demo" ? "AI assistant" : "contact page"
  }))
})

const taken = Effect.fnUntraced(function*(lead: Lead) {
  const intake = yield* Intake
  const { reference } = lead
  if ((yield* intake.contactOf(reference)) !== undefined) return
  const contact = yield* contactOf(lead)
  const made = yield* create_task(task.create.make({ title: titleOf(lead).slice(0, 200), notes: factsOf(lead), contact_id: contact.id }))
  yield* intake.note({ reference, contact_id: contact.id, task_id: made.id })
})

/**
 * Makes a lead a contact and a task of a company, once, with their receipt and events; whether it is there now. What is cut
 * off in between is found done, or is done anew.
 */
export const handOver = Effect.fnUntraced(function*(company: number, reference: string) {
  const leads = yield* Leads
  const lead = yield* leads.find(reference)
  if (lead === undefined || lead.status === "handed_over") return lead !== undefined
  const caller = yield* (yield* Intake).caller(CompanyId.make(company))
  if (Option.isNone(caller)) {
    yield* Effect.logWarning(`OPERATOR_COMPANY is ${company}, but there is no such company, or its key "Public endpoint" was revoked: leads wait`)
    return false
  }
  yield* (yield* Receipted).write({ verb: VERB, payloadHash: payloadHash({ reference }) }, taken(lead)).pipe(
    Effect.provideService(Caller, caller.value),
    Effect.provideService(RequestId, lead.request_id),
    Effect.provideService(CurrentAttribution, nobody)
  )
  yield* leads.settle(reference)
  return true
})
