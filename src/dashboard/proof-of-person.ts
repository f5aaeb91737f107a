import { Effect } from "effect"
import { InProcessClient } from "../http/in-process-client.ts"
import { ALL, code, ownName, password, RIGHT, type Wrong } from "./components/field.ts"
import { act } from "./components/form.ts"
import { link } from "./components/link.ts"
import { type Deed, here, kept } from "./pending-action.ts"
import { problem, typed, wrongOf } from "./forms.ts"
import { Visit } from "./gate.ts"
import { html } from "./html.ts"
import type { Page } from "./response.ts"

/** Fields that show who somebody is. They are looked at and go no further. */
const PROOFS = ["step_up_password", "code"] as const
const [PASSWORD, CODE] = PROOFS

/** Says that a form comes from the page below, whichever of the two it asked for. */
const ASKED = "step_up"

/** Asks somebody to show again who they are, with what they were about to send kept for them. */
export const proving = Effect.fnUntraced(function*({ back, button, section }: Pick<Deed, "back" | "button" | "section">, wrong: Wrong = RIGHT) {
  const { auth } = yield* InProcessClient
  const { form, proof, session } = yield* Visit
  const { on } = yield* auth.get_two_factor()
  const to = yield* here
  const fields = kept(form, form.has(ASKED) ? [ASKED, "username", ...PROOFS] : [])
  return {
    title: "Is it you?",
    section,
    status: wrong.size === 0 ? 403 : 422,
    content: html`
      <div class="card">
        <p>You are about to do something that matters: <strong>${button.toLowerCase()}</strong>. Show first that it is still you.</p>
        ${problem(wrong)}
        ${act({
          to,
          proof,
          button: "Go on",
          tone: "main",
          fields: [
            fields,
            html`<input type="hidden" name=${ASKED} value=${on ? "code" : "password"} />`,
            on
              ? code(wrong, "Six digits from your authenticator app, or one of your recovery codes.", { autofocus: true })
              : [ownName(session.person?.email ?? ""), password(wrong, { autofocus: true }, PASSWORD)]
          ]
        })}
        <p class="beside"><span>${link(back, "Leave it as it is")}</span></p>
      </div>`
  } satisfies Page
})

/** Takes what the page above asked for; the page again where it was wrong. */
export const proven = Effect.fnUntraced(function*(deed: Deed) {
  const { auth } = yield* InProcessClient
  const { form } = yield* Visit
  if (!form.has(ASKED)) return undefined
  const payload = form.get(ASKED) === "code" ? { code: typed(form, CODE) } : { password: form.get(PASSWORD) ?? "" }
  return yield* auth.step_up({ payload }).pipe(
    Effect.as(undefined),
    Effect.catch((error) => {
      const found = wrongOf(error, [])
      if (found === undefined) return Effect.fail(error)
      const [[, said]] = [...found.wrong] as [[string, string]]
      return Effect.map(proving(deed, new Map([[ALL, said]])), (page): Page => ({ ...page, status: found.status }))
    })
  )
})
