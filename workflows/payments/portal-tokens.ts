import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect } from "effect"
import { SecretStore } from "#layers/auth/secret-store"
import { ContactId } from "#schemas/crm/contact"
import { CompanyId } from "#schemas/kernel/ids"
import { Caller, type Mode } from "#schemas/kernel/tenancy"
import type { Email } from "#schemas/messages/email"
import { PORTAL_DAYS } from "#schemas/payments/portal"

/** The path of customers' own pages. */
export const PORTAL = "/my"

/** Stands in e-mails that are kept for what only the one that is sent holds: who reads the company's e-mails is not their customer. */
const WITHHELD = "link-of-the-reader"

const PURPOSE = "links to customers' own pages"
const DAY = 86_400_000

/** What a link says; nobody else can say it. */
export interface PortalToken {
  readonly company_id: CompanyId
  readonly mode: Mode
  readonly contact_id: ContactId
  /** Epoch milliseconds, by the company's clock, in whole seconds. */
  readonly expires: number
}

const signed = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** What the address of a customer's own pages holds. It is kept nowhere. */
export const portalToken = Effect.fnUntraced(function*(contact_id: ContactId, expires: number) {
  const { company_id, mode } = yield* Caller
  const [key] = (yield* SecretStore).derivations(PURPOSE, 32)
  const said = `${company_id}.${mode}.${contact_id}.${Math.floor(expires / 1_000)}`
  return `${said}.${signed(key!, said).toString("base64url")}`
})

const shape = /^((\d{1,15})\.(live|test)\.(\d{1,15})\.(\d{1,11}))\.([\w-]{43})$/u

/** What a link says, if it is one of ours. */
export const portalTokenIn = Effect.fnUntraced(function*(token: string) {
  const [, said, company, mode, contact, expires, signature] = shape.exec(token) ?? []
  if (said === undefined) return undefined
  const given = Buffer.from(signature!, "base64url")
  const keys = (yield* SecretStore).derivations(PURPOSE, 32)
  if (!keys.some((key) => timingSafeEqual(signed(key, said), given))) return undefined
  return {
    company_id: CompanyId.make(Number(company)), mode: mode as Mode, contact_id: ContactId.make(Number(contact)), expires: Number(expires) * 1_000
  } satisfies PortalToken
})

/** The same link, as an e-mail that is kept holds it. */
export const withheld = (base: string) => `${base}${PORTAL}/${WITHHELD}`

/** What is sent of an e-mail that is kept: with the link of its reader, where it has one. */
export const withPortalLink = Effect.fnUntraced(function*<T extends { readonly html: string; readonly text: string }>(
  { html, text, ...rest }: T, { contact_id, created_at }: Pick<Email, "contact_id" | "created_at">
) {
  const name = `${PORTAL}/${WITHHELD}`
  if (contact_id === null || !text.includes(name)) return { ...rest, html, text }
  const link = `${PORTAL}/${yield* portalToken(contact_id, Date.parse(created_at) + PORTAL_DAYS * DAY)}`
  return { ...rest, html: html.replaceAll(name, link), text: text.replaceAll(name, link) }
})
