import { Clock, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { ApiKeys } from "#layers/api-keys"
import { DashboardSessions } from "#layers/dashboard-sessions"
import { CurrentExchange } from "../../exchange.ts"
import { act, input, type Proof } from "../components/form.ts"
import { failure } from "../components/states.ts"
import { counted, queryOf, Visit } from "../gate.ts"
import { html } from "../html.ts"
import { onwards, places } from "../places.ts"
import { answered, type Page, sentOn } from "../reply.ts"
import { dropping, holding, isOurs, proofOf, tokenOf, visitor } from "../session.ts"

const form = (proof: Proof, to: string, problem?: string): Page => ({
  title: "Sign in",
  status: problem === undefined ? 200 : 422,
  content: html`
    <div class="sign-in">
      ${problem !== undefined && failure("That did not work.", problem)}
      ${act({
        to: places.signIn,
        proof,
        button: "Sign in",
        tone: "main",
        fields: html`
          <input type="hidden" name="to" value=${to} />
          ${input("key", "API key", {
            type: "password", required: true, autofocus: true, autocomplete: "off", spellcheck: "false", maxlength: "200",
            "aria-describedby": "key-help"
          })}
          <p id="key-help" class="faint">
            It begins with <code>sk_service_</code>. The pages show what the key may see, and do what it may do. The browser
            keeps a session for 12 hours, not the key.
          </p>`
      })}
    </div>`
})

/** The form, which a browser can only send back as the one it was given to. */
const shown = (to: string, problem?: string) =>
  Effect.flatMap(visitor, (token) => holding("visitor", token)(answered(form(proofOf(token), to, problem), undefined)))

export const signInPage = Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  return yield* counted(undefined, shown(onwards(queryOf(request).get("to"))))
})

/** Takes a key once, and gives a session for it. Keys are guessed at no faster than anything else is asked by a stranger. */
export const signIn = counted(undefined, Effect.gen(function*() {
  const request = yield* HttpServerRequest.HttpServerRequest
  const keys = yield* ApiKeys
  const sessions = yield* DashboardSessions
  const { address } = yield* CurrentExchange
  const sent = new URLSearchParams(yield* Effect.orDie(request.text))
  const to = onwards(sent.get("to"))
  if (!(yield* isOurs(yield* tokenOf("visitor"), sent))) {
    return yield* shown(to, "The form was not the one this browser was given. Try it with this one.")
  }
  const key = (sent.get("key") ?? "").trim()
  const answer = keys.recall(key, address, yield* Clock.currentTimeMillis) ?? (yield* keys.lookUp(key, address))
  if (answer._tag === "Refused") return yield* shown(to, answer.reason)
  const token = yield* sessions.open(answer.caller)
  return yield* Effect.flatMap(holding("session", token)(sentOn({ to })), dropping("visitor"))
}))

export const signOut = Effect.gen(function*() {
  const sessions = yield* DashboardSessions
  const { token } = yield* Visit
  yield* sessions.close(token)
  return { to: places.signIn, leaving: true as const }
})
