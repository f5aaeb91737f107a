import { Context, Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#schemas/api"

/** What the typed client sends with a request besides what the call says. */
const RequestHeaders = Context.Reference<Readonly<Record<string, string>>>("test/support/RequestHeaders", { defaultValue: () => ({}) })

/** Made once for all servers and keys: to make a client of the whole contract takes a tenth of a second. */
const typedClient = Effect.runSync(HttpApiClient.makeWith(Api, {
  httpClient: HttpClient.makeWith(
    Effect.flatMap((request: HttpClientRequest.HttpClientRequest) => Effect.flatMap(HttpClient.HttpClient, ({ execute }) => execute(request))),
    (request: HttpClientRequest.HttpClientRequest) => Effect.map(RequestHeaders, (headers) => HttpClientRequest.setHeaders(request, headers))
  )
}))

/** A client, or a group of its operations, whose requests carry these headers. */
const within = <C extends object>(client: C, headers: Readonly<Record<string, string>>): C =>
  new Proxy(client, {
    get: (target, name) => {
      const found = Reflect.get<object, PropertyKey>(target, name)
      if (typeof found === "function") return (request: unknown) => Effect.provideService(found(request), RequestHeaders, headers)
      return typeof found === "object" ? within(found, headers) : found
    }
  })

/** The typed client of the contract, whose requests carry these headers. */
export const carrying = (headers: Readonly<Record<string, string>>) => within(typedClient, headers)
