import { Schema, SchemaTransformation } from "effect"
import { defaulted } from "#schemas/kernel/defaulted"
import { entity, field } from "#schemas/kernel/entity"
import { KeyId, UserId } from "#schemas/kernel/ids"
import { MAX_CENTS } from "#schemas/kernel/money"
import { type Scope, scopes } from "#schemas/kernel/tenancy"
import { line } from "#schemas/kernel/text"
import { Instant, Timestamp } from "#schemas/kernel/time"
import { AllowedAddress } from "./allowed-address.ts"
import { Mode } from "./session.ts"

/** The longest that a key and the one before it can both be good: a week, in minutes. */
const MOST_OVERLAP = 10_080

const MOST_STANDING = 200

/** A member, as far as a list needs to say who it was. Also one who was removed. */
export const Maker = Schema.Struct({
  id: UserId,
  name: Schema.String.annotate({ examples: ["Grace Hopper"] })
}).annotate({ identifier: "Maker" })

const verb = Schema.String.annotate({ description: "An operation that waits for a person's consent.", examples: ["delete_contact"] })
const agents = Schema.Boolean.annotate({
  description: "Whether it holds for calls of an agent too: those with `X-Service-Agent`, and all of a key made for an agent."
})
const cap = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_CENTS })).annotate({
  description: "The most money that one call may move, in the smallest unit of the company's currency. A call that moves more, or " +
    "another currency, waits for a person.",
  examples: [50_000]
})

/** What an owner allowed a key to run without asking each time. */
export const StandingConsent = Schema.Struct({
  verb,
  agents,
  amount_cap: Schema.NullOr(cap).annotate({ description: "`null` where there is no limit." }),
  expires_at: Schema.NullOr(Timestamp),
  granted_by: Schema.NullOr(Maker),
  created_at: Timestamp
}).annotate({ identifier: "StandingConsent" })
export type StandingConsent = typeof StandingConsent.Type

export const NewStandingConsent = Schema.Struct({
  verb: line(100).annotate({ description: "An operation that waits for a person's consent.", examples: ["delete_contact"] }),
  agents: defaulted(agents, false),
  amount_cap: defaulted(Schema.NullOr(cap), null),
  expires_at: defaulted(Schema.NullOr(Instant.annotate({ examples: ["2036-11-21T09:30:00Z"] })), null)
}).annotate({ identifier: "NewStandingConsent" })
export type NewStandingConsent = typeof NewStandingConsent.Type

export const StandingConsents = Schema.Struct({
  standing_consents: Schema.Array(NewStandingConsent).check(Schema.isMaxLength(MOST_STANDING)).annotate({
    description: "All that the key has afterwards; an empty list withdraws them all.",
    examples: [[{ verb: "delete_contact", agents: false, amount_cap: null, expires_at: null }]]
  })
}).annotate({ identifier: "StandingConsents" })

const distinct = <A>() =>
  SchemaTransformation.transform<ReadonlyArray<A>, ReadonlyArray<A>>({
    decode: (items) => [...new Set(items)],
    encode: (items) => items
  })

const Scopes = Schema.Array(Schema.Literals(scopes)).check(Schema.isMinLength(1), Schema.isMaxLength(100)).pipe(
  Schema.decode(distinct<typeof scopes[number]>())
).annotate({
  description: "What it may do; never more than whoever makes it. `consents:approve` lets it approve in a person's place.",
  examples: [["crm:read", "crm:write"]]
})

/** What a key is called, whoever makes it. */
export const KeyLabel = line(200).annotate({ description: "Whose it is, or what for.", examples: ["Web shop"] })

/** The agent that a key is made for, as `X-Service-Agent` names agents. */
export const AgentName = line(200).annotate({ examples: ["ada"] })

/** Whether a key would let an agent approve what a person should. */
export const letsAgentApprove = (agent: string | null, scopes: ReadonlyArray<Scope>): boolean =>
  agent !== null && scopes.includes("consents:approve")

/** An API key of the company, without the key. */
export const apiKey = entity("ApiKey", {
  id: field.readOnly(KeyId),
  prefix: field.readOnly(
    Schema.String.annotate({ description: "How the key begins: enough to tell it from another.", examples: ["sk_service_live_4f9A"] })
  ),
  label: field.required(KeyLabel),
  mode: field.required(Mode, Mode),
  scopes: field.required(Scopes, Schema.Array(Schema.String).annotate({ examples: [["crm:read", "crm:write"]] })),
  agent: field.defaulted(
    Schema.NullOr(AgentName).annotate({
      description: "The agent that it is made for: each of its calls is that agent's, so it can never have `consents:approve`."
    }),
    null,
    Schema.NullOr(Schema.String).annotate({ description: "The agent that it was made for: each of its calls is that agent's.", examples: ["ada"] })
  ),
  allowed_addresses: field.defaulted(
    Schema.Array(AllowedAddress).check(Schema.isMaxLength(100)).pipe(Schema.decode(distinct<string>())).annotate({
      description: "From where it may be used: IPv4 and IPv6 addresses, and networks like 198.51.100.0/24; from anywhere, if empty.",
      examples: [["127.0.0.0/8", "::1", "198.51.100.0/24"]]
    }),
    [],
    Schema.Array(Schema.String).annotate({
      description: "From where it may be used: addresses and networks; from anywhere, if empty.",
      examples: [["203.0.113.7", "198.51.100.0/24"]]
    })
  ),
  expires_at: field.defaulted(
    Schema.NullOr(Instant.annotate({ examples: ["2036-11-21T09:30:00Z"] })).annotate({ description: "In the future; `null` for never." }),
    null,
    Schema.NullOr(Timestamp)
  ),
  revoked_at: field.readOnly(Schema.NullOr(Timestamp)),
  previous_key_until: field.readOnly(Schema.NullOr(Timestamp).annotate({
    description: "Until when the key before the last rotation is good too; `null` once it is not."
  })),
  last_used_at: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "Within a minute." })),
  standing_consents: field.readOnly(
    Schema.Array(StandingConsent).annotate({ description: "What it may do without asking a person each time." })
  ),
  created_by: field.readOnly(Schema.NullOr(Maker).annotate({ description: "`null` where the operator made it." })),
  created_at: field.readOnly(Timestamp)
})
export const ApiKey = apiKey.read
export type ApiKey = typeof ApiKey.Type

/** The same with the key, which is never to be seen again. */
export const ApiKeyWithKey = Schema.Struct({
  ...ApiKey.fields,
  key: Schema.String.annotate({
    description: "Shown this once; only a hash of it is kept.",
    examples: ["sk_service_live_4f9Axxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]
  })
}).annotate({ identifier: "ApiKeyWithKey" })
export type ApiKeyWithKey = typeof ApiKeyWithKey.Type

export const Rotation = Schema.Struct({
  overlap_minutes: defaulted(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MOST_OVERLAP })).annotate({
      description: "How long the key before stays good beside the new one; 0 ends it at once.",
      examples: [60]
    }),
    60
  )
}).annotate({ identifier: "ApiKeyRotation" })
