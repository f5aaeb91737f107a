import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ConsentId, type ConsentPreview } from "#schemas/agents/consent"
import { type ConfirmationRequired, Conflict, type ConsentState, type StepUpRequired } from "#schemas/kernel/errors"
import { operations } from "#schemas/operations"
import { cannotApprove } from "#schemas/kernel/admission"
import { ActingIdentity } from "../http/in-process-client.ts"
import { link, notice } from "./components/elements.ts"
import { field, type FieldErrors, hiddenField, postForm } from "./components/form.ts"
import { preview } from "./components/preview.ts"
import { formErrorsOf, payloadErrors } from "./forms.ts"
import { type Page, type Redirect, SessionRequest } from "./handler.ts"
import { html, type Node } from "./html.ts"
import { hiddenFieldsOf, type PendingAction, requestUrl } from "./pending-action.ts"
import { paths } from "./paths.ts"
import { stepUpPage, verifyStepUp } from "./step-up.ts"

/** Fields of these forms that belong to the question, not to what was asked. */
const CONSENT = "consent"
const CONFIRMATION = "confirmation"

interface Question {
  readonly action: PendingAction
  readonly consent: ConsentState
  readonly to: string
  readonly fields: Node
}

const agreeForm = ({ action: { back, button }, consent, fields, to }: Question): Node => html`
  <div class="acts">
    ${postForm({ to, button, tone: "risky", fields: [fields, hiddenField(CONSENT, String(consent.id))] })}
    ${link(back, "Leave it as it is")}
  </div>`

/** Tells somebody who may not agree themselves who may, and where to enter the confirmation. */
const confirmationForm = ({ action: { back, button }, consent, fields, to }: Question, why: string): Node => html`
  <div>
    ${notice(html`
      <span>
        This needs a person to agree: ${link(`${paths.consents}/${consent.id}`, `consent ${consent.id}`)} was asked for. ${why}
        ${" "}Whoever approves it gets a confirmation; enter it here.
      </span>`)}
    <div class="acts">
      ${postForm({
        to, button, tone: "risky",
        fields: [fields, field({
          name: CONFIRMATION, label: "Confirmation (cfm_…)",
          attributes: { required: true, autocomplete: "off", maxlength: "100", spellcheck: "false" }
        })]
      })}
      ${link(back, "Leave it as it is")}
    </div>
  </div>`

/** Why somebody cannot agree to their own call; nothing where they can. */
const cannotAgree = ({ caller }: SessionRequest["Service"]["session"], verb: string): string | undefined => {
  if (caller.credential !== "session") return "The key that you signed in with cannot agree to its own call."
  return cannotApprove(caller, { entry: operations.get(verb), own: true })?.message
}

/** Shows what a call would do and asks for one press to agree to it and to do it. */
const consentPage = Effect.fnUntraced(function*(action: PendingAction, consent: ConsentState, seen: ConsentPreview) {
  const { form, session } = yield* SessionRequest
  const question = { action, consent, to: yield* requestUrl, fields: hiddenFieldsOf(form, [CONSENT, CONFIRMATION]) }
  const why = cannotAgree(session, action.verb)
  const decide = why === undefined ? agreeForm(question) : confirmationForm(question, why)
  return {
    title: action.question,
    section: action.section,
    status: 428,
    content: html`
      <div>
        ${action.follows !== undefined && html`<p>${action.follows}</p>`}
        ${seen.refusal === null ? decide : html`<p>${link(action.back, "Go back")}</p>`}
        ${preview(session.company.time_zone)(seen)}
      </div>`
  } satisfies Page
})

const isId = Schema.is(ConsentId)

/** The confirmation of a consent that the caller asked for, for the very operation that they are about to do. */
const confirmationOf = Effect.fnUntraced(function*(verb: string, consent: string) {
  const { api: { agents }, session: { caller } } = yield* SessionRequest
  const id = Number(consent)
  const otherwise = new Conflict({ message: "What was agreed to is not what was asked for. Nothing was done." })
  if (!isId(id)) return yield* otherwise
  const asked = yield* agents.get_consent({ params: { id } })
  if (asked.key_id !== caller.key_id || asked.verb !== verb) return yield* otherwise
  return (yield* agents.approve_consent({ params: { id } })).confirmation
})

