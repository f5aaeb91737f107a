import { Redacted, Schema } from "effect"
import { clean } from "./attempt.ts"
import {
  ProviderDeclined, type ProviderError, ProviderInvalidRequest, ProviderRateLimited, ProviderUnauthorized, ProviderUnavailable
} from "./errors.ts"

/** It cannot be sent now, and may be later: the server is away, is busy, or does not let us in. */
export class MailDeferred extends Schema.TaggedError<MailDeferred>("MailDeferred")("MailDeferred", { reason: Schema.String }) {}

/** The server will not take this e-mail, however often it is offered. */
export class MailRefused extends Schema.TaggedError<MailRefused>("MailRefused")("MailRefused", {
  reason: Schema.String,
  /** The recipient's address is the reason: nothing sent to it will arrive. */
  badAddress: Schema.optionalKey(Schema.Boolean)
}) {}

/** What a server says about an e-mail, and not about us: the sender, the recipient, what is in it. */
const aboutLetter = /^(?:MAIL FROM|RCPT TO|DATA)/

/** An error of nodemailer. */
interface Failure {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
  readonly message: string
}

/**
 * What a refusal says besides that the address is bad (RFC 3463): that the mailbox is full or the e-mail too large for it, that something is
 * wrong on the way, that we are not let in. On the way, 5.4.1 and 5.4.4 say that nobody takes e-mails for the address or its domain.
 */
const otherReason = /^5\.(?:2\.[23]$|4\.(?![14]$)|[3567]\.)/

/** Whether a status code (RFC 3463) of a refusal for good is about the recipient's address. */
export const isOfAddress = (code: string): boolean => !otherReason.test(code)

const BAD_ADDRESS = "bad_address"

const isBadAddress = ({ command = "", response = "" }: Failure) =>
  command.startsWith("RCPT TO") && isOfAddress(/^\d{3}[ -](5\.\d+\.\d+)/.exec(response)?.[1] ?? "")

const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: "timeout", ESOCKET: "unreachable", EDNS: "unreachable", EPROTOCOL: "malformed_answer", ETLS: "tls"
}

/** What must be told to nobody, whatever the server writes back: the password, also as a client sends it (RFC 4616). */
export const secretsOf = ({ password, username }: URL): ReadonlyArray<Redacted.Redacted> => {
  if (password === "") return []
  const [name, word] = [decodeURIComponent(username), decodeURIComponent(password)]
  const base64 = (text: string) => Buffer.from(text).toString("base64")
  return [word, password, base64(word), base64(`\0${name}\0${word}`)].map((secret) => Redacted.make(secret))
}

/**
 * What an error of nodemailer says. An e-mail whose answer was lost may be sent again: it keeps its Message-ID, and RFC 5321, 4.5.4.1,
 * asks for it.
 */
export const errorOf = (error: unknown, secrets: ReadonlyArray<Redacted.Redacted>): ProviderError => {
  const failure = error as Failure
  const { code = "", command = "", message, response, responseCode } = failure
  const told = { provider: "mail", operation: "send", attempts: 1, message: clean(message, secrets) }
  if (code === "EAUTH") return new ProviderUnauthorized({ ...told, reason: "credentials" })
  if (responseCode === undefined) {
    if (response !== undefined) return new ProviderUnavailable({ ...told, reason: "malformed_answer" })
    return code === "EENVELOPE" || code === "EMESSAGE"
      ? new ProviderInvalidRequest({ ...told, reason: "not_an_email" })
      : new ProviderUnavailable({ ...told, reason: reasons[code] ?? "connection_lost" })
  }
  const reason = `status_${responseCode}`
  /* 421: the server ends the connection, whatever was asked (RFC 5321, 3.8). */
  if (!aboutLetter.test(command) || responseCode === 421) return new ProviderUnavailable({ ...told, reason })
  return responseCode < 500
    ? new ProviderRateLimited({ ...told, reason })
    : new ProviderDeclined({ ...told, reason: isBadAddress(failure) ? BAD_ADDRESS : reason })
}

/** What that means for the e-mail. */
export const outcomeOf = ({ _tag, message, reason }: ProviderError): MailDeferred | MailRefused =>
  _tag === "ProviderDeclined" || _tag === "ProviderInvalidRequest"
    ? new MailRefused({ reason: message, ...reason === BAD_ADDRESS && { badAddress: true } })
    : new MailDeferred({ reason: message })
