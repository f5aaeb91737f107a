import { ByteSize, Cause, Effect, Option } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isAway } from "#layers/database/problem"
import { Consents } from "#layers/agents/consents"
import { DashboardSessions, type Session } from "#layers/auth/dashboard-sessions"
import { Caller } from "#schemas/kernel/tenancy"
import { RateLimit } from "../http/rate-limit.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { ActingIdentity, InProcessClient } from "../http/in-process-client.ts"
import type { RequestTarget } from "../http/request-target.ts"
import { errorTextOf } from "./api-errors.ts"
import type { Viewer } from "./components/page.ts"
import { anonymousToken, clearCookie, setCookie, tokenOf } from "./cookies.ts"
import { csrfTokenOf, isOwnForm } from "./csrf.ts"
import { AnonymousRequest, type Document, type Events, type File, type Handler, type Page, type Redirect, SessionRequest } from "./handler.ts"
import { html } from "./html.ts"
import { paths, returnPath, withReturn } from "./paths.ts"
import { documentResponse, errorPage, eventsResponse, fileResponse, pageResponse, redirectResponse } from "./response.ts"
import { inChosenLanguage } from "./words/choice.ts"
import { inEnglish, Language, spoken } from "./words/spoken.ts"

const w = spoken("errors")
const forms = spoken("form")

/** What a form with files may weigh. */
const FILES = ByteSize.mebibytes(16)

/** The fields of a form that was sent with its files: each of these in base64. A body that is no such form has no fields. */
const withFiles = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, type: string) {
  const bytes = yield* Effect.provideService(Effect.orDie(request.arrayBuffer), HttpIncomingMessage.MaxBodySize, FILES)
  const sent = yield* Effect.promise(() => new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => new FormData()))
  const fields = new URLSearchParams()
  for (const [name, value] of sent) {
    if (typeof value === "string") fields.append(name, value)
    else if (value.size > 0) fields.append(name, Buffer.from(yield* Effect.promise(() => value.arrayBuffer())).toString("base64"))
  }
  return fields
})

const formOf = (request: HttpServerRequest.HttpServerRequest) => {
  if (request.method !== "POST") return Effect.sync(() => new URLSearchParams())
  const type = request.headers["content-type"] ?? ""
  return type.startsWith("multipart/form-data") ? withFiles(request, type) : Effect.map(Effect.orDie(request.text), (text) => new URLSearchParams(text))
}

const respond = Effect.fnUntraced(function*(result: Page | Redirect | Document | File | Events, viewer?: Viewer) {
  if ("document" in result) return documentResponse(result)
  if ("file" in result) return fileResponse(result)
  if ("events" in result) return eventsResponse(result)
  const kept = result.getStarted
  const remembered = (response: HttpServerResponse.HttpServerResponse) =>
    kept === undefined ? Effect.succeed(response) : kept === "" ? clearCookie("getStarted")(response) : setCookie("getStarted", kept)(response)
  if (!("to" in result)) return yield* remembered(pageResponse(result, viewer, yield* Language))
  const response = yield* remembered(redirectResponse(result))
  if (result.pendingSignIn !== undefined) return yield* setCookie("pendingSignIn", result.pendingSignIn)(response)
  if (result.sessionToken === undefined) return result.signedOut === true ? yield* clearCookie("session")(response) : response
  return yield* setCookie("session", result.sessionToken)(response).pipe(
    Effect.flatMap(clearCookie("anonymous")), Effect.flatMap(clearCookie("pendingSignIn"))
  )
})

const defectPage = (cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    Effect.logError("page failed", cause),
    isAway(Cause.squash(cause))
      ? errorPage(503, w.away, w.tryAgain, { "retry-after": "1" })
      : errorPage(500, w.broken, w.logged)
  )

/** Responds with a page whatever goes wrong, except for a request that could not be read. */
export const withErrorPage = <R>(work: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>, viewer?: Viewer) =>
  Effect.catchCause(work, (cause): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const error = Cause.squash(cause)
    if (Cause.hasInterruptsOnly(cause) || HttpServerError.isHttpServerError(error)) {
      return Effect.failCause(cause as Cause.Cause<never>)
    }
    const text = errorTextOf(error)
    const page = text === undefined ? defectPage(cause) : errorPage(text.status, text.title, text.message)
    return Effect.zipWith(page, Language, (page, language) => pageResponse(page, viewer, language))
  })

/** The page that says so where somebody has asked too much. */
const tooMuch = Effect.fnUntraced(function*(caller: Session["caller"] | undefined) {
  const { count } = yield* RateLimit
  const exceeded = yield* count(yield* CurrentRequest, caller)
  return exceeded && pageResponse(yield* errorPage(429, w.tooMany, inEnglish(exceeded.error.message), exceeded.headers), undefined, yield* Language)
})

/** Rate-limits before any work. */
export const rateLimited = <E, R>(
  caller: Session["caller"] | undefined,
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) => Effect.flatMap(tooMuch(caller), (refused): typeof work => refused === undefined ? work : Effect.succeed(refused))

