import { Clock, Effect, Option, Schema } from "effect"
import { ApiKeys } from "#layers/auth/api-keys"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { SecretStore } from "#layers/auth/secret-store"
import { isKeyShaped } from "#schemas/kernel/api-key"
import { CurrentRequest } from "../../http/request-context.ts"
import { doneNotice, link } from "../components/elements.ts"
import { code, email, field, type FieldErrors, hiddenField, password, postForm } from "../components/form.ts"
import { cookieOf, PENDING_MINUTES } from "../cookies.ts"
import { formPage, problem, textOf } from "../forms.ts"
import { AnonymousRequest, type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths, returnPath, withReturn } from "../paths.ts"
import { submit } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("signIn")

const toOf = ({ form, query }: AnonymousRequest["Service"]) => returnPath(form.get("to") ?? query.get("to"))

const keyForm = ({ form }: AnonymousRequest["Service"], to: string, errors: FieldErrors): Node => html`
  <details class="other" open=${form.has("key")}>
    <summary>${w.withKey}</summary>
    ${postForm({
      to: paths.signIn, button: w.withThisKey,
      fields: [
        hiddenField("to", to),
        field({
          name: "key", label: w.key, errors,
          help: w.keyHelp(),
          attributes: { type: "password", required: true, autocomplete: "off", spellcheck: "false", maxlength: "200", class: "code" }
        })
      ]
    })}
  </details>`

const done = {
  verified: w.verified,
  reset: w.reset,
  joined: w.joined,
  late: w.late
}

const signInForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const request = yield* AnonymousRequest
  const to = toOf(request)
  const isFirst = !request.form.has("key") && textOf(request.form, "email") === ""
  return {
    title: w.title,
    content: html`
      <div class="card">
        ${errors.size === 0 && doneNotice(request.query, done)}
        ${problem(errors)}
        ${postForm({
          to: paths.signIn, button: w.title, tone: "main",
          fields: [
            hiddenField("to", to),
            email(errors, textOf(request.form, "email"), { autofocus: isFirst }),
            password(errors, { autofocus: errors.size > 0 && !isFirst && !request.form.has("key") })
          ]
        })}
        <p class="beside">
          <span>${link(paths.forgot, w.forgot)}</span>
          <span>${link(withReturn(paths.signUp, to), w.create)}</span>
        </p>
        ${keyForm(request, to, errors)}
      </div>`
  } satisfies Page
})

export const signInPage = formPage(signInForm)

/** Takes a key once, and gives a session for it. Guesses count against the rate limit of anonymous requests. */
const withKey = Effect.gen(function*() {
  const request = yield* AnonymousRequest
  const keys = yield* ApiKeys
  const sessions = yield* DashboardSessions
  const { address } = yield* CurrentRequest
  const key = textOf(request.form, "key")
  const found = isKeyShaped(key)
    ? keys.recall(key, address, yield* Clock.currentTimeMillis) ?? (yield* keys.lookUp(key, address))
    : { _tag: "Refused" as const, reason: "This API key is malformed: check that it was copied whole." }
  if (found._tag === "Refused") return { ...yield* signInForm(new Map([["key", found.reason]])), status: 422 } satisfies Page
  return { to: toOf(request), sessionToken: yield* sessions.open(found.caller) }
})

/** The first factor of a sign-in that still needs the second. `until` is in epoch milliseconds. */
const PendingSignIn = Schema.fromJsonString(Schema.Struct({ email: Schema.String, password: Schema.String, until: Schema.Finite }))
type PendingSignIn = typeof PendingSignIn.Type

const about = (token: string) => `sign-in of ${token}`

/** Sealed for a cookie of the browser, so that neither the server nor a page keeps it. */
const sealPending = Effect.fnUntraced(function*(given: Pick<PendingSignIn, "email" | "password">) {
  const { token } = yield* AnonymousRequest
  const secretStore = yield* SecretStore
  const until = (yield* Clock.currentTimeMillis) + PENDING_MINUTES * 60_000
  return secretStore.seal(yield* Effect.orDie(Schema.encodeEffect(PendingSignIn)({ ...given, until })), about(token))
})

const openPending = Effect.gen(function*() {
  const { token } = yield* AnonymousRequest
  const secretStore = yield* SecretStore
  const sealed = yield* cookieOf("pendingSignIn")
  const now = yield* Clock.currentTimeMillis
  return Option.fromUndefinedOr(sealed).pipe(
    Option.flatMap((text) => secretStore.open(text, about(token))),
    Option.flatMap((text) => Schema.decodeOption(PendingSignIn)(text)),
    Option.filter(({ until }) => now < until)
  )
})

/** Begins the session of the pages over one that the API has begun. */
const entered = Effect.fnUntraced(function*(payload: { readonly email: string; readonly password: string; readonly code?: string }) {
  const { api: { auth } } = yield* AnonymousRequest
  const sessions = yield* DashboardSessions
  const { session_id, user } = yield* auth.login({ payload: { ...payload, mode: "live" } })
  return { to: toOf(yield* AnonymousRequest), sessionToken: yield* sessions.open({ company_id: user.company_id, key_id: session_id }) }
})

const withPassword = Effect.gen(function*() {
  const request = yield* AnonymousRequest
  const payload = { email: textOf(request.form, "email"), password: request.form.get("password") ?? "" }
  return yield* submit("login", {
    payload, again: signInForm,
    call: entered(payload).pipe(Effect.catchTag("TwoFactorRequired", () =>
      Effect.map(sealPending(payload), (pendingSignIn) => ({ to: withReturn(paths.code, toOf(request)), pendingSignIn }))))
  })
})

export const signIn = Effect.gen(function*() {
  const { form } = yield* AnonymousRequest
  return form.has("key") ? yield* withKey : yield* withPassword
})

const tooLate = Effect.map(AnonymousRequest, (request) => ({
  to: `${paths.signIn}?${new URLSearchParams({ to: toOf(request), done: "late" })}`
}))

const codeForm = (email: string) => Effect.fnUntraced(function*(errors: FieldErrors) {
  const request = yield* AnonymousRequest
  return {
    title: w.codeTitle,
    content: html`
      <div class="card">
        ${w.codeIntro(email)}
        ${problem(errors)}
        ${postForm({
          to: paths.code, button: w.title, tone: "main",
          fields: [
            hiddenField("to", toOf(request)),
            code(errors, { autofocus: true })
          ]
        })}
        <p class="beside"><span>${link(withReturn(paths.signIn, toOf(request)), w.other)}</span></p>
      </div>`
  } satisfies Page
})

export const codePage = Effect.gen(function*() {
  const known = yield* openPending
  return Option.isNone(known) ? yield* tooLate : yield* formPage(codeForm(known.value.email))
})

export const enterCode = Effect.gen(function*() {
  const { form } = yield* AnonymousRequest
  const known = yield* openPending
  if (Option.isNone(known)) return yield* tooLate
  const { email, password } = known.value
  const payload = { email, password, code: textOf(form, "code") }
  return yield* submit("login", { payload, fields: ["code"], again: codeForm(email), call: entered(payload) })
})

export const signOut = Effect.gen(function*() {
  const sessions = yield* DashboardSessions
  const { api: { auth }, session, token } = yield* SessionRequest
  if (session.caller.credential === "session") yield* auth.logout()
  yield* sessions.close(token)
  return { to: paths.signIn, signedOut: true as const }
})
