import { Clock, Effect, Option, Schema } from "effect"
import { ApiKeys } from "#layers/auth/api-keys"
import { DashboardSessions } from "#layers/auth/dashboard-sessions"
import { SecretStore } from "#layers/auth/secret-store"
import { isKeyShaped } from "#schemas/kernel/api-key"
import { CurrentRequest } from "../../http/request-context.ts"
import { InProcessClient } from "../../http/in-process-client.ts"
import { code, email, field, hiddenField, password, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link } from "../components/link.ts"
import { notice } from "../components/states.ts"
import { problem, sending, typed, unseenOf } from "../forms.ts"
import { Guest, Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { leadingTo, onwards, places } from "../paths.ts"
import { optional } from "../query.ts"
import type { Page } from "../response.ts"
import { held, HALFWAY_MINUTES } from "../session.ts"

const toOf = ({ form, query }: Guest["Service"]) => onwards(form.get("to") ?? query.get("to"))

const keyForm = ({ form, proof }: Guest["Service"], to: string, wrong: Wrong): Node => html`
  <details class="other" open=${form.has("key")}>
    <summary>Sign in with an API key</summary>
    ${act({
      to: places.signIn,
      proof,
      button: "Sign in with this key",
      fields: [
        hiddenField("to", to),
        field({
          name: "key", label: "API key", wrong,
          help: html`<span>It begins with <code>sk_service_</code>. The pages show what the key may see, and do what it may do.
            The browser keeps a session for 12 hours, not the key.</span>`,
          attributes: { type: "password", required: true, autocomplete: "off", spellcheck: "false", maxlength: "200", class: "code" }
        })
      ]
    })}
  </details>`

const done: Readonly<Record<string, string>> = {
  verified: "Your address is verified. Sign in to go on.",
  reset: "Your password is changed, and you were signed out everywhere. Sign in with the new one.",
  joined: "You are a member now. Sign in to go on.",
  late: "That took too long. Sign in again, please."
}

const shown = Effect.fnUntraced(function*(wrong: Wrong) {
  const guest = yield* Guest
  const to = toOf(guest)
  const { done: did } = optional(guest.query, ["done"])
  const isFirst = !guest.form.has("key") && typed(guest.form, "email") === ""
  return {
    title: "Sign in",
    content: html`
      <div class="card">
        ${did !== undefined && Object.hasOwn(done, did) && wrong.size === 0 && notice(done[did])}
        ${problem(wrong)}
        ${act({
          to: places.signIn,
          proof: guest.proof,
          button: "Sign in",
          tone: "main",
          fields: [
            hiddenField("to", to),
            email(wrong, typed(guest.form, "email"), { autofocus: isFirst }),
            password(wrong, { autofocus: wrong.size > 0 && !isFirst && !guest.form.has("key") })
          ]
        })}
        <p class="beside">
          <span>${link(places.forgot, "Forgot your password?")}</span>
          <span>${link(leadingTo(places.signUp, to), "Create an account")}</span>
        </p>
        ${keyForm(guest, to, wrong)}
      </div>`
  } satisfies Page
})

export const signInPage = unseenOf(shown)

/** Takes a key once, and gives a session for it. Keys are guessed at no faster than anything else is asked by a stranger. */
const withKey = Effect.gen(function*() {
  const guest = yield* Guest
  const keys = yield* ApiKeys
  const sessions = yield* DashboardSessions
  const { address } = yield* CurrentRequest
  const key = typed(guest.form, "key")
  const answer = isKeyShaped(key)
    ? keys.recall(key, address, yield* Clock.currentTimeMillis) ?? (yield* keys.lookUp(key, address))
    : { _tag: "Refused" as const, reason: "This API key is malformed: check that it was copied whole." }
  if (answer._tag === "Refused") return { ...yield* shown(new Map([["key", answer.reason]])), status: 422 } satisfies Page
  return { to: toOf(guest), entering: yield* sessions.open(answer.caller) }
})

/** What somebody showed who has yet to show a second factor. `until` is in epoch milliseconds. */
const Halfway = Schema.fromJsonString(Schema.Struct({ email: Schema.String, password: Schema.String, until: Schema.Finite }))
type Halfway = typeof Halfway.Type

const about = (token: string) => `sign-in of ${token}`

/** Kept by the browser that it is for, sealed, so that neither we nor the page hold it. */
const waiting = Effect.fnUntraced(function*(shown: Pick<Halfway, "email" | "password">) {
  const { token } = yield* Guest
  const secretStore = yield* SecretStore
  const until = (yield* Clock.currentTimeMillis) + HALFWAY_MINUTES * 60_000
  return secretStore.seal(yield* Effect.orDie(Schema.encodeEffect(Halfway)({ ...shown, until })), about(token))
})

const waited = Effect.gen(function*() {
  const { token } = yield* Guest
  const secretStore = yield* SecretStore
  const sealed = yield* held("halfway")
  const now = yield* Clock.currentTimeMillis
  return Option.fromUndefinedOr(sealed).pipe(
    Option.flatMap((text) => secretStore.open(text, about(token))),
    Option.flatMap((text) => Schema.decodeOption(Halfway)(text)),
    Option.filter(({ until }) => now < until)
  )
})

/** Begins the session of the pages over one that the API has begun. */
const entered = Effect.fnUntraced(function*(payload: { readonly email: string; readonly password: string; readonly code?: string }) {
  const { auth } = yield* InProcessClient
  const sessions = yield* DashboardSessions
  const { session_id, user } = yield* auth.login({ payload: { ...payload, mode: "live" } })
  return { to: toOf(yield* Guest), entering: yield* sessions.open({ company_id: user.company_id, key_id: session_id }) }
})

const withPassword = Effect.gen(function*() {
  const guest = yield* Guest
  const payload = { email: typed(guest.form, "email"), password: guest.form.get("password") ?? "" }
  return yield* sending(["email", "password"], {
    verb: "login",
    payload,
    call: entered(payload).pipe(Effect.catchTag("TwoFactorRequired", () =>
      Effect.map(waiting(payload), (halfway) => ({ to: leadingTo(places.code, toOf(guest)), halfway }))))
  }, shown)
})

export const signIn = Effect.gen(function*() {
  const { form } = yield* Guest
  return form.has("key") ? yield* withKey : yield* withPassword
})

const again = Effect.map(Guest, (guest) => ({
  to: `${places.signIn}?${new URLSearchParams({ to: toOf(guest), done: "late" })}`
}))

const codeForm = (email: string) => Effect.fnUntraced(function*(wrong: Wrong) {
  const guest = yield* Guest
  return {
    title: "Enter your code",
    content: html`
      <div class="card">
        <p>The password of <strong>${email}</strong> is right. Now the code, please.</p>
        ${problem(wrong)}
        ${act({
          to: places.code,
          proof: guest.proof,
          button: "Sign in",
          tone: "main",
          fields: [
            hiddenField("to", toOf(guest)),
            code(wrong, "Six digits from your authenticator app, or one of your recovery codes.", { autofocus: true })
          ]
        })}
        <p class="beside"><span>${link(leadingTo(places.signIn, toOf(guest)), "Sign in as somebody else")}</span></p>
      </div>`
  } satisfies Page
})

export const codePage = Effect.gen(function*() {
  const known = yield* waited
  return Option.isNone(known) ? yield* again : yield* unseenOf(codeForm(known.value.email))
})

export const enterCode = Effect.gen(function*() {
  const { form } = yield* Guest
  const known = yield* waited
  if (Option.isNone(known)) return yield* again
  const { email, password } = known.value
  const payload = { email, password, code: typed(form, "code") }
  return yield* sending(["code"], { verb: "login", payload, call: entered(payload) }, codeForm(email))
})

export const signOut = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const sessions = yield* DashboardSessions
  const { session, token } = yield* Visit
  if (session.caller.credential === "session") yield* auth.logout()
  yield* sessions.close(token)
  return { to: places.signIn, leaving: true as const }
})
