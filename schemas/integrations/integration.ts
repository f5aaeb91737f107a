import { Schema } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { Id } from "#schemas/kernel/ids"
import { line, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"
import { EventPattern } from "#schemas/webhooks/webhook"
import { catalogue, type IntegrationKey } from "./catalogue.ts"
import { authorizations, given, integrationKinds } from "./declaration.ts"

export const Key = Schema.Literals(catalogue.map(({ key }) => key) as [IntegrationKey, ...Array<IntegrationKey>]).annotate({
  description: "What the catalogue calls it.", examples: ["inbound_webhook"]
})

export const Kind = Schema.Literals(integrationKinds).annotate({ examples: ["data"] })

export const integrationStates = ["not_connected", "authorizing", "connected", "needs_reconnection", "failing"] as const
export const IntegrationState = Schema.Literals(integrationStates).annotate({
  description: "`authorizing`: somebody has to agree at the other side, at `authorization_url`. `needs_reconnection`: the other side no longer accepts the " +
    "connection; connecting again keeps what was brought over. `failing`: it does not answer at the moment.",
  examples: ["connected"]
})
export type IntegrationState = typeof IntegrationState.Type

/** Fields of a contact that can be filled from elsewhere. */
export const contactFields = ["first_name", "last_name", "email", "phone", "company_name", "notes"] as const
export type ContactField = typeof contactFields[number]

const texts = (examples: ReadonlyArray<string>) => Schema.Array(Schema.String).annotate({ examples: [[...examples]] })

/** Another system, and how this company is connected to it. */
export const Integration = Schema.Struct({
  id: Schema.NullOr(Id).annotate({ description: "Of the connection; `null` without one." }),
  key: Key,
  name: Schema.String.annotate({ examples: ["Inbound webhook"] }),
  kind: Kind,
  status: Schema.Literals(["available", "planned"]).annotate({ description: "`planned`: it cannot be connected yet.", examples: ["available"] }),
  authorization: Schema.Literals(authorizations).annotate({
    description: "`oauth2`: somebody agrees at the other side. `token`: a key of the other side. `secret_address`: an address there that whoever has it may " +
      "use. `own_address`: an address here.",
    examples: ["own_address"]
  }),
  needs: Schema.Array(Schema.Struct({
    name: Schema.Literals(given).annotate({ examples: ["mapping"] }),
    means: Schema.String.annotate({ examples: ["Where in the JSON the fields of a contact are."] }),
    required: Schema.Boolean
  })).annotate({ description: "What `connect_integration` takes for it." }),
  direction: Schema.Literals(["in", "out", "both"]).annotate({ examples: ["in"] }),
  reads: texts(["People, as contacts"]).annotate({ description: "What is taken from there." }),
  writes: texts([]).annotate({ description: "What is told there." }),
  mapping: Schema.Array(Schema.Struct({
    theirs: Schema.String.annotate({ examples: ["email"] }), ours: Schema.String.annotate({ examples: ["email"] })
  })).annotate({ description: "Fields that stand for each other." }),
  conflict: Schema.NullOr(Schema.String).annotate({ description: "Which side holds where both changed the same.", examples: ["What is there stays."] }),
  limits: Schema.String.annotate({ examples: ["JSON of up to 1 MiB."] }),
  left_out: Schema.String.annotate({ description: "What of its protocol is not used.", examples: ["Records other than contacts."] }),
  state: IntegrationState,
  account: Schema.NullOr(Schema.String).annotate({ description: "What the other side calls the account.", examples: [null] }),
  address: Schema.NullOr(Schema.String).annotate({
    description: "Of `own_address`: where the other system sends to. Whoever has it can; told to those who may change connections.",
    examples: ["https://api.example/api/v1/integrations/inbound/data/q3f8Z0wXkq0Zy2d6E5r1b7n4m9s8a2c1v0u3t6y5x7w"]
  }),
  authorization_url: Schema.NullOr(Schema.String).annotate({ description: "Of `authorizing`: where somebody agrees, within ten minutes.", examples: [null] }),
  failure: Schema.NullOr(Schema.String).annotate({ description: "Why it does not work, if it does not.", examples: [null] }),
  connected_at: Schema.NullOr(Timestamp),
  checked_at: Schema.NullOr(Timestamp).annotate({ description: "When the other side last answered." }),
  last_synced_at: Schema.NullOr(Timestamp).annotate({ description: "When a run last came to its end." })
}).annotate({ identifier: "Integration", description: "Another system, and how the company is connected to it. Both modes share it." })
export type Integration = typeof Integration.Type

const secret = (most: number, description: string) =>
  Schema.optionalKey(Schema.RedactedFromValue(Text.check(Schema.isMaxLength(most), Schema.isMinLength(1))).annotate({ description }))

const Mapping = Schema.Record(Schema.Literals(contactFields), Schema.optionalKey(line(200))).annotate({
  description: "Where each field of a contact is: names of fields, or of those within others with dots between them.",
  examples: [{ email: "form.email", first_name: "form.name" }]
})

/** What is given to connect another system: `needs` of the catalogue tells which of these. Unlike the rest, credentials are kept sealed and stand in no answer. */
export const NewConnection = Schema.Struct({
  token: secret(2_000, "A key or token of the other side. It is kept sealed and stands in no answer."),
  client_id: Schema.optionalKey(line(200).annotate({ description: "Of an app of the company's own at the other side.", examples: ["app-42"] })),
  client_secret: secret(500, "The secret of that app. It is kept sealed and stands in no answer."),
  secret_address: secret(2_000, "An address of the other side that lets in whoever has it. It is kept sealed and stands in no answer."),
  account: Schema.optionalKey(line(200).annotate({ description: "Which of several there: an audience, a page, a form.", examples: ["a1b2c3"] })),
  events: Schema.optionalKey(Schema.Array(EventPattern).check(Schema.isMinLength(1), Schema.isMaxLength(50)).annotate({
    description: "Which events are told: exact, by group or all.", examples: [["order.paid", "deal.*"]]
  })),
  mapping: Schema.optionalKey(Mapping),
  conflict: defaulted(Schema.Literals(["ours", "theirs"]).annotate({
    description: "Which side holds where both have changed the same record since it was last brought over.", examples: ["ours"]
  }), "ours")
}).annotate({ identifier: "NewIntegrationConnection", examples: [{ mapping: { email: "form.email", first_name: "form.name" }, conflict: "ours" }] })
