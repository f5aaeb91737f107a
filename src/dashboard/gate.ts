import { Cause, Context, Effect, Option } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { isAway } from "#layers/database/problem"
import { DashboardSessions, type Session } from "#layers/auth/dashboard-sessions"
import { RateLimit } from "../http/rate-limit.ts"
import { CurrentRequest } from "../http/request-context.ts"
import { ActingIdentity } from "../http/in-process-client.ts"
import type { RequestTarget } from "../http/request-target.ts"
import type { Proof } from "./components/form.ts"
import { html } from "./html.ts"
import { leadingTo, places } from "./paths.ts"
import { toldOf } from "./refusals.ts"
import { answered, type Onwards, type Page, sentOn, type SignedIn, sorry } from "./response.ts"
import { dropping, holding, isOurs, proofOf, tokenOf, visitor } from "./session.ts"

/** A request of a signed-in browser. */
export class Visit extends Context.Service<Visit, {
  readonly session: Session
  readonly proof: Proof
  readonly token: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}>()("src/dashboard/Visit") {}

/** A request of a browser that may be anybody's. */
export class Guest extends Context.Service<Guest, {
  readonly proof: Proof
  /** Which only this browser knows. */
  readonly token: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
  /** Why what was sent was not even looked at. */
  readonly unseen: string | undefined
}>()("src/dashboard/Guest") {}

type Handler<R> = Effect.Effect<Page | Onwards, unknown, R>

const formOf = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(Effect.orDie(request.text), (text) => new URLSearchParams(text))

const respond = Effect.fnUntraced(function*(reply: Page | Onwards, signedIn: SignedIn) {
  if (!("to" in reply)) return answered(reply, signedIn)
  const sent = sentOn(reply)
  if (reply.halfway !== undefined) return yield* holding("halfway", reply.halfway)(sent)
  if (reply.entering === undefined) return reply.leaving === true ? yield* dropping("session")(sent) : sent
  return yield* Effect.flatMap(Effect.flatMap(holding("session", reply.entering)(sent), dropping("visitor")), dropping("halfway"))
})

const wrong = (cause: Cause.Cause<unknown>) =>
  Effect.andThen(
    Effect.logError("page failed", cause),
    isAway(Cause.squash(cause))
      ? sorry(503, "The database cannot be reached", "Try again soon.", { "retry-after": "1" })
      : sorry(500, "Something went wrong on our side", "Our log has the cause under the request.")
  )

/** Responds with a page whatever goes wrong, except for a request that could not be read. */
export const caught = <R>(work: Effect.Effect<HttpServerResponse.HttpServerResponse, unknown, R>, signedIn?: SignedIn) =>
  Effect.catchCause(work, (cause): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
    const error = Cause.squash(cause)
    if (Cause.hasInterruptsOnly(cause) || HttpServerError.isHttpServerError(error)) {
      return Effect.failCause(cause as Cause.Cause<never>)
    }
    const told = toldOf(error)
    const page = told === undefined ? wrong(cause) : sorry(told.status, told.title, told.message)
    return Effect.map(page, (page) => answered(page, signedIn))
  })

/** Rate-limits before any work. */
export const counted = <E, R>(
  caller: Session["caller"] | undefined,
  work: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.gen(function*() {
    const { count } = yield* RateLimit
    const exceeded = yield* count(yield* CurrentRequest, caller)
    if (exceeded === undefined) return yield* work
    return answered(yield* sorry(429, "Too many requests", exceeded.error.message, exceeded.headers), undefined)
  })

/**
 * Who comes from another site, by a link in a mail say, does not show the cookie at first (`SameSite=Strict`); from a page
 * of ours on to the same address, they do.
 */
const isFromElsewhere = ({ headers }: HttpServerRequest.HttpServerRequest) => headers["sec-fetch-site"] === "cross-site"

const unknown = (request: HttpServerRequest.HttpServerRequest, { href }: RequestTarget): Page | Onwards =>
  request.method !== "POST" && isFromElsewhere(request)
    ? { title: "One moment", onwards: href, content: html`<p><a href=${href}>Go on</a></p>` }
    : { to: request.method !== "POST" ? leadingTo(places.signIn, href) : places.signIn }

const stale = sorry(
  403, "This form is not from this session",
  "Nothing was done. Go back, load the page again and try once more: a form is taken from the address of its own page only."
)

/** What every page but the sign-in passes: a session, its rate limit, and for a form that acts, the proof that it is ours. */
export const admitted = <R>(handler: Handler<R>) =>
  Effect.gen(function*() {
    const sessions = yield* DashboardSessions
    const request = yield* HttpServerRequest.HttpServerRequest
    const context = yield* CurrentRequest
    const token = yield* tokenOf("session")
    const found = token === undefined ? Option.none<Session>() : yield* sessions.find(token, context.address)
    if (token === undefined || Option.isNone(found)) return yield* counted(undefined, respond(unknown(request, context.target), undefined))

    const first = { session: found.value, proof: proofOf(token) }
    const acts = request.method === "POST"
    return yield* counted(found.value.caller, caught(Effect.gen(function*() {
      const form = acts ? yield* formOf(request) : new URLSearchParams()
      if (acts && !(yield* isOurs(token, form))) return answered(yield* stale, first)
      /* A form may take its time to arrive, and the session may have ended meanwhile. */
      const now = acts ? yield* sessions.find(token, context.address) : found
      if (Option.isNone(now)) return yield* respond(unknown(request, context.target), undefined)
      const session = now.value
      const signedIn = { ...first, session }
      const { params } = yield* HttpRouter.RouteContext
      const reply = yield* handler.pipe(
        Effect.provideService(Visit, { ...signedIn, token, params, query: context.target.query, form }),
        Effect.provideService(ActingIdentity, {
          caller: session.caller,
          session: `dashboard-${session.id}`,
          confirmation: form.get("confirmation")?.trim() || undefined
        })
      )
      return yield* respond(reply, signedIn)
    }), first))
  })

const unseen = "The form was not the one this browser was given. Try it with this one."

/**
 * What the pages of anonymous sessions pass: the rate limit, and for a form that acts, the proof that it is the one that this
 * browser was given. Where it is not, `show` shows the form again.
 */
export const welcomed = <R, R2>(show: Handler<R>, act: Handler<R2>) =>
  counted(undefined, Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { target } = yield* CurrentRequest
    const token = yield* visitor
    const acts = request.method === "POST"
    const form = acts ? yield* formOf(request) : new URLSearchParams()
    const ours = acts && (yield* isOurs(yield* tokenOf("visitor"), form))
    const work: Handler<R | R2> = ours ? act : show
    const reply = yield* work.pipe(
      Effect.provideService(Guest, {
        proof: proofOf(token), token, query: target.query, form, unseen: acts && !ours ? unseen : undefined
      }),
      Effect.provideService(ActingIdentity, { caller: undefined, session: undefined })
    )
    const sent = yield* respond(reply, undefined)
    return "to" in reply && reply.entering !== undefined ? sent : yield* holding("visitor", token)(sent)
  }))

/** A page for who is not signed in, to be looked at. */
export const shown = <R>(show: Handler<R>) => welcomed(show, show)
