import { Effect } from "effect"
import { link } from "../components/elements.ts"
import { checkbox, email, type FieldErrors, hiddenField, newPassword, NO_ERRORS, ownName, password, postForm } from "../components/form.ts"
import { formPage, problem, textOf } from "../forms.ts"
import { AnonymousRequest, type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { originReferrer } from "../response.ts"
import { submit } from "../submit.ts"
import { peopleOnly } from "./account.ts"
import { emailSentPage } from "./sign-up.ts"
import { emailToken } from "./verify.ts"

const forgotForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form } = yield* AnonymousRequest
  return {
    title: "Forgot your password?",
    content: html`
      <div class="card">
        <p>Say under which address you sign in. You get an e-mail with a link to choose a new password.</p>
        ${problem(errors)}
        ${postForm({
          to: paths.forgot, button: "Send the e-mail", tone: "main",
          fields: email(errors, textOf(form, "email"), { autofocus: true })
        })}
        <p class="beside"><span>${link(paths.signIn, "Back to the sign-in")}</span></p>
      </div>`
  } satisfies Page
})

export const forgotPage = formPage(forgotForm)

export const forgot = Effect.gen(function*() {
  const { api: { auth }, form } = yield* AnonymousRequest
  const payload = { email: textOf(form, "email") }
  return yield* submit("request_password_reset", {
    payload, again: forgotForm,
    call: Effect.map(auth.request_password_reset({ payload }), ({ message }) => emailSentPage(message, null))
  })
})

const resetForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const request = yield* AnonymousRequest
  const token = emailToken(request)
  return {
    title: "Choose a new password",
    headers: originReferrer,
    content: html`
      <div class="card">
        ${token === ""
          ? html`<p>The link is not whole. Copy all of it from the e-mail into the address line, or ask for another.</p>`
          : html`<p>It signs you out everywhere. Afterwards you sign in with it.</p>`}
        ${problem(errors)}
        ${token !== "" && postForm({
          to: paths.reset, button: "Keep this password", tone: "main",
          fields: [hiddenField("token", token), newPassword(errors)]
        })}
        <p class="beside"><span>${link(paths.forgot, "Ask for another e-mail")}</span></p>
      </div>`
  } satisfies Page
})

export const resetPage = formPage(resetForm)

export const reset = Effect.gen(function*() {
  const request = yield* AnonymousRequest
  const { api: { auth }, form } = request
  const payload = { token: emailToken(request), password: form.get("password") ?? "" }
  return yield* submit("reset_password", {
    payload, fields: ["password"], again: resetForm,
    call: Effect.as(auth.reset_password({ payload }), { to: `${paths.signIn}?done=reset` })
  })
})

const changeForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form, session: { person } } = yield* SessionRequest
  if (person === undefined) return peopleOnly("Change your password", paths.account)
  return {
    title: "Change your password",
    section: paths.account,
    trail: { title: "Your account", to: paths.account },
    content: html`
      <div class="card">
        ${problem(errors)}
        ${postForm({
          to: paths.password, button: "Change the password", tone: "main",
          fields: [
            ownName(person.email),
            password(errors, { autofocus: errors.size === 0 }, "current_password", "Password now"),
            newPassword(errors, "new_password"),
            checkbox("end_connections", "yes", "Cut off all connected apps too", form.has("end_connections"))
          ]
        })}
        <p class="beside"><span>${link(paths.account, "Leave it as it is")}</span></p>
      </div>`
  } satisfies Page
})

export const passwordPage = changeForm(NO_ERRORS)

export const changePassword = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const payload = {
    current_password: form.get("current_password") ?? "", new_password: form.get("new_password") ?? "",
    end_connections: form.has("end_connections")
  }
  return yield* submit("change_password", {
    payload, again: changeForm,
    call: Effect.as(auth.change_password({ payload }), { to: `${paths.account}?done=password` })
  })
})