type Needs = ActingIdentity | HttpServerRequest.HttpServerRequest | SessionRequest

const tagOf = (error: unknown) => (error as { readonly _tag?: unknown } | null)?._tag

const isUnconfirmed = (error: unknown): error is ConfirmationRequired => tagOf(error) === "ConfirmationRequired"

const isStepUpRequired = (error: unknown): error is StepUpRequired => tagOf(error) === "StepUpRequired"

const askFor = Effect.fnUntraced(function*(action: PendingAction, consent: ConsentState) {
  const { api: { agents } } = yield* SessionRequest
  const seen = yield* agents.preview_consent({ params: { id: ConsentId.make(consent.id) } })
  return seen.refusal?.code === "step_up_required" ? yield* stepUpPage(action) : yield* consentPage(action, consent, seen)
})

/**
 * Does something that may need a person's consent, or that they prove again who they are. Instead of being refused they are
 * asked: for a code or the password, and then the call is made; or whether what would change is right, and one press agrees to
 * it and does it.
 */
export const withConsent = <R>(
  action: PendingAction,
  call: Effect.Effect<Page | Redirect, unknown, R>
): Effect.Effect<Page | Redirect, unknown, R | Needs> =>
  Effect.gen(function*() {
    const { form } = yield* SessionRequest
    const identity = yield* ActingIdentity
    const unproven = yield* verifyStepUp(action)
    if (unproven !== undefined) return unproven
    const consent = form.get(CONSENT)
    const work = consent === null
      ? call
      : Effect.provideService(call, ActingIdentity, { ...identity, confirmation: yield* confirmationOf(action.verb, consent) })
    return yield* Effect.catch(work, (error): Effect.Effect<Page | Redirect, unknown, Needs> => {
      if (isUnconfirmed(error)) return askFor(action, error.consent)
      return isStepUpRequired(error) ? stepUpPage(action) : Effect.fail(error)
    })
  })

/**
 * The same where whoever presses the button has just read what it does, and what was typed are secrets, which are not put into another page: the press is the
 * agreement.
 */
export const withAgreement = <R>(verb: string, call: Effect.Effect<Page | Redirect, unknown, R>): Effect.Effect<Page | Redirect, unknown, R | Needs> =>
  Effect.catch(call, (error): Effect.Effect<Page | Redirect, unknown, R | Needs> =>
    isUnconfirmed(error)
      ? Effect.gen(function*() {
        const identity = yield* ActingIdentity
        const confirmation = yield* confirmationOf(verb, String(error.consent.id))
        return yield* Effect.provideService(call, ActingIdentity, { ...identity, confirmation })
      })
      : Effect.fail(error))

interface Submission<R, R2> {
  /** What is to be sent to the operation. */
  readonly payload: object
  /** Fields of the form, if they are not those of the payload. */
  readonly fields?: ReadonlyArray<string>
  readonly call: Effect.Effect<Page | Redirect, unknown, R>
  /** The same form with what was typed, and what is wrong beside its fields. */
  readonly again: (errors: FieldErrors) => Effect.Effect<Page, unknown, R2>
}

/** Does what a form asks for, or shows it again. An error that the form cannot correct becomes an error page. */
export const submit = <R, R2>(
  verb: string,
  { again, call, payload, fields = Object.keys(payload) }: Submission<R, R2>
): Effect.Effect<Page | Redirect, unknown, R | R2> => {
  const shown = (errors: FieldErrors, status: number) => Effect.map(again(errors), (page): Page => ({ ...page, status }))
  const errors = payloadErrors(verb, payload, fields)
  if (errors.size > 0) return shown(errors, 422)
  return Effect.catch(call, (error): Effect.Effect<Page | Redirect, unknown, R2> => {
    const found = formErrorsOf(error, fields)
    return found === undefined ? Effect.fail(error) : shown(found.errors, found.status)
  })
}

/** The same for what may need a person's consent. */
export const submitWithConsent = <R, R2>(action: PendingAction, submission: Submission<R, R2>) =>
  submit(action.verb, { ...submission, call: withConsent(action, submission.call) })
