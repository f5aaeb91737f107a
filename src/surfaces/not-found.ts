import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpMethod } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { AddressRetired, MethodNotAllowed } from "#schemas/kernel/errors"
import { retired } from "#schemas/retired"
import { corsOf } from "../http/cors.ts"
import { errorResponse } from "../http/error-response.ts"
import { CONTACT, REFERRAL } from "../site/paths.ts"
import { addresses } from "./addresses.ts"

const methods: ReadonlyArray<HttpMethod.HttpMethod> = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const allowedOn = (path: string, known: ReadonlyArray<string>) => {
  const allowed = [...known, ...known.includes("GET") ? ["HEAD"] : [], "OPTIONS"]
  return { path, allowed, list: allowed.join(", ") }
}

const notAllowed = ({ list }: ReturnType<typeof allowedOn>) =>
  errorResponse(new MethodNotAllowed({ message: `This address answers to ${list}.` }), { allow: list })

/**
 * Responds to the methods that a known path does not have, and to retired addresses. Registering the missing methods also keeps
 * `GET /contacts/import` from matching `/contacts/:id`.
 */
export const NotFoundRoutes = Layer.unwrap(Effect.gen(function*() {
  const { corsOrigins } = yield* ServiceConfig
  const cors = corsOf(corsOrigins)
  const paths = [
    ...[...Map.groupBy(catalogOf(Api), ({ path }) => path)].map(([path, entries]) =>
      allowedOn(path, entries.map(({ method }) => method))),
    ...Object.values(addresses).map((path) => allowedOn(path, ["GET"])),
    allowedOn(`${addresses.tools}/:tool`, ["GET", "POST"]),
    allowedOn(CONTACT, ["GET", "POST"]),
    allowedOn(REFERRAL, ["GET"])
  ]

  const options = ({ allowed, list, path }: ReturnType<typeof allowedOn>) =>
    HttpRouter.route("OPTIONS", path as HttpRouter.PathInput, Effect.map(
      HttpServerRequest.HttpServerRequest,
      ({ headers }) => HttpServerResponse.empty({ status: 204, headers: { allow: list, ...cors.preflightOf(headers["origin"], allowed) } })
    ))

  const gone = retired.map(({ did_you_mean, path }) =>
    HttpRouter.route("*", `/api/v1${path}` as HttpRouter.PathInput, errorResponse(
      new AddressRetired({ message: "This address was retired.", did_you_mean })
    )))

  return HttpRouter.addAll([
    ...gone,
    ...paths.flatMap((one) => [
      options(one),
      ...methods.filter((method) => !one.allowed.includes(method)).map((method) =>
        HttpRouter.route(method, one.path as HttpRouter.PathInput, notAllowed(one)))
    ])
  ])
}))
