import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpMethod } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { Api } from "#schemas/api"
import { catalogOf, type Operation } from "#schemas/kernel/catalog"
import { AddressRetired, MethodNotAllowed } from "#schemas/kernel/errors"
import { retired } from "#schemas/retired"
import { corsOf, preflightFor } from "../http/cors.ts"
import { errorResponse } from "../http/error-response.ts"
import { CONTACT, REFERRAL } from "../site/paths.ts"
import { addresses } from "./addresses.ts"

const methods: ReadonlyArray<HttpMethod.HttpMethod> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

/** `forVisitors` are methods that pages of any origin may try: most need a publishable key, which a preflight does not show and which says which may. */
const allowedOn = (path: string, known: ReadonlyArray<string>, forVisitors: ReadonlyArray<string> = []) => {
  const allowed = [...known, ...known.includes("GET") ? ["HEAD"] : [], "OPTIONS"]
  return { path, allowed, forVisitors, list: allowed.join(", ") }
}

const notAllowed = ({ list }: ReturnType<typeof allowedOn>) =>
  errorResponse(new MethodNotAllowed({ message: `This address answers to ${list}.` }), { allow: list })

type Address = ReturnType<typeof allowedOn>

/** Responds to the methods that these addresses do not have, and to OPTIONS. */
const answering = (addresses: ReadonlyArray<Address>) => Layer.unwrap(Effect.map(ServiceConfig, ({ corsOrigins }) => {
  const cors = corsOf(corsOrigins)
  const options = ({ allowed, forVisitors, list, path }: Address) =>
    HttpRouter.route("OPTIONS", path as HttpRouter.PathInput, Effect.map(HttpServerRequest.HttpServerRequest, ({ headers: { origin } }) =>
      HttpServerResponse.empty({
        status: 204, headers: { allow: list, ...preflightFor(origin, forVisitors), ...cors.preflightOf(origin, allowed) }
      })))
  return HttpRouter.addAll(addresses.flatMap((one) => [
    options(one),
    ...methods.filter((method) => !one.allowed.includes(method)).map((method) =>
      HttpRouter.route(method, one.path as HttpRouter.PathInput, notAllowed(one)))
  ]))
}))

/** The same for the addresses of a catalogue. */
export const otherMethods = (catalog: ReadonlyArray<Operation>) =>
  answering([...Map.groupBy(catalog, ({ path }) => path)].map(([path, entries]) => allowedOn(
    path,
    entries.map(({ method }) => method),
    entries.flatMap(({ anyOrigin, method, visitors }) => anyOrigin || visitors.includes("publishable_key") ? [method] : [])
  )))

const gone = HttpRouter.addAll(retired.map(({ did_you_mean, path }) =>
  HttpRouter.route("*", `/api/v1${path}` as HttpRouter.PathInput, errorResponse(
    new AddressRetired({ message: "This address was retired.", did_you_mean })
  ))))

/**
 * Responds to the methods that a known path does not have, and to retired addresses. Registering the missing methods also keeps
 * `GET /contacts/import` from matching `/contacts/:id`.
 */
export const NotFoundRoutes = Layer.mergeAll(
  gone,
  otherMethods(catalogOf(Api)),
  answering([
    ...Object.values(addresses).map((path) => allowedOn(path, ["GET"])),
    ...["/:part", "/:part/:under"].map((below) => allowedOn(addresses.docs + below, ["GET"])),
    allowedOn(`${addresses.tools}/:tool`, ["GET", "POST"]),
    allowedOn(CONTACT, ["GET", "POST"]),
    allowedOn(REFERRAL, ["GET"])
  ])
)
