import { Schema } from "effect"
import { Email } from "#schemas/kernel/email"
import { line, prose } from "#schemas/kernel/text"

export const leadStatuses = ["recorded", "handed_over"] as const
export type LeadStatus = typeof leadStatuses[number]

export interface NewLead {
  readonly origin: "schedule_demo" | "contact_page"
  readonly name: string | null
  readonly email: string | null
  readonly company_name: string | null
  readonly message: string | null
  readonly template_id: string | null
  readonly ai_platform: string | null
  /** Of the link that was followed; what is no code of ours is left out. */
  readonly referral_code: string | null
  /** The reference of an earlier lead that left no address. */
  readonly continues: string | null
  /** Names one showing of a form, so that a form that is sent twice leaves one lead. */
  readonly form: string | null
}

/** Somebody who wants to hear from the operator of the service. */
export interface Lead extends Omit<NewLead, "form"> {
  /** Short; the person knows it too. */
  readonly reference: string
  readonly status: LeadStatus
  readonly request_id: string
  /** What the AI assistant said of why it referred them. */
  readonly referral_context: string | null
  readonly created_at: string
}

/** What a person writes on the contact page. */
export const ContactForm = Schema.Struct({
  email: Email,
  name: Schema.optionalKey(line(100)),
  company_name: Schema.optionalKey(line(100)),
  message: Schema.optionalKey(prose(4_000))
})
export type ContactForm = typeof ContactForm.Type
