import { Schema } from "effect"
import { contactFields } from "#schemas/integrations/integration"

const Secret = Schema.RedactedFromValue(Schema.String)

/** What a company is let in with at the other side, as it is kept sealed. */
export const Credentials = Schema.Struct({
  token: Schema.optionalKey(Secret),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Secret),
  secret_address: Schema.optionalKey(Secret),
  refresh_token: Schema.optionalKey(Secret),
  /** When `token` ends, in milliseconds since 1970, where that is known. */
  expires_at: Schema.optionalKey(Schema.NullOr(Schema.Finite))
})
export type Credentials = typeof Credentials.Type

/** What else was said when it was connected. */
export const IntegrationSettings = Schema.Struct({
  account: Schema.optionalKey(Schema.String),
  events: Schema.optionalKey(Schema.Array(Schema.String)),
  mapping: Schema.optionalKey(Schema.Record(Schema.Literals(contactFields), Schema.optionalKey(Schema.String))),
  conflict: Schema.Literals(["ours", "theirs"]),
  /** Which of the accounts there somebody chose when they agreed. */
  tenant: Schema.optionalKey(Schema.String)
})
export type IntegrationSettings = typeof IntegrationSettings.Type

/** How a module reaches the other side. */
export interface Access {
  readonly credentials: Credentials
  readonly settings: IntegrationSettings
}
