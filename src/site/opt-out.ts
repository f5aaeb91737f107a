import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { changeByLink, OPT_OUT, optOutPageOf } from "#workflows/messages/sms/opt-out-link"
import { errorPage, originReferrer, pageResponse } from "../dashboard/response.ts"
import { html } from "../dashboard/html.ts"

const code = Effect.map(HttpRouter.RouteContext, ({ params }) => params["code"] ?? "")

const unknown = Effect.map(
  errorPage(404, "This link leads nowhere", "Perhaps a part of it was lost on the way. Answering STOP to a text ends them too."),
  (page) => pageResponse(page)
)

type Found = Effect.Success<ReturnType<typeof optOutPageOf>>

const shown = (found: Found, path: string) => {
  if (found === undefined) return unknown
  const { company, isOut, phone } = found
  const whom = phone === null ? "this number" : html`<strong>${phone}</strong>`
  const button = (does: string, text: string, tone?: string) =>
    html`<form method="post" action=${path} class="act"><input type="hidden" name="does" value=${does} /><button type="submit" class=${tone}>${text}</button></form>`
  return Effect.succeed(pageResponse({
    title: isOut ? "You get no more texts" : "Stop texts",
    headers: originReferrer,
    content: html`
      <div>
        ${isOut
          ? html`<p><strong dir="auto">${company}</strong> sends no texts to ${whom}.</p>`
          : html`<p>Shall <strong dir="auto">${company}</strong> no longer send texts to ${whom}?</p><p>That ends all of them, reminders too.</p>`}
        ${isOut ? button("start", "Get texts again") : button("stop", "Stop texts", "main")}
      </div>`
  }))
}

/** Asks first: programs that look at the links of texts must opt nobody out. */
const show = Effect.fnUntraced(function*(company?: number) {
  const asked = yield* code
  return yield* shown(yield* optOutPageOf(asked, company), `${OPT_OUT}/${asked}`)
})

/** The link is the proof, so a request needs no cookie and no page before it. */
const act = Effect.fnUntraced(function*(company?: number) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const asked = yield* code
  const form = new URLSearchParams(yield* Effect.orDie(request.text))
  return yield* shown(yield* changeByLink(asked, company, form.get("does") === "start" ? "start" : "stop"), `${OPT_OUT}/${asked}`)
})

type Handle = typeof show | typeof act

/** The page of links by which somebody opts out, as `routed` makes a route of it: on a company's own host of its links alone. */
export const optOutPages = <Route>(routed: (method: "GET" | "POST", path: `/${string}`, handle: Handle) => Route) =>
  [routed("GET", `${OPT_OUT}/:code`, show), routed("POST", `${OPT_OUT}/:code`, act)]
