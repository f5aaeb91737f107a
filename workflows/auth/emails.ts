import { randomUUID } from "node:crypto"
import { Clock, Effect, Option, Schema } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { Emails } from "#layers/auth/emails"
import { CurrentRequester } from "#layers/auth/anonymous"
import { Mail } from "#layers/providers/mail"
import { MailDeferred, MailRefused } from "#layers/providers/mail-failures"
import { Site } from "#layers/kernel/installation/site"
import { AccountId, Id } from "#schemas/kernel/ids"
import { Caller } from "#schemas/kernel/tenancy"
import { Timestamp } from "#schemas/kernel/time"
import { durable, step } from "../durable.ts"
import type { Retries } from "../retries.ts"
import { deviceOf } from "./device.ts"
import { type EmailContent, written } from "./email-text.ts"

/** E-mails to an account. */
const accountEmails = ["verify", "unfinished", "known", "reset", "password_changed", "two_factors_off"] as const
type AccountEmail = typeof accountEmails[number]

const DAY = 1_440

/** In minutes. The words of the e-mails say the same. */
const good = { verify: DAY, unfinished: DAY, reset: 30 }

/**
 * Sends one e-mail. What is in it is looked up, and the token of its link made, only when it is sent: none of that lies in a
 * payload.
 */
export const EmailRun = durable({
  name: "auth.letter",
  version: 1,
  payload: {
    /** Names the e-mail, on each attempt to send it. */
    letter: Schema.String,
    kind: Schema.Literals([...accountEmails, "invitation"]),
    account_id: Schema.NullOr(AccountId),
    invitation_id: Schema.NullOr(Id),
    /** Who asked for it, and where its links lead. */
    address: Schema.String,
    device: Schema.String,
    asked_at: Timestamp,
    site: Schema.String
  },
  success: Schema.Literals(["sent", "written", "pointless"]),
  error: Schema.Union([MailDeferred, MailRefused])
})

type Payload = Parameters<typeof EmailRun.start>[0]

/** Half a day in all, an hour at most between two attempts. */
const retries: Retries<"MailDeferred"> = { attempts: 22, first: "2 seconds", only: ["MailDeferred"] }

/** To whom, and what; nothing where there is no reason for the e-mail any more. */
const drafted = Effect.fnUntraced(function*(
  { account_id, invitation_id, kind, site }: Payload
): Effect.fn.Return<{ readonly to: string; readonly content: EmailContent } | undefined, never, Accounts | Emails | Caller> {
  const emails = yield* Emails
  if (kind === "invitation") {
    const { company_id } = yield* Caller
    const found = yield* emails.invitation(company_id, invitation_id!)
    if (Option.isNone(found)) return undefined
    const { company, email: to, expires_at, invited_by, role, token } = found.value
    return { to, content: { kind, company, role, invited_by, expires_at, link: `${site}/dashboard/invitation?token=${token}` } }
  }
  const account = yield* (yield* Accounts).byId(account_id!)
  if (Option.isNone(account)) return undefined
  const { email: to, id, verified } = account.value
  switch (kind) {
    case "verify":
      if (verified) return undefined
      return { to, content: { kind, link: `${site}/dashboard/verify?token=${yield* emails.mint(id, "verify", good.verify)}` } }
    case "unfinished":
    case "reset":
      return { to, content: { kind, link: `${site}/dashboard/reset?token=${yield* emails.mint(id, "reset", good[kind])}` } }
    case "known":
      return { to, content: { kind, site } }
    default:
      return { to, content: { kind, link: `${site}/dashboard` } }
  }
})

const sent = Effect.fnUntraced(function*(payload: Payload) {
  const draft = yield* drafted(payload)
  if (draft === undefined) return "pointless" as const
  const { address, asked_at: at, device, letter: idempotencyKey } = payload
  const mail = yield* Mail
  const { how } = yield* mail.send({ to: draft.to, ...written(draft.content, { at, address, device }), idempotencyKey })
  return how
})

export const EmailProgram = EmailRun.program((payload) =>
  step("send", { success: EmailRun.workflow.successSchema, error: EmailRun.workflow.errorSchema, retries }, sent(payload)).pipe(
    Effect.tapError(({ _tag, reason }) =>
      Effect.logError(`an e-mail (${payload.kind}) is given up: ${_tag === "MailRefused" ? "it was refused" : "it could not be sent"}`, reason))
  )
)

/** What an e-mail is about: an account, or an invitation of the company. */
export type About =
  | { readonly kind: AccountEmail; readonly account_id: AccountId }
  | { readonly kind: "invitation"; readonly invitation_id: number }

/** Sends an e-mail once the transaction in progress is there; it says from where that was asked for. */
export const sendEmail = Effect.fnUntraced(function*(about: About) {
  const { address, userAgent } = yield* CurrentRequester
  const { linked: site } = yield* Site
  const asked_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  return yield* EmailRun.start({
    letter: `${asked_at.replace(/\W|\d{3}Z$/g, "")}-${randomUUID()}`,
    kind: about.kind,
    account_id: about.kind === "invitation" ? null : about.account_id,
    invitation_id: about.kind === "invitation" ? about.invitation_id : null,
    address,
    device: deviceOf(userAgent),
    asked_at,
    site
  })
})
