import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { email, type Email, type EmailAttachment, type EmailId, type EmailState } from "#schemas/messages/email"
import type { InvoiceId } from "#schemas/payments/invoice"
import { Caller } from "#schemas/kernel/tenancy"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, exists, first, inTenant as ofTenant, now } from "../kernel/sql.ts"
import type { Attachment } from "../providers/mail.ts"
import type { Report, ReportKind } from "./reports.ts"

/** Why nothing is sent to an address: a bounce and a complaint end all e-mails, an opt-out those that are not transactional. */
export type Suppression = "bounced" | "complained" | "unsubscribed"

interface NewEmail extends Pick<Email, "template" | "transactional" | "recipient" | "subject" | "state"> {
  readonly contact_id: number | null
  readonly text: string
  readonly html: string
  /** Names it in links, where its id would tell how many there are. */
  readonly reference: string
  readonly key: string | undefined
  readonly files: ReadonlyArray<EmailFile>
}

/** A document that is printed when the e-mail goes out: printing takes longer than a transaction may. */
interface Document {
  readonly name: string
  readonly type: string
  readonly invoice_id: InvoiceId
}

export type EmailFile = Attachment | Document

const attached = (file: EmailFile): EmailAttachment => "bytes" in file ? { name: file.name, type: file.type, bytes: file.bytes.length } : { ...file, bytes: null }

/** What became of an e-mail that was queued. */
export interface Settled extends Pick<Email, "sender" | "reply_to" | "attempts" | "answer"> {
  readonly state: Exclude<EmailState, "queued">
}

/** In which states a report changes something. One that is queued may have been taken just now, or by an attempt whose answer was lost. */
const changedBy: Readonly<Record<ReportKind, ReadonlyArray<EmailState>>> = {
  delayed: ["sent"],
  failed: ["sent"],
  bounced: ["queued", "sent", "failed"],
  complained: ["queued", "sent", "failed", "bounced"]
}

/** E-mails to customers of the caller's company, of the caller's mode. */
export class CustomerEmails extends Context.Service<CustomerEmails>()("layers/messages/CustomerEmails", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const inTenant = ofTenant(sql)
    const emails = yield* repository(email, {
      counted: true,
      internal: { text: Schema.String, html: Schema.String, reference: Schema.String }
    })

    const suppress = Effect.fnUntraced(function*(address: string, reason: Suppression, email_id: number) {
      const { company_id } = yield* Caller
      const made = yield* exists(sql`insert into email_suppressions (company_id, address, reason, email_id)
        values (${company_id}, address_digest(${company_id}, ${address}), ${reason}, ${email_id}) on conflict do nothing returning reason`)
      if (made) yield* recordChange({ object: "email_suppression", id: email_id, before: null, after: { address, reason } })
      return made
    })

    return {
      ...emails,
      /** The one that was written under this key before. */
      underKey: Effect.fnUntraced(function*(key: string) {
        const { mode } = yield* Caller
        const found = yield* first(sql<{ id: EmailId }>`select id from emails where ${inTenant} and livemode = ${mode === "live"} and key = ${key}`)
        return Option.isNone(found) ? found : yield* emails.find(found.value.id)
      }),
      write: Effect.fnUntraced(function*({ files, key, ...values }: NewEmail) {
        const { company_id } = yield* Caller
        const made = yield* Effect.orDie(emails.create({ ...values, key: key ?? null, attachments: files.map(attached) }))
        for (const [position, file] of files.entries()) {
          if (!("bytes" in file)) continue
          yield* execute(sql`insert into email_files (company_id, email_id, position, bytes) values (${company_id}, ${made.id}, ${position}, ${file.bytes})`)
        }
        return made
      }),
      /** Those of its files that are no documents, while it is on its way. */
      files: ({ attachments, id }: Email) =>
        Effect.map(
          Effect.orDie(sql<{ position: number; bytes: Uint8Array }>`
            select position, bytes from email_files where ${inTenant} and email_id = ${id} order by position`),
          (rows) => rows.map(({ bytes, position }): Attachment => ({ name: attachments[position]!.name, type: attachments[position]!.type, bytes }))
        ),
      /** A server did not take it yet. */
      attempted: (id: EmailId, attempts: number, answer: string) =>
        execute(sql`update emails set attempts = ${attempts}, answer = ${answer} where ${inTenant} and id = ${id} and state = 'queued'`),
      /** What somebody else says of an e-mail that a server took. Nothing where there is no such e-mail, or it says nothing new. */
      reported: Effect.fnUntraced(function*({ answer, kind, reference }: Report) {
        const found = yield* first(sql<{ id: EmailId }>`select id from emails where ${inTenant} and livemode and reference = ${reference}`)
        if (Option.isNone(found)) return
        const before = yield* Effect.orDie(emails.get(found.value.id, { lock: true }))
        if (!changedBy[kind].includes(before.state)) return
        if (kind === "delayed") {
          if (before.answer !== answer) yield* Effect.orDie(emails.update(before, { answer }))
          return
        }
        yield* Effect.orDie(emails.update(before, { state: kind, answer }))
        yield* execute(sql`delete from email_files where ${inTenant} and email_id = ${before.id}`)
        if (kind !== "failed") yield* suppress(before.recipient, kind, before.id)
      }),
      settle: Effect.fnUntraced(function*(id: EmailId, settled: Settled) {
        const before = yield* Effect.orDie(emails.get(id, { lock: true }))
        if (before.state !== "queued") return before
        const after = yield* Effect.orDie(emails.update(before, { ...settled, ...settled.state === "sent" && { sent_at: now } }))
        yield* execute(sql`delete from email_files where ${inTenant} and email_id = ${id}`)
        if (settled.state === "bounced") yield* suppress(before.recipient, "bounced", id)
        return after
      }),
      suppress,
      /** Why an e-mail must not be sent to the address; nothing where it may. */
      suppressed: (address: string, transactional: boolean) =>
        Effect.map(
          first(sql<{ reason: Suppression }>`select reason from email_suppressions where ${inTenant} and address = address_digest(company_id, ${address})
            and (reason <> 'unsubscribed' or ${!transactional}) order by reason limit 1`),
          Option.map(({ reason }) => reason)
        ),
      /** To whom an e-mail went, whatever its mode. */
      addressee: (reference: string) =>
        first(sql<{ id: EmailId; recipient: string }>`select id, recipient from emails where ${inTenant} and reference = ${reference}`)
    }
  })
}) {
  static readonly layer = Layer.effect(CustomerEmails, CustomerEmails.make)
}
