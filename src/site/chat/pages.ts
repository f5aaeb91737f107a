import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { newToken } from "#layers/auth/opaque-tokens"
import type { VisitorChat, VisitorConversation } from "#schemas/ai/visitor-chat"
import { companyShown } from "#workflows/calendar/hosted/pages"
import { siteShown } from "#workflows/website/hosted/site"
import { html } from "../../dashboard/html.ts"
import { redirectResponse } from "../../dashboard/response.ts"
import { errorResponse } from "../../http/error-response.ts"
import { InProcessRequests } from "../../http/in-process-client.ts"
import { CurrentRequest } from "../../http/request-context.ts"
import { CompanySite, siteRoute } from "../company-site.ts"
import { harmless, sentForm } from "../pay/asked.ts"
import { brand, companyResponse, type Shown as PageShown, styleOf, unlisted } from "../pay/frame.ts"
import { isOwnOrigin } from "../shop/request.ts"
import { askedAsVisitor, asVisitor, type Refused } from "./asking.ts"
import { SCRIPT } from "./script.ts"
import { CHAT, chatForm, type Shown } from "./view.ts"
import { type ChatWords, chatWords } from "./words.ts"

const style = styleOf("pay", "shop", "chat")

/** A page of the company's with its chat. */
const page = Effect.fnUntraced(function*(shown: (words: ChatWords) => PageShown) {
  const { base } = yield* CompanySite
  const [company, site] = yield* Effect.all([companyShown, siteShown(base)], { concurrency: 2 })
  const words = chatWords(site?.row.locale ?? company.locale)
  return companyResponse(company, { ...shown(words), language: words.language, headers: { "cache-control": "no-store" } }, {
    style, kind: "shop chat", head: unlisted, ownScripts: true, ...site !== undefined && { within: { site, path: CHAT } },
    top: site === undefined && html`<div class="bar"><a class="brand" href=${`${base}${CHAT}`}>${brand(company)}</a></div>`
  })
})

const shut = ({ message, status }: Refused) => page(({ closed }) => ({ title: closed, status, content: html`<p>${message}</p>` }))

type Given = Pick<Shown, "problem" | "typed"> & { readonly conversation: string | null; readonly status?: number }

/** The page, with a conversation of the visitor's. A script, where one runs, takes its place. */
const show = Effect.fnUntraced(function*({ conversation, problem, status = 200, typed }: Given) {
  const { base } = yield* CompanySite
  const { done: chat, refused } = yield* askedAsVisitor<VisitorChat>({ path: "" })
  if (refused !== undefined) return yield* shut(refused)
  const isId = /^[1-9]\d{0,14}$/u.test(conversation ?? "")
  const found = isId ? (yield* askedAsVisitor<VisitorConversation>({ path: `/conversations/${conversation}` })).done : undefined
  const at = `${base}${CHAT}`
  return yield* page((words) => ({
    title: words.ask, status,
    content: html`
      <div>
        ${chatForm({ at, chat, conversation: found, once: newToken(), typed, problem, words })}
        <script src=${`${base}${SCRIPT}`} data-api=${`${at}/public`} data-instead="without-script" data-lang=${words.language} defer></script>
      </div>`
  }))
})

const asked = Effect.flatMap(CurrentRequest, ({ target: { query } }) =>
  show({ conversation: query.get("conversation"), typed: "", problem: undefined }))

const FOREIGN = "The form did not come from a page of this company, or your browser kept no cookie of it. Go back, allow cookies, and try once more."

/** Sends what the form says, once however often it is sent, and shows the answer. */
const sent = Effect.gen(function*() {
  const { base } = yield* CompanySite
  const form = yield* sentForm
  const conversation = form.get("conversation")
  const typed = form.get("message") ?? ""
  if (!(yield* isOwnOrigin)) return yield* show({ conversation: null, typed: harmless(typed), problem: FOREIGN, status: 403 })
  const body = {
    message: typed, ...conversation !== null && { conversation_id: Number(conversation) }, ...form.has("person") && { wants_person: true }
  }
  const { done, refused } = yield* askedAsVisitor<{ readonly conversation_id: number }>({
    path: "/message", body: JSON.stringify(body), headers: { "idempotency-key": `page-${(form.get("once") ?? newToken()).slice(0, 60)}` }
  })
  if (refused !== undefined) return yield* show({ conversation, typed: harmless(typed), problem: refused.message, status: refused.status })
  return redirectResponse({ to: `${base}${CHAT}?conversation=${done!.conversation_id}#latest` })
})

const rated = Effect.gen(function*() {
  const { base } = yield* CompanySite
  const form = yield* sentForm
  const [conversation, message] = [form.get("conversation") ?? "", form.get("message") ?? ""]
  if (!(yield* isOwnOrigin)) return yield* show({ conversation: null, typed: "", problem: FOREIGN, status: 403 })
  if (/^\d{1,15}$/u.test(message)) {
    yield* askedAsVisitor({ path: `/messages/${message}/feedback`, body: JSON.stringify({ helpful: form.get("helpful") === "yes" }) })
  }
  return redirectResponse({ to: `${base}${CHAT}?conversation=${encodeURIComponent(conversation)}#latest` })
})

/** What the script of the page calls: the same operations, with the visitor told by the cookie. */
const passed = (path: Parameters<typeof asVisitor>[0]["path"], isWrite: boolean) =>
  Effect.gen(function*() {
    const { params } = yield* HttpRouter.RouteContext
    const request = yield* HttpServerRequest.HttpServerRequest
    if (isWrite && !(yield* isOwnOrigin)) return yield* errorResponse({ code: "forbidden", message: FOREIGN })
    const { accept, "idempotency-key": key, "last-event-id": last } = request.headers
    const response = yield* asVisitor({
      path: path.replace(":id", encodeURIComponent(params["id"] ?? "")) as typeof path,
      ...isWrite && { body: yield* Effect.orDie(request.text) }, headers: { accept, "idempotency-key": key, "last-event-id": last }
    })
    return HttpServerResponse.fromClientResponse(response)
  })

const reads = ["", "/conversations/:id"] as const
const writes = ["/message", "/messages/:id/feedback"] as const

/** The chat on companies' sites: with a script as it is made, and as forms without one. */
export const ChatPages = Layer.unwrap(Effect.map(InProcessRequests, (send) => {
  const route = <E, R>(method: "GET" | "POST", path: `/${string}`, handle: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    siteRoute(method, path, Effect.provideService(handle, InProcessRequests, send))
  return Layer.mergeAll(
    route("GET", CHAT, asked),
    route("POST", CHAT, sent),
    route("POST", `${CHAT}/feedback`, rated),
    ...reads.map((path) => route("GET", `${CHAT}/public${path}`, passed(path, false))),
    ...writes.map((path) => route("POST", `${CHAT}/public${path}`, passed(path, true)))
  )
})).pipe(Layer.provide(InProcessRequests.layer))
