import { Context, Effect, Layer, Option, Redacted, Scope, Semaphore } from "effect"
import { Agent } from "undici"
import type { IntegrationKey } from "#schemas/integrations/catalogue"
import { ServiceConfig } from "../kernel/config.ts"
import { guarding } from "../network/guard.ts"
import { type ProviderError, ProviderUnavailable } from "../providers/errors.ts"
import { ProviderHttp, type Way } from "../providers/http.ts"
import type { Access } from "./access.ts"
import { modules } from "./modules/all.ts"
import { type App, oauthOf } from "./oauth.ts"

/** While somebody waits: how long it may take, and how many do so at a time. */
const PATIENCE = "12 seconds"
const WAITING = 4
const CONNECT_MS = 5_000

const busy = (provider: string) =>
  new ProviderUnavailable({ provider, operation: "check", reason: "busy", attempts: 0, message: "Many systems are being asked at the moment: try again in some seconds." })
const slow = (provider: string) =>
  new ProviderUnavailable({ provider, operation: "check", reason: "timeout", attempts: 1, message: `${provider} did not answer within 12 s.` })

/** The other systems as they are called: where they are, or where `INTEGRATION_URLS` says. */
export class Partners extends Context.Service<Partners>()("layers/integrations/Partners", {
  make: Effect.gen(function*() {
    const { integrationClients, integrationUrls } = yield* ServiceConfig
    const http = yield* ProviderHttp
    const scope = yield* Effect.scope
    const places = yield* Semaphore.make(WAITING)
    const ways = new Map<IntegrationKey, Way>()

    /** Each is made when it is first called. */
    const wayTo = Effect.fnUntraced(function*(key: IntegrationKey) {
      const known = ways.get(key)
      if (known !== undefined) return known
      const module = modules[key]!
      const way = yield* http.party({ ...module.party, configured: Option.fromUndefinedOr(integrationUrls.get(key)) }).pipe(
        Effect.provideService(Scope.Scope, scope)
      )
      ways.set(key, way)
      return way
    })

    /** Asked seldom, so that no connection is kept. */
    const oauthTo = Effect.fnUntraced(function*(key: IntegrationKey) {
      const module = modules[key]!
      const configured = integrationUrls.get(key)
      const guard = yield* guarding({ hosts: configured === undefined ? [] : [configured.hostname], http: configured?.protocol === "http:" })
      const agent = yield* Effect.acquireRelease(
        Effect.sync(() => new Agent({ connect: guard.connector(CONNECT_MS), allowH2: false })), (agent) => Effect.promise(() => agent.destroy())
      )
      return oauthOf(module.party.name, configured, module.oauth!, agent)
    })

    return {
      wayTo,
      oauthTo,
      /** The app by which somebody agrees: the company's own, or the installation's. */
      appOf: (key: IntegrationKey, { client_id, client_secret }: Access["credentials"]): App | undefined => {
        if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret: Redacted.value(client_secret) }
        const own = integrationClients.get(key)
        return own === undefined ? undefined : { client_id: own.client_id, client_secret: Redacted.value(own.client_secret) }
      },
      /** Why what was given cannot be right. */
      objection: (key: IntegrationKey, access: Access) =>
        modules[key]?.objection?.(access, (integrationUrls.get(key)?.href ?? modules[key].party.usually).replace(/\/$/u, "")),
      /** Asks the other side for somebody who waits, and holds a transaction: so nobody waits for a place, and none waits long. */
      check: (key: IntegrationKey, access: Access) => {
        const module = modules[key]
        if (module === undefined) return Effect.succeed({ account: null })
        const asked = Effect.flatMap(wayTo(key), (way) => module.check(way, access)).pipe(
          Effect.timeoutOrElse({ duration: PATIENCE, orElse: () => Effect.fail<ProviderError>(slow(key)) })
        )
        return Effect.flatMap(places.withPermitsIfAvailable(1)(asked), Option.match({
          onNone: () => Effect.fail<ProviderError>(busy(key)), onSome: (found) => Effect.succeed(found)
        }))
      }
    }
  })
}) {
  static readonly layer = Layer.effect(Partners, Partners.make)
}
