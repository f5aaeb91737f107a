import { Layer } from "effect"
import { Accounts } from "./accounts.ts"
import { Audit } from "./audit.ts"
import { Passwords } from "./passwords.ts"
import { Sessions } from "./sessions.ts"
import { SignIns } from "./sign-ins.ts"
import { SigningKeys } from "./signing-keys.ts"
import { Tokens } from "./tokens.ts"
import { StepUps } from "./step-ups.ts"
import { TwoFactors } from "./two-factors.ts"
import { Vault } from "./vault.ts"

/** What tells who somebody is, below everything that asks. */
export const Signing = Tokens.layer.pipe(Layer.provideMerge(SigningKeys.layer), Layer.provideMerge(Vault.layer))

/** What people do to sign in. */
export const Identity = Layer.mergeAll(Accounts.layer, Passwords.layer, SignIns.layer, StepUps.layer, TwoFactors.layer).pipe(
  Layer.provideMerge(Layer.merge(Audit.layer, Sessions.layer))
)
