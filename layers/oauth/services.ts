import { Layer } from "effect"
import { Audit } from "../auth/audit.ts"
import { DailyCounters } from "../referrals/daily-counters.ts"
import { ConnectorAccess } from "./access.ts"
import { OAuthClients } from "./clients.ts"
import { ConnectedClients } from "./connected-clients.ts"
import { ClientDocuments } from "./documents.ts"
import { OAuthGrants } from "./grants.ts"
import { OAuthRecords } from "./records.ts"

/** What the authorization server keeps and knows. */
export const OAuth = Layer.mergeAll(
  ClientDocuments.layer, ConnectedClients.layer, ConnectorAccess.layer, OAuthClients.layer, OAuthGrants.layer, OAuthRecords.layer
).pipe(Layer.provide([Audit.layer, DailyCounters.layer]))
