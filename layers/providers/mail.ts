import { createHmac } from "node:crypto"
import { chmod, mkdir, rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Context, Effect, Layer, Option, Redacted, Scope } from "effect"
import type { Transporter } from "nodemailer"
import { isOneAddress } from "#schemas/kernel/email"
import { shortened } from "#schemas/kernel/one-line"
import { ServiceConfig } from "../kernel/config.ts"
import { SecretStore } from "../auth/secret-store.ts"
import { ProviderCircuits } from "./circuits.ts"
import { errorOf, MailDeferred, MailRefused, outcomeOf, secretsOf } from "./mail-failures.ts"

/** A file that goes with an e-mail. */
export interface Attachment {
  readonly name: string
  /** Its media type. A PNG can stand in the text, as `cid:` and its name. What is `text/calendar` with a `method` is an invitation (RFC 6047): mail programs put it into the calendar. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** An e-mail to one person. */
export interface Message {
  /** An address alone: names are chosen by people. */
  readonly to: string
  /** Who it is from, beside or in place of MAIL_FROM. Bounces go to MAIL_BOUNCES or, without that, to MAIL_FROM in any case. */
  readonly from?: { readonly name: string; readonly address?: string }
  /** Where answers go, if not to the sender. */
  readonly replyTo?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments?: ReadonlyArray<Attachment>
  /** Headers of its own; those of every e-mail are made here. */
  readonly headers?: Readonly<Record<string, string>>
  /** Signs it for the domain of `from` (RFC 6376). */
  readonly dkim?: { readonly domainName: string; readonly keySelector: string; readonly privateKey: string }
  /** Names it in its Message-ID and in the address that it is returned to, for reports about it: at most 47 letters, digits and `-`. */
  readonly reportedAs?: string
  /** The same on each attempt to send the same e-mail, and on no other: letters, digits and `-`. */
  readonly idempotencyKey: string
}

/** What became of an e-mail: a server took it; or it was written to a file, and nobody gets it. */
export type Posted =
  | {
    readonly how: "sent"
    /** What the server said. */
    readonly answer: string
  }
  | { readonly how: "written"; readonly file: string }

/** In milliseconds; the address may say otherwise, as `?socketTimeout=5000`. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

const CONNECTIONS = 4

const LONGEST_NAME = 100

const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A password is not to be read on its way by whoever pretends that the server knows no STARTTLS. */
const tlsOf = ({ hostname, username }: URL) => username === "" || loopback.test(hostname) ? {} : { requireTLS: true }

type Post = (message: Message) => Effect.Effect<Posted, MailDeferred | MailRefused>

const quiet = { disableFileAccess: true, disableUrlAccess: true } as const

/** Loaded with the first e-mail. */
const nodemailer = Effect.promise(() => import("nodemailer"))

const posting = (url: Redacted.Redacted) =>
  Effect.map(nodemailer, ({ createTransport }) => {
    const address = Redacted.value(url)
    return createTransport({
      url: address, pool: true, maxConnections: CONNECTIONS, ...timeouts, ...tlsOf(new URL(address)), ...quiet
    })
  })

/** The sender as two parts: a comma in a name would be read as the end of one address. */
const senderOf = (text: string) => {
  const begin = text.lastIndexOf("<")
  return begin === -1
    ? { name: "", address: text }
    : { name: text.slice(0, begin).trim().replace(/^"(.*)"$/, "$1"), address: text.slice(begin + 1, -1) }
}

/** A name that a mail program shows in place of an address must not look like one, nor turn the direction of what follows. */
const displayName = (name: string) =>
  undecodable(shortened(name.replace(/[<>"]+/gu, " ").replace(/[@\ufe6b\uff20]/gu, " at "), LONGEST_NAME))

/** Of a file: without a path, and without what would break a header. */
const fileName = (name: string) =>
  undecodable(shortened(name.replace(/[/\\:*?"<>|]+/gu, "-"), LONGEST_NAME)) || "file"

/** A mail program decodes what looks encoded (RFC 2047), and then shows what no check has seen. */
const undecodable = (subject: string) => subject.replaceAll("=?", "= ?")

/** What an invitation asks for, of a file that is one. */
const methodOf = ({ type }: Attachment) => /^text\/calendar; method=([A-Z]{1,20})$/.exec(type)?.[1]

/** The files of an e-mail, as nodemailer takes them. */
const filesOf = (files: ReadonlyArray<Attachment>) => {
  const event = files.find((file) => methodOf(file) !== undefined)
  const attachments = files.filter((file) => file !== event)
  return {
    ...event !== undefined && { icalEvent: { method: methodOf(event)!, filename: fileName(event.name), content: Buffer.from(event.bytes) } },
    ...attachments.length > 0 && {
      attachments: attachments.map(({ bytes, name, type }) => ({
        filename: fileName(name), contentType: type, content: Buffer.from(bytes),
        ...type === "image/png" ? { contentDisposition: "inline" as const, cid: fileName(name) } : { contentDisposition: "attachment" as const }
      }))
    }
  }
}

const oneRecipient = ({ to }: Message) =>
  isOneAddress(to) ? Effect.void : Effect.fail(new MailRefused({ reason: "the recipient is not one e-mail address" }))

const composing = Effect.map(nodemailer, ({ createTransport }) =>
  createTransport({ streamTransport: true, buffer: true, newline: "unix", ...quiet }))

/** Where e-mails are written that no server gets. */
export const folderOf = (dataDir: string) => join(dataDir, "mail")

/** Sends e-mails through the mail server of SMTP_URL. Without one they are written to files, for whoever tries the service out. */
export class Mail extends Context.Service<Mail>()("layers/providers/Mail", {
  make: Effect.gen(function*() {
    const { dataDir, mailBounces, mailFrom, smtpUrl } = yield* ServiceConfig
    const secretStore = yield* SecretStore
    const circuits = yield* ProviderCircuits
    const scope = yield* Effect.scope
    const sender = senderOf(mailFrom)
    const domain = sender.address.split("@")[1]!
    /* Two installations that share a domain must not give two e-mails one name. */
    const naming = secretStore.derive("names of letters", 32)

    /** The address of an e-mail of its own, where MAIL_BOUNCES takes such addresses. */
    const returnedTo = (name: string | undefined) =>
      Option.match(mailBounces, {
        onNone: () => sender.address,
        onSome: (address) => name === undefined ? address : address.replace("@", `+${name}@`)
      })

    const composed = ({ attachments = [], dkim, from, headers, html, idempotencyKey, replyTo, reportedAs, subject, text, to }: Message) => ({
      from: from === undefined ? sender : { name: displayName(from.name), address: from.address ?? sender.address },
      to: { name: "", address: to },
      envelope: { from: returnedTo(reportedAs), to },
      ...replyTo !== undefined && { replyTo: { name: "", address: replyTo } },
      ...filesOf(attachments),
      ...dkim !== undefined && { dkim },
      subject: undecodable(subject),
      text,
      ...html !== undefined && { html },
      messageId: `<${reportedAs ?? createHmac("sha256", naming).update(idempotencyKey).digest("hex").slice(0, 32)}@${domain}>`,
      /* So that no absence note answers it (RFC 3834). */
      headers: { ...headers, "Auto-Submitted": "auto-generated" }
    })

    const sending = (url: Redacted.Redacted) => {
      const secrets = secretsOf(new URL(Redacted.value(url)))
      const { call } = circuits.circuit("mail")
      return (transport: Transporter): Post => (message) =>
        call("send", Effect.tryPromise({ try: () => transport.sendMail(composed(message)), catch: (error) => errorOf(error, secrets) })).pipe(
          Effect.mapBoth({ onSuccess: ({ response }) => ({ how: "sent", answer: String(response ?? "").slice(0, 500) }), onFailure: outcomeOf })
        )
    }

    const folder = folderOf(dataDir)

    const writing = (transport: Transporter): Post => Effect.fnUntraced(function*(message) {
      const file = join(folder, `${message.idempotencyKey.replace(/[^\w-]/g, "-")}.eml`)
      yield* Effect.tryPromise({
        try: async () => {
          const eml: Uint8Array = (await transport.sendMail(composed(message))).message
          await mkdir(folder, { recursive: true })
          await chmod(folder, 0o700)
          const begun = `${file}.part`
          await writeFile(begun, Buffer.concat([Buffer.from("X-Not-Sent: SMTP_URL is not set\n"), eml]), { mode: 0o600 })
          await rename(begun, file)
        },
        catch: (error) => new MailDeferred({ reason: `cannot write ${file}: ${(error as Error).message}` })
      })
      yield* Effect.logWarning(`an e-mail was NOT sent, as SMTP_URL is not set; it is in ${file}`)
      return { how: "written", file }
    })

    const send = yield* Effect.cached(Option.match(smtpUrl, {
      onNone: (): Effect.Effect<Post> => Effect.map(composing, writing),
      onSome: (url) =>
        Effect.acquireRelease(posting(url), (transport) => Effect.sync(() => transport.close())).pipe(
          Effect.map(sending(url)),
          Effect.provideService(Scope.Scope, scope)
        )
    }))

    return {
      /** Whether a server gets them. */
      configured: Option.isSome(smtpUrl),
      /** Where e-mails come from that name no other address. */
      sender: sender.address,
      send: (message: Message) => Effect.andThen(oneRecipient(message), Effect.flatMap(send, (post) => post(message)))
    }
  })
}) {
  static readonly layer = Layer.effect(Mail, Mail.make)
}
