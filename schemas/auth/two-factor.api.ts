import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { Conflict, StepUpRequired } from "#schemas/kernel/errors"
import { Code, Password } from "./password.ts"
import { RecoveryCodes, StepUp, TwoFactor, TwoFactorSetup } from "./two-factor.ts"

export const get_two_factor = operation.get("get_two_factor", "/2fa", TwoFactor, {
  summary: "Get two-factor authentication",
  description: "Whether signing in takes a code besides the password, since when, and how many recovery codes are left.",
  access: "session"
})

export const enable_two_factor = operation.act("enable_two_factor", "/2fa", TwoFactorSetup, {
  errors: [Conflict, StepUpRequired],
  summary: "Set up two-factor authentication",
  description: "Answers with a new secret for an authenticator app, as text and as a QR code, shown this once. Nothing is asked for until " +
    "a code of the app was confirmed. To ask again before that replaces the secret. Needs a session that stepped up, since it could " +
    "lock its owner out. A conflict where two-factor authentication is on.",
  access: "session"
})

export const confirm_two_factor = operation.act("confirm_two_factor", "/2fa/confirm", RecoveryCodes, {
  payload: Schema.Struct({ code: Code }),
  errors: [Conflict, StepUpRequired],
  summary: "Turn on two-factor authentication",
  description: "Takes a code of the authenticator app that was set up, and turns two-factor authentication on. Answers with ten recovery codes, shown " +
    "this once, for when the app is lost. The session counts as stepped up; the person's others have to do it again.",
  access: "session"
})

export const disable_two_factor = operation.remove("disable_two_factor", "/2fa", TwoFactor, {
  errors: [Conflict, StepUpRequired],
  summary: "Turn off two-factor authentication",
  description: "Signing in takes the password alone from then on, and all recovery codes are void. Needs a session that stepped up. A " +
    "conflict where two-factor authentication is off.",
  access: "session",
  requiresConsent: true,
  undo: "nothing",
  idempotent: false
})

export const regenerate_recovery_codes = operation.act("regenerate_recovery_codes", "/2fa/recovery-codes", RecoveryCodes, {
  errors: [Conflict, StepUpRequired],
  summary: "Replace the recovery codes",
  description: "Answers with ten new recovery codes, shown this once; those before are void. Needs a session that stepped up. A conflict " +
    "where two-factor authentication is off.",
  access: "session"
})

export const step_up = operation.act("step_up", "/step-up", StepUp, {
  payload: Schema.Struct({
    password: Schema.optionalKey(Password.annotate({ description: "Where two-factor authentication is off." })),
    code: Schema.optionalKey(Code.annotate({ description: "Where two-factor authentication is on: six digits of the app, or a recovery code." }))
  }).annotate({ description: "The code where two-factor authentication is on, else the password." }),
  summary: "Prove again who you are",
  description: "For 10 minutes, and for this session only, dangerous operations are open: those that answer 403 with the code " +
    "`step_up_required` otherwise. Signing in counts too. Wrong attempts are throttled like those of signing in.",
  access: "session"
})
