import { Effect, Option } from "effect"
import { CompanySettings } from "#layers/company/settings"
import { Contacts } from "#layers/crm/contacts"
import { SmsTemplates } from "#layers/messages/sms/templates"
import type { Contact, ContactId } from "#schemas/crm/contact"
import { ValidationError } from "#schemas/kernel/errors"
import type { SmsTemplateId } from "#schemas/messages/sms/ids"
import type { SmsTemplate } from "#schemas/messages/sms/template"
import { MOST_OF_TEXT } from "#schemas/messages/sms/text"
import { OPT_OUT_LINK, optOutLinks } from "./opt-out-link.ts"

/** What a text can say of the contact whom it goes to. */
const ofContact = {
  first_name: ({ first_name }: Contact) => first_name,
  last_name: ({ last_name }: Contact) => last_name,
  company_name: ({ company_name }: Contact) => company_name,
  email: ({ email }: Contact) => email
}

/** And of the company. */
const ofCompany = ["name", "contact_phone", "contact_email", "website"] as const

const known = new Set([...Object.keys(ofContact).map((name) => `contact.${name}`), ...ofCompany.map((name) => `company.${name}`)])

const variable = /\{\{([^{}]*)\}\}/gu
const inside = /^\s*([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)\s*(?:\|([^|]*))?$/u

const wrong = (error: string, received: string) => new ValidationError({ message: `text: ${error}`, details: [{ field: "text", error, received }] })

const partsOf = (text: string) => {
  const [, name, fallback] = inside.exec(text) ?? []
  return name === undefined ? undefined : { name, fallback: fallback?.trim() ?? null }
}

/** The variables of a text, each once, as they stand in it. Refuses what is not written as a variable is, and what nobody has. */
export const variablesOf = Effect.fnUntraced(function*(text: string) {
  const found = new Map<string, SmsTemplate["variables"][number]>()
  for (const [written, between] of text.matchAll(variable)) {
    const parts = partsOf(between!)
    if (parts === undefined) return yield* wrong(`${written} is no variable: write it as {{contact.first_name|there}}`, written)
    if (parts.name.includes(".") && !known.has(parts.name)) {
      return yield* wrong(`there is no ${parts.name}; there are ${[...known].join(", ")}`, written)
    }
    const before = found.get(parts.name)
    if (before === undefined || (before.fallback !== null && parts.fallback === null)) found.set(parts.name, parts)
  }
  const rest = text.replaceAll(variable, "")
  if (rest.includes("{{") || rest.includes("}}")) return yield* wrong("a variable is opened and not closed, or closed and not opened", text)
  return [...found.values()]
})

/** What a template says to a contact. Refuses where a value is missing that nothing stands for, and where the text becomes too long. */
export const filled = Effect.fnUntraced(function*(template: SmsTemplate, contact_id: ContactId | null, values: Readonly<Record<string, string>>, to_phone: string) {
  const company = yield* CompanySettings.use(({ own }) => own)
  const contact = contact_id === null ? Option.none() : yield* Contacts.use((contacts) => contacts.find(contact_id))
  const link = template.variables.some(({ name }) => name === OPT_OUT_LINK) ? (yield* optOutLinks([to_phone])).get(to_phone) : undefined
  const valueOf = (name: string): string | null => {
    if (name === OPT_OUT_LINK) return link ?? null
    const [whose, what] = name.split(".")
    if (what === undefined) return values[name] ?? null
    if (whose === "company") return company[what as typeof ofCompany[number]]
    return Option.isSome(contact) ? ofContact[what as keyof typeof ofContact](contact.value) : null
  }
  const missing = template.variables.filter(({ fallback, name }) => fallback === null && (valueOf(name) ?? "") === "")
  if (missing.length > 0) {
    return yield* new ValidationError({
      message: `The template needs ${missing.map(({ name }) => name).join(", ")}.`,
      details: missing.map(({ name }) => ({
        field: name.includes(".") ? "contact_id" : `values.${name}`, error: `there is no value for {{${name}}}, and nothing stands in its place`, received: null
      }))
    })
  }
  const message = template.text.replaceAll(variable, (_, between: string) => {
    const { fallback, name } = partsOf(between)!
    return valueOf(name) || fallback || ""
  })
  if (message.length > MOST_OF_TEXT || message.trim() === "") {
    const error = message.trim() === "" ? "nothing is left of the text" : `the text becomes ${message.length} characters long; it may have ${MOST_OF_TEXT}`
    return yield* new ValidationError({ message: error, details: [{ field: "values", error, received: null }] })
  }
  return message
})

/** What a text can say of the company. */
export type CompanyWords = Readonly<Record<typeof ofCompany[number], string | null>>

/** What a text says to a contact, who opts out at `link`; `undefined` where a value is missing that nothing stands for. */
export const wordedFor = (text: string, contact: Contact, company: CompanyWords, link: string): string | undefined => {
  let whole = true
  const words = text.replaceAll(variable, (_, between: string) => {
    const { fallback, name } = partsOf(between) ?? { fallback: null, name: "" }
    const [whose, what] = name.split(".")
    const value = name === OPT_OUT_LINK ? link : whose === "company" ? company[what as typeof ofCompany[number]] : ofContact[what as keyof typeof ofContact]?.(contact)
    if (!value && fallback === null) whole = false
    return value || fallback || ""
  })
  return whole && words.trim() !== "" ? words : undefined
}

interface Asked {
  readonly message?: string | undefined
  readonly template_id?: SmsTemplateId | undefined
  readonly values?: Readonly<Record<string, string>> | undefined
}

/** What a text says: either words, or a template. */
export const worded = Effect.fnUntraced(function*({ message, template_id, values = {} }: Asked, contact_id: ContactId | null, to_phone: string) {
  if ((message === undefined) === (template_id === undefined)) {
    const error = "either `message` or `template_id` is needed"
    return yield* new ValidationError({ message: error, details: [{ field: "message", error, received: message ?? null }] })
  }
  if (message !== undefined) return { message }
  const template = yield* Effect.flatMap(SmsTemplates.use((templates) => templates.find(template_id!)), Option.match({
    onNone: () => new ValidationError({
      message: "There is no such template.", details: [{ field: "template_id", error: "there is no such template", received: template_id! }]
    }),
    onSome: Effect.succeed
  }))
  return { template_id, message: yield* filled(template, contact_id, values, to_phone) }
})
