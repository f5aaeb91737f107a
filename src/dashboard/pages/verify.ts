import { Effect } from "effect"
import { InProcessClient } from "../../http/in-process-client.ts"
import { hiddenField, RIGHT, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { problem, sending, typed, unseenOf } from "../forms.ts"
import { Guest } from "../gate.ts"
import { html } from "../html.ts"
import { places } from "../paths.ts"
import { type Page, untold } from "../response.ts"
import { letterAgain, letterSent } from "./sign-up.ts"

/** The token of a letter's link, from the address at first and from the form afterwards. */
export const letterToken = ({ form, query }: Guest["Service"]): string =>
  (form.get("token") ?? query.get("token") ?? "").trim()

/**
 * Programs that look through mail follow links, so the link itself does nothing: it takes a press of the button, which sends
 * the token in the form.
 */
const shown = Effect.fnUntraced(function*(wrong: Wrong) {
  const guest = yield* Guest
  const token = letterToken(guest)
  const stale = wrong.size > 0 || token === ""
  return {
    title: "Confirm your e-mail address",
    headers: untold,
    content: html`
      <div class="card">
        ${token === "" && html`<p>The link is not whole. Copy all of it from the letter into the address line.</p>`}
        ${problem(wrong)}
        ${token !== "" && act({
          to: places.verify, proof: guest.proof, button: "Confirm the address", tone: "main", fields: hiddenField("token", token)
        })}
        ${stale && html`
          <section class="other">
            <h2>Ask for another letter</h2>
            ${letterAgain(guest.proof, "", RIGHT, "Send another")}
          </section>`}
      </div>`
  } satisfies Page
})

export const verifyPage = unseenOf(shown)

export const verify = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const payload = { token: letterToken(yield* Guest) }
  return yield* sending([], {
    verb: "verify_email",
    payload,
    call: Effect.as(auth.verify_email({ payload }), { to: `${places.signIn}?done=verified` })
  }, shown)
})

const againShown = Effect.fnUntraced(function*(wrong: Wrong) {
  const { proof } = yield* Guest
  return {
    title: "Ask for another letter",
    content: html`
      <div class="card">
        ${problem(wrong)}
        ${letterAgain(proof, "", wrong, "Send another")}
      </div>`
  } satisfies Page
})

export const verifyAgainPage = unseenOf(againShown)

export const verifyAgain = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Guest
  const payload = { email: typed(form, "email") }
  return yield* sending(["email"], {
    verb: "resend_verification",
    payload,
    call: Effect.map(auth.resend_verification({ payload }), ({ message }) => letterSent(message, null))
  }, againShown)
})
