import { Context, Effect, Layer, Option } from "effect"
import type Provider from "oidc-provider"
import { SigningKeys } from "#layers/auth/signing-keys"
import { SecretStore } from "#layers/auth/secret-store"
import { Log } from "#layers/kernel/log"
import { OAuthClients } from "#layers/oauth/clients"
import { ClientDocuments } from "#layers/oauth/documents"
import { type Agreed, OAuthGrants, type ToolClient } from "#layers/oauth/grants"
import { OAuthRecords } from "#layers/oauth/records"
import { callLibrary, runForLibrary } from "./library-context.ts"
import { nameOf } from "./client-metadata.ts"
import { resourceFor } from "./command-line.ts"
import { askedFor, OFFLINE } from "./scopes.ts"
import { errorPage } from "./error-page.ts"

/** Without SITE_URL the site is whatever host it is asked for by; so many of them are known at a time. */
const MOST_ORIGINS = 4

/** A client's request that waits for a person. */
export interface Waiting {
  readonly client: ToolClient
  readonly scopes: ReadonlyArray<string>
  /** Where the answer goes: the host, or the scheme of an application's own. */
  readonly answersTo: string
  /** Where the browser goes on to once it is decided. */
  readonly returnTo: string
}

interface Request {
  readonly params: Readonly<Record<string, unknown>>
  readonly returnTo: string
  readonly exp: number
  result?: unknown
  readonly save: (seconds: number) => Promise<unknown>
}

const answersTo = (redirect: string): string => {
  const { host, protocol } = new URL(redirect)
  return protocol === "https:" || protocol === "http:" ? host : protocol.slice(0, -1)
}

/** The authorization server, as its own addresses and the page that asks for consent see it. */
export class OAuthServer extends Context.Service<OAuthServer>()("src/oauth/OAuthServer", {
  make: Effect.gen(function*() {
    const clients = yield* OAuthClients
    const documents = yield* ClientDocuments
    const grants = yield* OAuthGrants
    const records = yield* OAuthRecords
    const keys = yield* SigningKeys
    const secretStore = yield* SecretStore
    const log = yield* Log
    const providers = new Map<string, Promise<Provider>>()

    const made = Effect.fnUntraced(function*(origin: string) {
      const { privateJwk } = yield* keys.current
      const { providerOf } = yield* Effect.promise(() => import("./provider.ts"))
      return yield* Effect.promise(() =>
        providerOf({
          origin, clients, documents, grants, records,
          signingKey: privateJwk,
          cookieKey: Buffer.from(secretStore.derive("oauth cookies", 32)).toString("base64url"),
          errorPage: errorPage,
          failed: (error) => log.error({ err: error }, "the authorization server failed")
        }))
    })

    const at = (origin: string) =>
      Effect.promise(() => {
        const known = providers.get(origin)
        if (known !== undefined) return known
        const provider = runForLibrary(made(origin))
        if (providers.size >= MOST_ORIGINS) providers.delete(providers.keys().next().value!)
        providers.set(origin, provider)
        provider.catch(() => providers.delete(origin))
        return provider
      })

    const requestOf = (provider: Provider, uid: string) =>
      Effect.map(Effect.promise(() => provider.Interaction.find(uid)), (found) => found as Request | undefined)

    const clientOf = Effect.fnUntraced(function*(provider: Provider, { params }: Request) {
      const id = String(params["client_id"])
      const client = yield* callLibrary(() => provider.Client.find(id).catch(() => undefined))
      if (client === undefined) return undefined
      const described = id.startsWith("https://")
      return { id, name: nameOf(client.metadata()), host: described ? new URL(id).host : undefined }
    })

    const decide = Effect.fnUntraced(function*(request: Request, result: unknown) {
      request.result = result
      yield* Effect.promise(() => request.save(Math.max(1, request.exp - Math.floor(Date.now() / 1_000))))
    })

    return {
      /** Reads the library when it is first needed; it is large. */
      at,

      waiting: Effect.fnUntraced(function*(origin: string, uid: string): Effect.fn.Return<Option.Option<Waiting>> {
        const provider = yield* at(origin)
        const request = yield* requestOf(provider, uid)
        if (request === undefined) return Option.none()
        const client = yield* clientOf(provider, request)
        return client === undefined ? Option.none() : Option.some({
          client,
          scopes: askedFor(String(request.params["scope"] ?? "")),
          answersTo: answersTo(String(request.params["redirect_uri"])),
          returnTo: request.returnTo
        })
      }),

      /** Connects the client; nothing where the person may hand on none of it. A request is decided once, whoever is quicker. */
      allow: Effect.fnUntraced(function*(
        origin: string, uid: string, { scopes, ...agreed }: Omit<Agreed, "client">
      ): Effect.fn.Return<"allowed" | "nothing" | "decided"> {
        const provider = yield* at(origin)
        const request = yield* requestOf(provider, uid)
        const client = request === undefined ? undefined : yield* clientOf(provider, request)
        if (request === undefined || client === undefined) return "decided"
        const asked = new Set(askedFor(String(request.params["scope"] ?? "")))
        const some = scopes.filter((scope) => asked.has(scope))
        const may = yield* grants.may(agreed, some)
        if (may.length === 0) return "nothing"
        if (!(yield* records.consume("Interaction", uid))) return "decided"

        const accountId = String(agreed.account_id)
        const grant = new provider.Grant({ accountId, clientId: client.id })
        grant.addResourceScope(resourceFor(client.id, origin), may.join(" "))
        if (String(request.params["scope"] ?? "").split(" ").includes(OFFLINE)) grant.addOIDCScope(OFFLINE)
        const grantId = yield* Effect.promise(() => grant.save())
        const given = yield* grants.give({ ...agreed, scopes: may, client }, grantId)
        if (Option.isNone(given)) return "nothing"
        yield* clients.used(client.id)
        yield* decide(request, { login: { accountId, remember: false }, consent: { grantId }, select_account: {} })
        return "allowed"
      }),

      deny: Effect.fnUntraced(function*(origin: string, uid: string) {
        const request = yield* requestOf(yield* at(origin), uid)
        if (request === undefined || !(yield* records.consume("Interaction", uid))) return
        yield* decide(request, { error: "access_denied", error_description: "the person did not agree" })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(OAuthServer, OAuthServer.make)
}
