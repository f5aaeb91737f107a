import { Schema, SchemaTransformation } from "effect"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { eventKinds } from "#schemas/kernel/events"
import { Id } from "#schemas/kernel/ids"
import { line, Text } from "#schemas/kernel/text"
import { Timestamp } from "#schemas/kernel/time"

export const WebhookId = Id.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

/** What can be subscribed to: a kind, all of a group, everything. */
export const eventPatterns: ReadonlyArray<string> = [
  "*", ...new Set(eventKinds.map((kind) => `${kind.split(".")[0]}.*`)), ...eventKinds
]
const known = new Set(eventPatterns)

export const EventPattern = Schema.String.check(
  Schema.makeFilter((text: string) => known.has(text), {
    expected: "a kind of event like order.paid, all of a group like order.*, or *; GET /api/v1/webhooks/events lists them",
    toJsonSchema: () => ({ enum: eventPatterns })
  })
).annotate({ identifier: "EventPattern", examples: ["order.*"] })

const distinct = SchemaTransformation.transform<ReadonlyArray<string>, ReadonlyArray<string>>({
  decode: (patterns) => [...new Set(patterns)].sort(),
  encode: (patterns) => patterns
})

const Patterns = Schema.Array(EventPattern).check(Schema.isMinLength(1), Schema.isMaxLength(100)).pipe(
  Schema.decode(distinct)
).annotate({
  description: "Kinds of events, exact (`order.paid`), by group (`order.*`) or all (`*`).",
  examples: [["order.*", "payment.succeeded"]]
})

const isAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" && url.password === "" &&
    url.hash === ""
}

/** Where events are sent, as a caller gives it: whether it may be called is decided where the settings are known. */
const Address = Text.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter(isAddress, {
    expected: "an https address without user name, password and fragment",
    toJsonSchema: () => ({ format: "uri" })
  })
).annotate({
  description: "An https address that is open to the internet; redirects are not followed.",
  examples: ["https://hooks.acme.example/events"]
})

const prefixed = /^whsec_(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="

/** What both sides sign with. */
export const WebhookSecret = Schema.String.check(
  Schema.isMinLength(16),
  Schema.isMaxLength(255),
  Schema.makeFilter((text: string) => /^[\x21-\x7e]+$/u.test(text) && (!text.startsWith("whsec_") || prefixed.test(text)), {
    expected: "printable ASCII without spaces; after whsec_, base64 of at least 18 bytes",
    toJsonSchema: () => ({ pattern: "^[!-~]+$" })
  })
)

/** An endpoint that is told of events. */
export const webhook = entity("Webhook", {
  id: field.readOnly(WebhookId),
  url: field.required(Address, Schema.String.annotate({ examples: ["https://hooks.acme.example/events"] })),
  events: field.required(Patterns, Schema.Array(Schema.String).annotate({ examples: [["order.*", "payment.succeeded"]] })),
  secret: field.each({
    create: Schema.optionalKey(WebhookSecret.annotate({
      description: "Made for you if left out: `whsec_` and base64 of 32 bytes.",
      examples: [SECRET]
    }))
  }),
  description: field.nullable(line(200), { examples: ["Warehouse"] }),
  livemode: field.readOnly(Schema.Boolean.annotate({
    description: "Made with a live key. It is told of live payments, orders, appointments, messages and calls only, and one made with a test " +
      "key of the others; of what both share, both are told."
  })),
  enabled: field.changeOnly(Schema.Boolean.annotate({
    description: "Off, nothing is sent and nothing is kept for later; on again, what was missed can be replayed.",
    examples: [true]
  })),
  disabled_at: field.readOnly(Schema.NullOr(Timestamp)),
  disabled_reason: field.readOnly(Schema.NullOr(Schema.Literals(["by_request", "gone", "failing"])).annotate({
    description: "`by_request`, `gone` (it answered 410) or `failing` (every delivery failed for five days)."
  })),
  failing_since: field.readOnly(Schema.NullOr(Timestamp).annotate({ description: "The first failure after the last success." })),
  previous_secret_until: field.readOnly(
    Schema.NullOr(Timestamp).annotate({ description: "Until then the secret before the last rotation signs too." })
  ),
  ...versioned
}, { label: ({ url }) => url })
export const Webhook = webhook.read
export type Webhook = typeof Webhook.Type

/** As it is answered once, when the secret is new. */
export const WebhookWithSecret = Schema.Struct({
  ...Webhook.fields,
  secret: Schema.String.annotate({
    description: "Signs what is sent; shown this once.",
    examples: [SECRET]
  })
}).annotate({ identifier: "WebhookWithSecret", ...webhook.about })

/** How an endpoint did in the last seven days. */
export const WebhookHealth = Schema.Struct({
  success_rate: Schema.NullOr(Schema.Finite).annotate({ description: "Share of attempts that succeeded, 0 to 1.", examples: [0.998] }),
  succeeded: Schema.Int.annotate({ description: "Attempts.", examples: [1204] }),
  failed: Schema.Int.annotate({ description: "Attempts.", examples: [3] }),
  pending: Schema.Int.annotate({ description: "Deliveries that are due or wait for their next attempt; 10,000 stands for more." }),
  last_success_at: Schema.NullOr(Timestamp),
  last_failure_at: Schema.NullOr(Timestamp),
  last_error: Schema.NullOr(Schema.String).annotate({ examples: ["The endpoint answered 503."] })
}).annotate({ identifier: "WebhookHealth" })
export type WebhookHealth = typeof WebhookHealth.Type

export const WebhookWithHealth = Schema.Struct({
  ...Webhook.fields,
  health: WebhookHealth
}).annotate({ identifier: "WebhookWithHealth", ...webhook.about })
export type WebhookWithHealth = typeof WebhookWithHealth.Type
