import { randomUUID } from "node:crypto"
import { Clock, Effect, Option, Schema } from "effect"
import { Accounts } from "#layers/auth/accounts"
import { Letters } from "#layers/auth/letters"
import { CurrentVisitor } from "#layers/auth/visitor"
import { Mail, MailDeferred, MailRefused } from "#layers/providers/mail"
import { Site } from "#layers/site"
import { AccountId, Id } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { Caller } from "#schemas/kernel/tenancy"
import { durable, step } from "../durable.ts"
import type { Retries } from "../retries.ts"
import { deviceOf } from "./device.ts"
import { type Letter, written } from "./letter-text.ts"

/** Letters to an account. */
const accountLetters = ["verify", "unfinished", "known", "reset", "password_changed", "two_factors_off"] as const
type AccountLetter = typeof accountLetters[number]

const DAY = 1_440

/** In minutes. The words of the letters say the same. */
const good = { verify: DAY, unfinished: DAY, reset: 30 }

/**
 * Sends one letter. What is in it is looked up, and the token of its link made, only when it is sent: none of that lies in a
 * payload.
 */
export const LetterRun = durable({
  name: "auth.letter",
  version: 1,
  payload: {
    /** Names the letter, on each attempt to send it. */
    letter: Schema.String,
    kind: Schema.Literals([...accountLetters, "invitation"]),
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

type Payload = Parameters<typeof LetterRun.start>[0]

/** Half a day in all, an hour at most between two attempts. */
const retries: Retries<"MailDeferred"> = { attempts: 22, first: "2 seconds", only: ["MailDeferred"] }

/** To whom, and what; nothing where there is no reason for the letter any more. */
const drafted = Effect.fnUntraced(function*(
  { account_id, invitation_id, kind, site }: Payload
): Effect.fn.Return<{ readonly to: string; readonly letter: Letter } | undefined, never, Accounts | Letters | Caller> {
  const letters = yield* Letters
  if (kind === "invitation") {
    const { company_id } = yield* Caller
    const found = yield* letters.invitation(company_id, invitation_id!)
    if (Option.isNone(found)) return undefined
    const { company, email: to, expires_at, invited_by, role, token } = found.value
    return { to, letter: { kind, company, role, invited_by, expires_at, link: `${site}/dashboard/invitation?token=${token}` } }
  }
  const account = yield* (yield* Accounts).byId(account_id!)
  if (Option.isNone(account)) return undefined
  const { email: to, id, verified } = account.value
  switch (kind) {
    case "verify":
      if (verified) return undefined
      return { to, letter: { kind, link: `${site}/dashboard/verify?token=${yield* letters.mint(id, "verify", good.verify)}` } }
    case "unfinished":
    case "reset":
      return { to, letter: { kind, link: `${site}/dashboard/reset?token=${yield* letters.mint(id, "reset", good[kind])}` } }
    case "known":
      return { to, letter: { kind, site } }
    default:
      return { to, letter: { kind, link: `${site}/dashboard` } }
  }
})

const sent = Effect.fnUntraced(function*(payload: Payload) {
  const draft = yield* drafted(payload)
  if (draft === undefined) return "pointless" as const
  const { address, asked_at: at, device, letter: idempotencyKey } = payload
  const mail = yield* Mail
  const { how } = yield* mail.send({ to: draft.to, ...written(draft.letter, { at, address, device }), idempotencyKey })
  return how
})

export const LetterProgram = LetterRun.program((payload) =>
  step("send", { success: LetterRun.workflow.successSchema, error: LetterRun.workflow.errorSchema, retries }, sent(payload)).pipe(
    Effect.tapError(({ _tag, reason }) =>
      Effect.logError(`a letter (${payload.kind}) is given up: ${_tag === "MailRefused" ? "it was refused" : "it could not be sent"}`, reason))
  )
)

/** What a letter is about: an account, or an invitation of the company. */
export type About =
  | { readonly kind: AccountLetter; readonly account_id: AccountId }
  | { readonly kind: "invitation"; readonly invitation_id: number }

/** Sends a letter once the transaction in progress is there; it says from where that was asked for. */
export const sendLetter = Effect.fnUntraced(function*(about: About) {
  const { address, userAgent } = yield* CurrentVisitor
  const { linked: site } = yield* Site
  const asked_at = new Date(yield* Clock.currentTimeMillis).toISOString()
  return yield* LetterRun.start({
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
