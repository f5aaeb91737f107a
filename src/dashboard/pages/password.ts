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
import { spoken } from "../words/spoken.ts"

const w = spoken("password")

const forgotForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form } = yield* AnonymousRequest
  return {
    title: w.forgot,
    content: html`
      <div class="card">
        <p>${w.forgotIntro}</p>
        ${problem(errors)}
        ${postForm({
          to: paths.forgot, button: w.send, tone: "main",
          fields: email(errors, textOf(form, "email"), { autofocus: true })
        })}
        <p class="beside"><span>${link(paths.signIn, w.back)}</span></p>
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
    title: w.choose,
    headers: originReferrer,
    content: html`
      <div class="card">
        ${token === ""
          ? html`<p>${w.broken}</p>`
          : html`<p>${w.chooseIntro}</p>`}
        ${problem(errors)}
        ${token !== "" && postForm({
          to: paths.reset, button: w.keep, tone: "main",
          fields: [hiddenField("token", token), newPassword(errors)]
        })}
        <p class="beside"><span>${link(paths.forgot, w.again)}</span></p>
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
  if (person === undefined) return peopleOnly(w.title, paths.account)
  return {
    title: w.title,
    section: paths.account,
    trail: { title: w.account, to: paths.account },
    content: html`
      <div class="card">
        ${problem(errors)}
        ${postForm({
          to: paths.password, button: w.change, tone: "main",
          fields: [
            ownName(person.email),
            password(errors, { autofocus: errors.size === 0 }, "current_password", w.now),
            newPassword(errors, "new_password"),
            checkbox("end_connections", "yes", w.endConnections, form.has("end_connections"))
          ]
        })}
        <p class="beside"><span>${link(paths.account, w.leave)}</span></p>
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
