import { Effect } from "effect"
import { code, type FieldErrors, hiddenField, NO_ERRORS, ownName, password, postForm, WHOLE } from "./components/form.ts"
import { link } from "./components/elements.ts"
import { formErrorsOf, problem, textOf } from "./forms.ts"
import { type Page, SessionRequest } from "./handler.ts"
import { html } from "./html.ts"
import { hiddenFieldsOf, type PendingAction, requestUrl } from "./pending-action.ts"
import { inWords, spoken, textIn } from "./words/spoken.ts"

const w = spoken("stepUp")

/** Fields with which somebody proves again who they are. They are checked and go no further. */
const PASSWORD = "step_up_password"
const CODE = "code"

/** Marks a form of the page below, with which of the two it asked for. */
const STEP_UP = "step_up"

/** Asks somebody to prove again who they are; what they were about to send is kept in hidden fields. */
export const stepUpPage = Effect.fnUntraced(function*(
  { back, button, section }: Pick<PendingAction, "back" | "button" | "section">,
  errors: FieldErrors = NO_ERRORS
) {
  const { api: { auth }, form, session } = yield* SessionRequest
  const { on } = yield* auth.get_two_factor()
  const to = yield* requestUrl
  const kept = hiddenFieldsOf(form, form.has(STEP_UP) ? [STEP_UP, "username", PASSWORD, CODE] : [])
  return {
    title: w.title,
    section,
    status: errors.size === 0 ? 403 : 422,
    content: html`
      <div class="card">
        ${inWords((words) => words.stepUp.about(textIn(words, button)))}
        ${problem(errors)}
        ${postForm({
          to, button: w.go, tone: "main",
          fields: [
            kept,
            hiddenField(STEP_UP, on ? "code" : "password"),
            on
              ? code(errors, { autofocus: true })
              : [ownName(session.person?.email ?? ""), password(errors, { autofocus: true }, PASSWORD)]
          ]
        })}
        <p class="beside"><span>${link(back, w.leave)}</span></p>
      </div>`
  } satisfies Page
})

/** Checks what the page above asked for; the page again where it was wrong. */
export const verifyStepUp = Effect.fnUntraced(function*(action: PendingAction) {
  const { api: { auth }, form } = yield* SessionRequest
  if (!form.has(STEP_UP)) return undefined
  const payload = form.get(STEP_UP) === "code" ? { code: textOf(form, CODE) } : { password: form.get(PASSWORD) ?? "" }
  return yield* auth.step_up({ payload }).pipe(
    Effect.as(undefined),
    Effect.catch((error) => {
      const found = formErrorsOf(error, [])
      if (found === undefined) return Effect.fail(error)
      const [message = ""] = found.errors.values()
      return Effect.map(stepUpPage(action, new Map([[WHOLE, message]])), (page): Page => ({ ...page, status: found.status }))
    })
  )
})
