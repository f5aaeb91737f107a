import { Layer } from "effect"
import { AuditTrail } from "./audit-trail.ts"
import { CompanyKeys } from "./company-keys.ts"
import { Invitations } from "./invitations.ts"
import { Members } from "./members.ts"

/** What owners and admins look after: keys, people, and what became of both. */
export const Administration = Layer.mergeAll(AuditTrail.layer, CompanyKeys.layer, Invitations.layer, Members.layer)
