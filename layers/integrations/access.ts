import { Schema } from "effect"
import { contactFields } from "#schemas/integrations/integration"

const Secret = Schema.RedactedFromValue(Schema.String)

/** What a company is let in with at the other side, as it is kept sealed. */
export const Credentials = Schema.Struct({
  token: Schema.optionalKey(Secret),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Secret),
  secret_address: Schema.optionalKey(Secret)
})
export type Credentials = typeof Credentials.Type

/** What else was said when it was connected. */
export const IntegrationSettings = Schema.Struct({
  account: Schema.optionalKey(Schema.String),
  events: Schema.optionalKey(Schema.Array(Schema.String)),
  mapping: Schema.optionalKey(Schema.Record(Schema.Literals(contactFields), Schema.optionalKey(Schema.String))),
  conflict: Schema.Literals(["ours", "theirs"])
})
export type IntegrationSettings = typeof IntegrationSettings.Type

/** How a module reaches the other side. */
export interface Access {
  readonly credentials: Credentials
  readonly settings: IntegrationSettings
}
