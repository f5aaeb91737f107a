import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ConsentId } from "#schemas/agents/consent"
import { aboutOf } from "#schemas/kernel/consent"
import type { ConfirmationRequired, ConsentState, StepUpRequired } from "#schemas/kernel/errors"
import { operations } from "#schemas/operations"
import { cannotApprove } from "#schemas/kernel/admission"
import { ActingIdentity } from "../http/in-process-client.ts"
import type { Question as Asking } from "../http/request-context.ts"
import { link, notice } from "./components/elements.ts"
import { field, type FieldErrors, hiddenField, postForm } from "./components/form.ts"
import { preview } from "./components/preview.ts"
import { formErrorsOf, payloadErrors } from "./forms.ts"
import { type Page, type Redirect, SessionRequest } from "./handler.ts"
import { html, type Node } from "./html.ts"
import { hiddenFieldsOf, type PendingAction, requestUrl } from "./pending-action.ts"
import { paths } from "./paths.ts"
import { stepUpPage, verifyStepUp } from "./step-up.ts"
import { inEnglish, spoken } from "./words/spoken.ts"

const w = spoken("consent")

/** Fields of these forms that belong to the question, not to what was asked. */
const CONSENT = "consent"
const CONFIRMATION = "confirmation"
/** Of who may not agree themselves: somebody else is to be asked. */
const ASK = "ask_others"

type Previewed = Parameters<Asking["show"]>[1]

interface Question {
  readonly action: PendingAction
  /** The name of the call. */
  readonly name: string
  readonly to: string
  readonly fields: Node
}

const agreeForm = ({ action: { back, button }, fields, name, to }: Question): Node => html`
  <div class="acts">
    ${postForm({ to, button, tone: "risky", fields: [fields, hiddenField(CONSENT, name)] })}
    ${link(back, w.leave)}
  </div>`

/** For who may not agree themselves. */
const askForm = ({ action: { back }, fields, name, to }: Question, why: Node): Node => html`
  <div>
    ${w.others(why)}
    <div class="acts">
      ${postForm({ to, button: w.ask, tone: "main", fields: [fields, hiddenField(CONSENT, name), hiddenField(ASK, "yes")] })}
      ${link(back, w.leave)}
    </div>
  </div>`

/** Tells somebody who may not agree themselves who may, and where to enter the confirmation. */
const confirmationForm = ({ action: { back, button }, fields, to }: Question, consent: ConsentState, why: Node): Node => html`
  <div>
    ${notice(w.asked(link(`${paths.consents}/${consent.id}`, w.consent(consent.id)), why))}
    <div class="acts">
      ${postForm({
        to, button, tone: "risky",
        fields: [fields, field({
          name: CONFIRMATION, label: w.confirmation,
          attributes: { required: true, autocomplete: "off", maxlength: "100", spellcheck: "false" }
        })]
      })}
      ${link(back, w.leave)}
    </div>
  </div>`

/** Why somebody cannot agree to their own call; nothing where they can. */
const cannotAgree = ({ caller }: SessionRequest["Service"]["session"], verb: string): Node | undefined => {
  if (caller.credential !== "session") return w.keyCannot
  const denied = cannotApprove(caller, { entry: operations.get(verb), own: true })
  return denied && inEnglish(denied.message)
}

const questionOf = Effect.fnUntraced(function*(action: PendingAction, name: string) {
  const { form } = yield* SessionRequest
  return { action, name, to: yield* requestUrl, fields: hiddenFieldsOf(form, [CONSENT, CONFIRMATION, ASK]) } satisfies Question
})

/** Shows what a call would do and asks for one press to agree to it and to do it. Until then nothing waits for anybody. */
const consentPage = Effect.fnUntraced(function*(action: PendingAction, name: string, seen: Previewed) {
  const { session } = yield* SessionRequest
  const question = yield* questionOf(action, name)
  const why = cannotAgree(session, action.verb)
  const { shared, undo } = aboutOf(operations.get(action.verb))
  return {
    title: action.question,
    section: action.section,
    status: 428,
    content: html`
      <div>
        ${action.follows !== undefined && html`<p>${action.follows}</p>`}
        <p>${w.undo(undo)}</p>
        ${shared && session.caller.mode === "test" && html`<p><strong>${w.realInTest}</strong></p>`}
        ${preview(session.company.time_zone)(seen)}
        ${seen.refusal !== null ? html`<p>${link(action.back, w.back)}</p>` : why === undefined ? agreeForm(question) : askForm(question, why)}
      </div>`
  } satisfies Page
})

/** Tells of the consent that was asked for. */
const askedPage = Effect.fnUntraced(function*(action: PendingAction, name: string, consent: ConsentState) {
  const { session } = yield* SessionRequest
  return {
    title: action.question,
    section: action.section,
    status: 428,
    content: confirmationForm(yield* questionOf(action, name), consent, cannotAgree(session, action.verb) ?? "")
  } satisfies Page
})

const confirmed = Effect.fnUntraced(function*<R>({ consent: { id } }: ConfirmationRequired, call: Effect.Effect<Page | Redirect, unknown, R>) {
  const { api: { agents } } = yield* SessionRequest
  const identity = yield* ActingIdentity
  const { confirmation } = yield* agents.approve_consent({ params: { id: ConsentId.make(id) } })
  return yield* Effect.provideService(call, ActingIdentity, { ...identity, confirmation })
})

type Needs = ActingIdentity | HttpServerRequest.HttpServerRequest | SessionRequest

const tagOf = (error: unknown) => (error as { readonly _tag?: unknown } | null)?._tag

const isUnconfirmed = (error: unknown): error is ConfirmationRequired => tagOf(error) === "ConfirmationRequired"

const isStepUpRequired = (error: unknown): error is StepUpRequired => tagOf(error) === "StepUpRequired"

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
    const agreed = form.get(CONSENT) ?? undefined
    let shown: { readonly name: string; readonly seen: Previewed } | undefined
    const question: Asking = { agreed, show: (name, seen) => void (shown = { name, seen }) }
    return yield* Effect.catch(Effect.provideService(call, ActingIdentity, { ...identity, question }), (error): Effect.Effect<Page | Redirect, unknown, R | Needs> => {
      if (shown?.seen.refusal?.code === "step_up_required" || isStepUpRequired(error)) return stepUpPage(action)
      if (shown !== undefined) return consentPage(action, shown.name, shown.seen)
      if (!isUnconfirmed(error)) return Effect.fail(error)
      return form.has(ASK) ? askedPage(action, agreed ?? "", error.consent) : confirmed(error, call)
    })
  })

/**
 * The same where whoever presses the button has just read what it does, and what was typed are secrets, which are not put into another page: the press is the
 * agreement.
 */
export const withAgreement = <R>(call: Effect.Effect<Page | Redirect, unknown, R>): Effect.Effect<Page | Redirect, unknown, R | Needs> =>
  Effect.catch(call, (error): Effect.Effect<Page | Redirect, unknown, R | Needs> =>
    isUnconfirmed(error) ? confirmed(error, call) : Effect.fail(error))

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
