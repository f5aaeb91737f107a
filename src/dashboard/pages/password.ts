import { Effect } from "effect"
import { InProcessClient } from "../../http/in-process-client.ts"
import { email, hiddenField, newPassword, ownName, password, RIGHT, tick, type Wrong } from "../components/field.ts"
import { act } from "../components/form.ts"
import { link } from "../components/link.ts"
import { problem, sending, typed, unseenOf } from "../forms.ts"
import { Guest, Visit } from "../gate.ts"
import { html } from "../html.ts"
import { places } from "../paths.ts"
import { type Page, untold } from "../response.ts"
import { forPeople } from "./account.ts"
import { letterSent } from "./sign-up.ts"
import { letterToken } from "./verify.ts"

const forgotten = Effect.fnUntraced(function*(wrong: Wrong) {
  const { form, proof } = yield* Guest
  return {
    title: "Forgot your password?",
    content: html`
      <div class="card">
        <p>Say under which address you sign in. You get a letter with a link to choose a new password.</p>
        ${problem(wrong)}
        ${act({
          to: places.forgot, proof, button: "Send the letter", tone: "main",
          fields: email(wrong, typed(form, "email"), { autofocus: true })
        })}
        <p class="beside"><span>${link(places.signIn, "Back to the sign-in")}</span></p>
      </div>`
  } satisfies Page
})

export const forgotPage = unseenOf(forgotten)

export const forgot = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Guest
  const payload = { email: typed(form, "email") }
  return yield* sending(["email"], {
    verb: "request_password_reset",
    payload,
    call: Effect.map(auth.request_password_reset({ payload }), ({ message }) => letterSent(message, null))
  }, forgotten)
})

const resetting = Effect.fnUntraced(function*(wrong: Wrong) {
  const guest = yield* Guest
  const token = letterToken(guest)
  return {
    title: "Choose a new password",
    headers: untold,
    content: html`
      <div class="card">
        ${token === ""
          ? html`<p>The link is not whole. Copy all of it from the letter into the address line, or ask for another.</p>`
          : html`<p>It signs you out everywhere. Afterwards you sign in with it.</p>`}
        ${problem(wrong)}
        ${token !== "" && act({
          to: places.reset, proof: guest.proof, button: "Keep this password", tone: "main",
          fields: [hiddenField("token", token), newPassword(wrong)]
        })}
        <p class="beside"><span>${link(places.forgot, "Ask for another letter")}</span></p>
      </div>`
  } satisfies Page
})

export const resetPage = unseenOf(resetting)

export const reset = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const guest = yield* Guest
  const payload = { token: letterToken(guest), password: guest.form.get("password") ?? "" }
  return yield* sending(["password"], {
    verb: "reset_password",
    payload,
    call: Effect.as(auth.reset_password({ payload }), { to: `${places.signIn}?done=reset` })
  }, resetting)
})

const changing = Effect.fnUntraced(function*(wrong: Wrong) {
  const { form, proof, session: { person } } = yield* Visit
  if (person === undefined) return forPeople("Change your password", places.account)
  return {
    title: "Change your password",
    section: places.account,
    trail: { title: "Your account", to: places.account },
    content: html`
      <div class="card">
        ${problem(wrong)}
        ${act({
          to: places.password, proof, button: "Change the password", tone: "main",
          fields: [
            ownName(person.email),
            password(wrong, { autofocus: wrong.size === 0 }, "current_password", "Password now"),
            newPassword(wrong, "new_password"),
            tick("end_connections", "yes", "Cut off all connected apps too", form.has("end_connections"))
          ]
        })}
        <p class="beside"><span>${link(places.account, "Leave it as it is")}</span></p>
      </div>`
  } satisfies Page
})

export const passwordPage = changing(RIGHT)

export const changePassword = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  const payload = {
    current_password: form.get("current_password") ?? "", new_password: form.get("new_password") ?? "",
    end_connections: form.has("end_connections")
  }
  return yield* sending(["current_password", "new_password"], {
    verb: "change_password",
    payload,
    call: Effect.as(auth.change_password({ payload }), { to: `${places.account}?done=password` })
  }, changing)
})
