import { Effect, Redacted, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type { Refusal, Verdict } from "../../providers/attempt.ts"
import type { Call } from "../../providers/http.ts"
import type { Access } from "../access.ts"
import type { IntegrationModule } from "../module.ts"

const addressIn = ({ credentials: { secret_address } }: Access) => secret_address === undefined ? "" : Redacted.value(secret_address)

/** Whether an address is one of the other side's, below a path. */
const isBelow = (address: string, base: string, path: string) => {
  const url = URL.parse(address)
  return url !== null && url.origin === new URL(base).origin && url.pathname.startsWith(path) && url.pathname.length > path.length + 10 && url.search === ""
}

const call = (access: Access, operation: string, request: HttpClientRequest.HttpClientRequest): Call => ({
  operation, request, repeat: "always", secrets: access.credentials.secret_address === undefined ? [] : [access.credentials.secret_address]
})

const gone = "The channel takes no messages at this address: make a new one there."

/** It is no such address any more, or the channel is archived. */
const closed = new Set([401, 403, 404, 410])

const verdictOf = ({ status }: Refusal): Verdict | undefined => closed.has(status) ? { kind: "unauthorized", reason: `status_${status}`, message: gone } : undefined

/** Incoming webhooks of Slack (docs.slack.dev/messaging/sending-messages-using-incoming-webhooks). */
export const slack: IntegrationModule = {
  party: { name: "slack", usually: "https://hooks.slack.com", verdictOf },
  objection: (access, base) =>
    isBelow(addressIn(access), base, "/services/") ? undefined : { field: "secret_address", error: `it has to begin with ${base}/services/` },
  /* There is no way to ask without writing. A message without a text is refused, after the address was found right. */
  check: (way, access) =>
    way.nothing(call(access, "check", HttpClientRequest.post(addressIn(access)).pipe(HttpClientRequest.bodyJsonUnsafe({})))).pipe(
      Effect.catchTag("ProviderInvalidRequest", () => Effect.void),
      Effect.as({ account: null })
    )
}

const Webhook = Schema.Struct({ name: Schema.optionalKey(Schema.NullOr(Schema.String)) })

/** Webhooks of Discord (docs.discord.com/developers/resources/webhook). */
export const discord: IntegrationModule = {
  party: { name: "discord", usually: "https://discord.com", verdictOf },
  objection: (access, base) =>
    isBelow(addressIn(access), base, "/api/webhooks/") ? undefined : { field: "secret_address", error: `it has to begin with ${base}/api/webhooks/` },
  check: (way, access) => Effect.map(way.json(call(access, "check", HttpClientRequest.get(addressIn(access))), Webhook), ({ name = null }) => ({ account: name }))
}
