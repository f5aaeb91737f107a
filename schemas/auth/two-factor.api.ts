import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { Conflict, StepUpRequired } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { Code, Password } from "./password.ts"
import { RecoveryCodes, StepUp, TwoFactor, TwoFactorSetup } from "./two-factor.ts"

export const get_two_factor = HttpApiEndpoint.get("get_two_factor", "/2fa", {
  success: TwoFactor
}).annotateMerge(operation({
  summary: "Get two factors",
  description: "Whether signing in takes a code besides the password, since when, and how many recovery codes are left.",
  access: "session",
  readOnly: true
}))

export const enable_two_factor = HttpApiEndpoint.post("enable_two_factor", "/2fa", {
  success: TwoFactorSetup,
  error: [Conflict, StepUpRequired]
}).annotateMerge(operation({
  summary: "Set up two factors",
  description: "Answers with a new secret for an authenticator app, as text and as a QR code, shown this once. Nothing is asked for until " +
    "a code of the app was confirmed. To ask again before that replaces the secret. Needs a session that stepped up, since it could " +
    "lock its owner out. A conflict where two factors are on.",
  access: "session",
  readOnly: false
}))

export const confirm_two_factor = HttpApiEndpoint.post("confirm_two_factor", "/2fa/confirm", {
  payload: Schema.Struct({ code: Code }),
  success: RecoveryCodes,
  error: [Conflict, StepUpRequired]
}).annotateMerge(operation({
  summary: "Turn two factors on",
  description: "Takes a code of the authenticator app that was set up, and turns two factors on. Answers with ten recovery codes, shown " +
    "this once, for when the app is lost. The session counts as stepped up; the person's others have to do it again.",
  access: "session",
  readOnly: false
}))

export const disable_two_factor = HttpApiEndpoint.delete("disable_two_factor", "/2fa", {
  success: TwoFactor,
  error: [Conflict, StepUpRequired]
}).annotateMerge(operation({
  summary: "Turn two factors off",
  description: "Signing in takes the password alone from then on, and all recovery codes are void. Needs a session that stepped up. A " +
    "conflict where two factors are off.",
  access: "session",
  readOnly: false,
  destructive: true,
  requiresConsent: true
}))

export const regenerate_recovery_codes = HttpApiEndpoint.post("regenerate_recovery_codes", "/2fa/recovery-codes", {
  success: RecoveryCodes,
  error: [Conflict, StepUpRequired]
}).annotateMerge(operation({
  summary: "Replace the recovery codes",
  description: "Answers with ten new recovery codes, shown this once; those before are void. Needs a session that stepped up. A conflict " +
    "where two factors are off.",
  access: "session",
  readOnly: false
}))

export const step_up = HttpApiEndpoint.post("step_up", "/step-up", {
  payload: Schema.Struct({
    password: Schema.optionalKey(Password.annotate({ description: "Where two factors are off." })),
    code: Schema.optionalKey(Code.annotate({ description: "Where two factors are on: six digits of the app, or a recovery code." }))
  }).annotate({ description: "The code where two factors are on, else the password." }),
  success: StepUp
}).annotateMerge(operation({
  summary: "Prove again who you are",
  description: "For 10 minutes, and for this session only, dangerous operations are open: those that answer 403 with the code " +
    "`step_up_required` otherwise. Signing in counts too. Wrong attempts are throttled like those of signing in.",
  access: "session",
  readOnly: false
}))
