import { Layer } from "effect"
import { Runs } from "../engine/runs.ts"
import { Accounts } from "./accounts.ts"
import { Administration } from "./administration.ts"
import { Audit } from "./audit.ts"
import { InstallTokens } from "./install-tokens.ts"
import { Enrolment } from "./enrolment.ts"
import { Joins } from "./joining.ts"
import { Letters } from "./letters.ts"
import { OwnPassword } from "./own-password.ts"
import { Passwords } from "./passwords.ts"
import { RefreshTokens } from "./refresh-tokens.ts"
import { Sessions } from "./sessions.ts"
import { SignedIn } from "./signed-in.ts"
import { SignIns } from "./sign-ins.ts"
import { SigningKeys } from "./signing-keys.ts"
import { Throttle } from "./throttle.ts"
import { Tokens } from "./tokens.ts"
import { StepUps } from "./step-ups.ts"
import { TwoFactors } from "./two-factors.ts"
import { Vault } from "./vault.ts"

/** What tells who somebody is, below everything that asks. */
export const Signing = Tokens.layer.pipe(Layer.provideMerge(SigningKeys.layer), Layer.provideMerge(Vault.layer))

/** What people do to sign in. */
export const Identity = Layer.mergeAll(Administration, Joins.layer, InstallTokens.layer, Enrolment.layer, OwnPassword.layer, Passwords.layer, RefreshTokens.layer, SignIns.layer, SignedIn.layer, Throttle.layer, StepUps.layer, TwoFactors.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Accounts.layer, Audit.layer, Letters.layer.pipe(Layer.provide(Runs.layer)), Sessions.layer))
)
