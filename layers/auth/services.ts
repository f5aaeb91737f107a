import { Layer } from "effect"
import { Runs } from "../workflows/runs.ts"
import { Accounts } from "./accounts.ts"
import { Audit } from "./audit.ts"
import { AuditTrail } from "./audit-trail.ts"
import { CompanyKeys } from "./company-keys.ts"
import { Emails } from "./emails.ts"
import { Enrolment } from "./enrolment.ts"
import { InstallTokens } from "./install-tokens.ts"
import { Invitations } from "./invitations.ts"
import { Joins } from "./joining.ts"
import { Members } from "./members.ts"
import { OwnPassword } from "./own-password.ts"
import { Passwords } from "./passwords.ts"
import { PublishableKeys } from "./publishable-keys.ts"
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

/** Signing in, and what owners and admins look after: keys, people, and the audit of both. */
export const AuthServices = Layer.mergeAll(
  AuditTrail.layer, CompanyKeys.layer, Enrolment.layer, InstallTokens.layer, Invitations.layer, Joins.layer, Members.layer, OwnPassword.layer,
  Passwords.layer, PublishableKeys.layer, RefreshTokens.layer, SignIns.layer, SignedIn.layer, StepUps.layer, Throttle.layer, TwoFactors.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(Accounts.layer, Audit.layer, Emails.layer.pipe(Layer.provide(Runs.layer)), Sessions.layer))
)
