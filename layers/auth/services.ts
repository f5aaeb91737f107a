import { Layer } from "effect"
import { Runs } from "../engine/runs.ts"
import { Accounts } from "./accounts.ts"
import { Administration } from "./administration.ts"
import { Audit } from "./audit.ts"
import { Emails } from "./emails.ts"
import { Enrolment } from "./enrolment.ts"
import { InstallTokens } from "./install-tokens.ts"
import { Joins } from "./joining.ts"
import { OwnPassword } from "./own-password.ts"
import { Passwords } from "./passwords.ts"
import { RefreshTokens } from "./refresh-tokens.ts"
import { SecretStore } from "./secret-store.ts"
import { Sessions } from "./sessions.ts"
import { SignIns } from "./sign-ins.ts"
import { SignedIn } from "./signed-in.ts"
import { SigningKeys } from "./signing-keys.ts"
import { StepUps } from "./step-ups.ts"
import { Throttle } from "./throttle.ts"
import { Tokens } from "./tokens.ts"
import { TwoFactors } from "./two-factors.ts"

/** What tells who somebody is, below everything that asks. */
export const Signing = Tokens.layer.pipe(Layer.provideMerge(SigningKeys.layer), Layer.provideMerge(SecretStore.layer))

/** What people do to sign in. */
export const AuthServices = Layer.mergeAll(Administration, Joins.layer, InstallTokens.layer, Enrolment.layer, OwnPassword.layer, Passwords.layer, RefreshTokens.layer, SignIns.layer, SignedIn.layer, Throttle.layer, StepUps.layer, TwoFactors.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Accounts.layer, Audit.layer, Emails.layer.pipe(Layer.provide(Runs.layer)), Sessions.layer))
)