/** A link from another site comes without the cookie at first (`SameSite=Strict`); a page of ours that leads on to it brings it. */
const isCrossSite = ({ headers }: HttpServerRequest.HttpServerRequest) => headers["sec-fetch-site"] === "cross-site"

const signInNeeded = (request: HttpServerRequest.HttpServerRequest, { href }: RequestTarget): Page | Redirect =>
  request.method !== "POST" && isCrossSite(request)
    ? { title: w.moment, forwardTo: href, content: html`<p><a href=${href}>${w.goOn}</a></p>` }
    : { to: request.method !== "POST" ? withReturn(paths.signIn, href) : paths.signIn }

const foreignForm = errorPage(403, w.foreign, w.foreignHelp)

const isPage = (result: Page | Redirect | Document | File | Events) => !("to" in result || "document" in result || "file" in result || "events" in result)

/** How many calls wait for whoever is signed in; of those who may not decide, none. */
const waitingFor = ({ caller }: Session) =>
  caller.scopes.has("consents:approve") ? Effect.provideService(Consents.use(({ waitingCount }) => waitingCount), Caller, caller) : Effect.succeed(0)

interface Asked {
  readonly token: string
  readonly session: Session
  readonly viewer: Viewer
}

const answered = Effect.fnUntraced(function*<R>(handler: Handler<R>, { session: first, token, viewer }: Asked) {
  const sessions = yield* DashboardSessions
  const api = yield* InProcessClient
  const request = yield* HttpServerRequest.HttpServerRequest
  const { address, target } = yield* CurrentRequest
  const isForm = request.method === "POST"
  const form = yield* formOf(request)
  if (isForm && !(yield* isOwnForm(token, form))) return pageResponse(yield* foreignForm, viewer, yield* Language)
  /* A form may take its time to arrive, and the session may have ended meanwhile. */
  const now = isForm ? yield* sessions.find(token, address) : Option.some(first)
  if (Option.isNone(now)) return yield* respond(signInNeeded(request, target))
  const session = now.value
  const { params } = yield* HttpRouter.RouteContext
  const handling = handler.pipe(
    Effect.provideService(SessionRequest, { api, session, token, params, query: target.query, form }),
    Effect.provideService(ActingIdentity, {
      caller: session.caller,
      session: `dashboard-${session.id}`,
      confirmation: form.get("confirmation")?.trim() || undefined
    })
  )
  /* What a form does may change how many wait. */
  const [result, waiting] = yield* isForm
    ? Effect.flatMap(handling, (result) => Effect.map(isPage(result) ? waitingFor(session) : Effect.succeed(0), (waiting) => [result, waiting] as const))
    : Effect.all([handling, waitingFor(session)], { concurrency: 2 })
  return yield* respond(result, { ...viewer, session, waiting })
})

/** Needs a session and counts against its rate limit; a form needs the CSRF token of the session too. */
export const authenticated = <R>(handler: Handler<R>) =>
  Effect.gen(function*() {
    const sessions = yield* DashboardSessions
    const request = yield* HttpServerRequest.HttpServerRequest
    const { address, target } = yield* CurrentRequest
    const token = yield* tokenOf("session")
    const found = token === undefined ? Option.none<Session>() : yield* sessions.find(token, address)
    if (token === undefined || Option.isNone(found)) return yield* rateLimited(undefined, respond(signInNeeded(request, target)))
    const session = found.value
    const viewer = { session, csrf: csrfTokenOf(token), ...request.method !== "POST" && { here: target.href } }
    const answer = withErrorPage(answered(handler, { token, session, viewer }), viewer)
    return yield* inChosenLanguage(session.company.locale, rateLimited(session.caller, answer))
  })

/** Where a page is shown again: it names a page to go on to only if that is ours. */
const anonymousAddress = (path: string, query: URLSearchParams): string => {
  const kept = new URLSearchParams([...query].filter(([name]) => ["done", "of", "token", "who"].includes(name)))
  const to = query.get("to")
  if (to !== null) kept.set("to", returnPath(to))
  return kept.size === 0 ? path : `${path}?${kept}`
}

/** Without a session: counts against the rate limit of the address; where a form lacks its CSRF token, `show` shows it again. */
export const anonymous = <R, R2 = never>(show: Handler<R>, submit: Handler<R | R2> = show) =>
  rateLimited(undefined, Effect.gen(function*() {
    const api = yield* InProcessClient
    const request = yield* HttpServerRequest.HttpServerRequest
    const { target: { path, query } } = yield* CurrentRequest
    const token = yield* anonymousToken
    const isForm = request.method === "POST"
    const form = yield* formOf(request)
    const accepted = isForm && (yield* isOwnForm(yield* tokenOf("anonymous"), form))
    const rejection = isForm && !accepted ? forms.rejected : undefined
    const result = yield* (accepted ? submit : show).pipe(
      Effect.provideService(AnonymousRequest, { api, token, query, form, rejection }),
      Effect.provideService(ActingIdentity, { caller: undefined, session: undefined })
    )
    const response = yield* respond(result, { csrf: csrfTokenOf(token), here: anonymousAddress(path, query) })
    return "to" in result && result.sessionToken !== undefined ? response : yield* setCookie("anonymous", token)(response)
  }))
