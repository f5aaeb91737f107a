import { Effect, Layer, Option } from "effect"
import { ProviderTiming } from "#layers/providers/http"
import { twilioServer } from "../../providers/twilio-server.ts"
import { json, type Key, send, TestServerWith, textingAt, TWILIO_SID, TWILIO_TOKEN } from "../../support/test-server.ts"
import { SITE, Twilio } from "../sms/texting.ts"

/** A server that calls by a local server which speaks Twilio's protocol; that one is given up on soon. */
export const CallingServer = Layer.unwrap(Effect.map(twilioServer(TWILIO_SID, TWILIO_TOKEN), (server) =>
  Layer.merge(
    Layer.succeed(Twilio, server),
    TestServerWith({ ...textingAt(server.url), siteUrl: Option.some(SITE), trustedProxies: 1 }).pipe(
      Layer.provide(Layer.succeed(ProviderTiming, { connect: 1_000, attempt: 300, longAttempt: 1_000, whole: 1_500, backoff: 10 }))
    )
  )))

export const post = (path: string, body: object, key: Key = "acme", headers: Record<string, string> = {}) =>
  send(path, { key, method: "POST", headers, ...json(body) })

export const remove = (path: string, key: Key = "acme", headers: Record<string, string> = {}) => send(path, { key, method: "DELETE", headers })

export const patch = (path: string, body: object, key: Key = "acme") => send(path, { key, method: "PATCH", ...json(body) })
