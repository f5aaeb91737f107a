import { readFileSync } from "node:fs"
import { Effect, Layer } from "effect"
import { HttpRouter, type HttpServerResponse } from "effect/http"
import { Door } from "../door.ts"
import { named } from "../exchange.ts"
import { Inside } from "../inside.ts"
import { serveAll } from "../surfaces/documents.ts"
import { admitted, caught, welcomed } from "./gate.ts"
import { approveConsent, consentPage, rejectConsent } from "./pages/consent.ts"
import { consentsPage } from "./pages/consents.ts"
import { overviewPage } from "./pages/overview.ts"
import { receiptsPage } from "./pages/receipts.ts"
import { cancelRun, runPage } from "./pages/run.ts"
import { runsPage } from "./pages/runs.ts"
import { codePage, enterCode, signIn, signInPage, signOut } from "./pages/sign-in.ts"
import { replayWebhook, retryDelivery, webhookPage } from "./pages/webhook.ts"
import { webhooksPage } from "./pages/webhooks.ts"
import { places } from "./places.ts"
import { sorry } from "./reply.ts"
import { stylesheet } from "./stylesheet.ts"

const documents = [
  { path: places.style, contentType: "text/css; charset=utf-8", text: stylesheet("dashboard") },
  {
    path: places.icon,
    contentType: "image/svg+xml",
    text: readFileSync(new URL("style/icon.svg", import.meta.url), "utf8"),
    headers: { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }
  }
]

/** Made with the door and the way inside, which are there when the pages are, not when they are asked for. */
const Pages = Layer.unwrap(Effect.gen(function*() {
  const context = yield* Effect.context<Door | Inside>()
  const route = <E, R>(
    method: "GET" | "POST" | "*",
    path: string,
    work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
  ) =>
    HttpRouter.route(method, path as HttpRouter.PathInput, named(path, Effect.provideContext(caught(work), context)))

  return HttpRouter.addAll([
    route("GET", places.signIn, welcomed(signInPage)),
    route("POST", places.signIn, welcomed(signInPage, signIn)),
    route("GET", places.code, welcomed(codePage)),
    route("POST", places.code, welcomed(codePage, enterCode)),
    route("POST", places.signOut, admitted(signOut)),
    route("GET", places.overview, admitted(overviewPage)),
    route("GET", places.consents, admitted(consentsPage)),
    route("GET", `${places.consents}/:id`, admitted(consentPage)),
    route("POST", `${places.consents}/:id/approve`, admitted(approveConsent)),
    route("POST", `${places.consents}/:id/reject`, admitted(rejectConsent)),
    route("GET", places.receipts, admitted(receiptsPage)),
    route("GET", places.runs, admitted(runsPage)),
    route("GET", `${places.runs}/:id`, admitted(runPage)),
    route("POST", `${places.runs}/:id/cancel`, admitted(cancelRun)),
    route("GET", places.webhooks, admitted(webhooksPage)),
    route("GET", `${places.webhooks}/:id`, admitted(webhookPage)),
    route("POST", `${places.webhooks}/:id/replay`, admitted(replayWebhook)),
    route("POST", `${places.webhooks}/deliveries/:id/retry`, admitted(retryDelivery)),
    route("*", "/dashboard/:page/*", admitted(sorry(404, "There is no such page", "Nothing is at this address.")))
  ])
}))

/** The pages for people, and what they are drawn with. */
export const Dashboard = Layer.merge(Pages.pipe(Layer.provide(Inside.layer)), serveAll(documents))
