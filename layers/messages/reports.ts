import { randomBytes } from "node:crypto"
import { Effect, Option } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { CompanyId } from "#schemas/kernel/ids"
import { shortened } from "#schemas/kernel/one-line"
import { isOfAddress } from "../providers/mail-failures.ts"

/** What a mail server or a reader says of an e-mail that was sent. `failed`: refused for good, though the address may be right. */
export type ReportKind = "bounced" | "failed" | "delayed" | "complained"

export interface Report {
  readonly kind: ReportKind
  readonly company_id: CompanyId
  readonly reference: string
  /** In the words of the other side. */
  readonly answer: string
}

type Fields = ReadonlyMap<string, string>

const LONGEST_ANSWER = 500

/** Names an e-mail where its id would tell how many there are. */
export const newReference = (): string => randomBytes(16).toString("hex")

/** Names an e-mail in its Message-ID and in the address that it is returned to. Some servers write addresses in lower case. */
export const reportName = (company_id: CompanyId, reference: string): string => `${company_id}-${reference}`

const named = /[+<](\d{1,15})-([0-9a-f]{32})@/iu

/** Header fields, of which the first of a name counts. A line that begins with white space goes on with the one before. */
const fieldsOf = (text: string): Fields => {
  const fields = new Map<string, string>()
  for (const line of text.replace(/\r?\n[ \t]+/gu, " ").split(/\r?\n/u)) {
    const colon = line.indexOf(":")
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

const blocksOf = (text: string) => text.split(/\r?\n(?:[ \t]*\r?\n)+/u).map(fieldsOf)

const partsOf = ({ attachments }: Email, ...types: ReadonlyArray<string>) =>
  attachments.filter(({ mimeType }) => types.includes(mimeType)).map(({ content }) => String(content))

/** A status code (RFC 3463), from the words of the server where the field says only that it failed. */
const codeOf = (status: string, diagnostic: string) => {
  const code = /\b[245]\.\d{1,3}\.\d{1,3}\b/u
  const [own] = code.exec(status) ?? []
  if (own !== undefined && !own.endsWith(".0.0")) return own
  return code.exec(diagnostic)?.[0] ?? own ?? (/\b4\d\d\b/u.test(diagnostic) ? "4.0.0" : "5.0.0")
}

interface Told {
  readonly kind: ReportKind
  readonly answer: string
}

/** What a delivery status says of one recipient; nothing where it says that the e-mail went on. */
const toldOf = (fields: Fields): ReadonlyArray<Told> => {
  const action = fields.get("action")?.toLowerCase() ?? ""
  const diagnostic = (fields.get("diagnostic-code") ?? "").replace(/^[\w-]+\s*;\s*/u, "")
  const code = codeOf(fields.get("status") ?? "", diagnostic)
  const answer = diagnostic === "" ? `${action} (${code})` : diagnostic
  if (/^delayed\b/u.test(action)) return [{ kind: "delayed", answer }]
  if (!/^failed\b/u.test(action)) return []
  return [{ kind: !code.startsWith("5") ? "delayed" : isOfAddress(code) ? "bounced" : "failed", answer }]
}

/** What a reader's provider calls a complaint; `not-spam` and `auth-failure` are none. */
const complaints = new Set(["abuse", "fraud", "other", "opt-out"])

const complaintOf = (fields: Fields): ReadonlyArray<Told> => {
  const type = fields.get("feedback-type")?.toLowerCase() ?? ""
  const by = fields.get("user-agent") ?? fields.get("source-ip")
  return complaints.has(type) ? [{ kind: "complained", answer: `A reader complained: ${type}${by === undefined ? "" : ` (${by})`}.` }] : []
}

/** The worst first. */
const kinds: ReadonlyArray<ReportKind> = ["complained", "bounced", "failed", "delayed"]

/** Where a report names the e-mail that it is about: whom it came to, whom the e-mail came from, and the e-mail itself. */
const outside = ["x-original-to", "delivered-to", "envelope-to", "to", "in-reply-to", "references"]
const inside = ["original-mail-from", "return-path", "message-id"]

const read = async (bytes: Uint8Array): Promise<Report | undefined> => {
  const message = await PostalMime.parse(bytes, { attachmentEncoding: "utf8" })
  const statuses = partsOf(message, "message/delivery-status", "message/global-delivery-status").flatMap(blocksOf)
  const feedback = partsOf(message, "message/feedback-report").map(fieldsOf)
  const told = [...statuses.flatMap(toldOf), ...feedback.flatMap(complaintOf)]
  const worst = kinds.flatMap((kind) => told.filter((one) => one.kind === kind))[0]
  if (worst === undefined) return undefined
  const returned = partsOf(message, "message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers")
    .map((text) => fieldsOf(text.split(/\r?\n\r?\n/u, 1)[0]!))
  const names = [
    ...outside.flatMap((name) => message.headers.filter(({ key }) => key === name).map(({ value }) => value)),
    ...[...feedback, ...returned].flatMap((fields) => inside.map((name) => fields.get(name)))
  ]
  const [, company, reference] = names.map((text) => named.exec(text ?? "")).find((found) => found !== null) ?? []
  if (company === undefined) return undefined
  return {
    kind: worst.kind,
    company_id: CompanyId.make(Number(company)),
    reference: reference!.toLowerCase(),
    answer: shortened(worst.answer, LONGEST_ANSWER)
  }
}

/** What a message says of an e-mail that was sent; nothing where it is no such report, or can be read by nobody. */
export const reportOf = (bytes: Uint8Array): Effect.Effect<Option.Option<Report>> =>
  Effect.map(Effect.orElseSucceed(Effect.tryPromise(() => read(bytes)), () => undefined), Option.fromUndefinedOr)
