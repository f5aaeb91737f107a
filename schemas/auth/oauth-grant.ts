import { Schema } from "effect"
import { KeyId, UserId } from "#schemas/kernel/ids"
import { Timestamp } from "#schemas/kernel/time"
import { Mode } from "./session.ts"

/** A tool client that is connected to the company and acts for one of its members. */
export const OAuthGrant = Schema.Struct({
  id: KeyId.annotate({ description: "Of the connection, as receipts and consents name it." }),
  client_id: Schema.String.annotate({
    description: "Who the client says it is: the address of its description, or what it was named when it registered itself.",
    examples: ["https://assistant.example/client.json"]
  }),
  client_name: Schema.String.annotate({ description: "What the client calls itself.", examples: ["Assistant"] }),
  client_host: Schema.NullOr(Schema.String).annotate({
    description: "The host that answers for the client; `null` where it registered itself, and nobody does.",
    examples: ["assistant.example"]
  }),
  user: Schema.Struct({ id: UserId, name: Schema.String.annotate({ examples: ["Grace Hopper"] }) }).annotate({
    description: "Whom it acts for."
  }),
  mode: Mode,
  scopes: Schema.Array(Schema.String).annotate({
    description: "What was granted. It may do these as far as the member may.", examples: [["crm:read", "crm:write"]]
  }),
  created_at: Timestamp,
  last_used_at: Schema.NullOr(Timestamp).annotate({ description: "Within a minute." }),
  expires_at: Timestamp.annotate({ description: "When it ends unless it is used; a year after it was made at the latest." })
}).annotate({ identifier: "OAuthGrant" })
export type OAuthGrant = typeof OAuthGrant.Type
