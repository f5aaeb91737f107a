import { ConnectorAccess } from "./access.ts"

/** The authorization server's own. */
export const OAuth = ConnectorAccess.layer
