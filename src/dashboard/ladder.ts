import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { ConsentId, type ConsentPreview } from "#schemas/agents/consent"
import { type ConfirmationRequired, Conflict, type ConsentState, type StepUpRequired } from "#schemas/kernel/errors"
import { operations } from "#schemas/operations"
import { cannotApprove } from "#schemas/kernel/admission"
import { ActingIdentity, InProcessClient } from "../http/in-process-client.ts"
import { field, hiddenField, RIGHT } from "./components/field.ts"
import { act } from "./components/form.ts"
import { link } from "./components/link.ts"
import { preview } from "./components/preview.ts"
import { notice } from "./components/states.ts"
import { Visit } from "./gate.ts"
import { html, type Node } from "./html.ts"
import { type Deed, here, kept } from "./pending-action.ts"
import { places } from "./paths.ts"
import { proven, proving } from "./proof-of-person.ts"
import type { Onwards, Page } from "./response.ts"

/** Fields of these forms that belong to the question, not to what was asked. */
const CONSENT = "consent"
const CONFIRMATION = "confirmation"

const agreeable = ({ consent, fields, to, deed: { back, button } }: {
  readonly deed: Deed
  readonly consent: ConsentState
  readonly to: string
  readonly fields: Node
}) => Effect.map(Visit, ({ proof }) => html`
  <div class="acts">
    ${act({ to, proof, button, tone: "risky", fields: [fields, hiddenField(CONSENT, String(consent.id))] })}
    ${link(back, "Leave it as it is")}
  </div>`)

/** Whoever may not agree themselves is told who may, and where to put what they are given for it. */
const waits = ({ consent, deed: { back, button }, fields, to, why }: {
  readonly deed: Deed
  readonly consent: ConsentState
  readonly to: string
  readonly fields: Node
  readonly why: string
}) => Effect.map(Visit, ({ proof }) => html`
  <div>
    ${notice(html`
      <span>
        This needs a person to agree: ${link(`${places.consents}/${consent.id}`, `consent ${consent.id}`)} was asked for. ${why}
        ${" "}Whoever approves it gets a confirmation; enter it here.
      </span>`)}
    <div class="acts">
      ${act({
        to,
        proof,
        button,
        tone: "risky",
        fields: [fields, field({
          name: CONFIRMATION, label: "Confirmation (cfm_…)", wrong: RIGHT,
          attributes: { required: true, autocomplete: "off", maxlength: "100", spellcheck: "false" }
        })]
      })}
      ${link(back, "Leave it as it is")}
    </div>
  </div>`)

/** Why somebody cannot agree to their own call; nothing where they can. */
const incapable = ({ caller }: Visit["Service"]["session"], verb: string): string | undefined => {
  if (caller.credential !== "session") return "The key that you signed in with cannot agree to its own call."
  return cannotApprove(caller, { entry: operations.get(verb), own: true })?.message
}

/** Shows what a call would do and asks for one press to agree to it and to do it. */
const asked = Effect.fnUntraced(function*(deed: Deed, consent: ConsentState, seen: ConsentPreview) {
  const { form, session } = yield* Visit
  const shared = { deed, consent, to: yield* here, fields: kept(form, [CONSENT, CONFIRMATION]) }
  const why = incapable(session, deed.verb)
  const decide: Node = why === undefined ? yield* agreeable(shared) : yield* waits({ ...shared, why })
  return {
    title: deed.question,
    section: deed.section,
    status: 428,
    content: html`
      <div>
        ${deed.follows !== undefined && html`<p>${deed.follows}</p>`}
        ${seen.refusal === null ? decide : html`<p>${link(deed.back, "Go back")}</p>`}
        ${preview(session.company.time_zone)(seen)}
      </div>`
  } satisfies Page
})

const isId = Schema.is(ConsentId)

/** The confirmation of a consent that the caller asked for, for the very operation that they are about to do. */
const agreed = Effect.fnUntraced(function*(verb: string, consent: string) {
  const { agents } = yield* InProcessClient
  const { session: { caller } } = yield* Visit
  const id = Number(consent)
  const otherwise = new Conflict({ message: "What was agreed to is not what was asked for. Nothing was done." })
  if (!isId(id)) return yield* otherwise
  const asked = yield* agents.get_consent({ params: { id } })
  if (asked.key_id !== caller.key_id || asked.verb !== verb) return yield* otherwise
  return (yield* agents.approve_consent({ params: { id } })).confirmation
})

type Needs = ActingIdentity | HttpServerRequest.HttpServerRequest | InProcessClient | Visit

const tagOf = (error: unknown) => (error as { readonly _tag?: unknown } | null)?._tag

const isUnconfirmed = (error: unknown): error is ConfirmationRequired => tagOf(error) === "ConfirmationRequired"

const isUnproven = (error: unknown): error is StepUpRequired => tagOf(error) === "StepUpRequired"

const question = Effect.fnUntraced(function*(deed: Deed, consent: ConsentState) {
  const { agents } = yield* InProcessClient
  const seen = yield* agents.preview_consent({ params: { id: ConsentId.make(consent.id) } })
  return seen.refusal?.code === "step_up_required" ? yield* proving(deed) : yield* asked(deed, consent, seen)
})

/**
 * Does something that may need a person's agreement, or that they prove again who they are. Instead of being refused they are
 * asked: for a code or the password, and then the call is made; or whether what would change is right, and one press agrees to
 * it and does it.
 */
export const doing = <R>(
  deed: Deed,
  call: Effect.Effect<Page | Onwards, unknown, R>
): Effect.Effect<Page | Onwards, unknown, R | Needs> =>
  Effect.gen(function*() {
    const { form } = yield* Visit
    const acting = yield* ActingIdentity
    const unproven = yield* proven(deed)
    if (unproven !== undefined) return unproven
    const consent = form.get(CONSENT)
    const work = consent === null
      ? call
      : Effect.provideService(call, ActingIdentity, { ...acting, confirmation: yield* agreed(deed.verb, consent) })
    return yield* Effect.catch(work, (error): Effect.Effect<Page | Onwards, unknown, Needs> => {
      if (isUnconfirmed(error)) return question(deed, error.consent)
      if (isUnproven(error)) return proving(deed)
      return Effect.fail(error)
    })
  })
