import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { subscriptionOf, unsubscribe } from "#workflows/messages/unsubscribe"
import { rateLimited } from "../dashboard/authentication.ts"
import { errorPage, originReferrer, pageResponse } from "../dashboard/response.ts"
import { html } from "../dashboard/html.ts"
import { CurrentRequest } from "../http/request-context.ts"

const token = Effect.map(HttpRouter.RouteContext, ({ params }) => params["token"] ?? "")

const unknown = Effect.map(
  errorPage(404, "This link leads nowhere", "Perhaps a part of it was lost on the way. Open it from the e-mail again."),
  (page) => pageResponse(page)
)

/** Asks first: programs that look at the links of e-mails must not opt anybody out. */
export const unsubscribePage = rateLimited(undefined, Effect.gen(function*() {
  const found = yield* subscriptionOf(yield* token)
  if (found === undefined) return yield* unknown
  const { target } = yield* CurrentRequest
  return pageResponse({
    title: "Unsubscribe",
    headers: originReferrer,
    content: html`
      <div>
        <p>Shall <strong dir="auto">${found.company}</strong> no longer send e-mails to <strong>${found.address}</strong>?</p>
        <p>What belongs to something that you order, book or buy there still reaches you.</p>
        <form method="post" action=${target.path} class="act"><button type="submit" class="main">Unsubscribe</button></form>
      </div>`
  })
}))

/**
 * Opts the reader of an e-mail out. Mail programs press the button too (RFC 8058), so a request needs no cookie and no page before it:
 * the link is the proof.
 */
export const unsubscribed = rateLimited(undefined, Effect.gen(function*() {
  const found = yield* unsubscribe(yield* token)
  if (found === undefined) return yield* unknown
  return pageResponse({
    title: "You are unsubscribed",
    headers: originReferrer,
    content: html`<p><strong dir="auto">${found.company}</strong> sends no more such e-mails to <strong>${found.address}</strong>.</p>`
  })
}))
