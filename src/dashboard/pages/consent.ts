import { Effect } from "effect"
import { type AboutRecord, type Consent, type ConsentDetail, ConsentId } from "#schemas/agents/consent"
import { cannotApprove } from "#schemas/kernel/admission"
import { CONFIRMATION_MINUTES } from "#schemas/kernel/consent"
import { operations } from "#schemas/operations"
import { unavailable } from "../api-errors.ts"
import { foldedJson, link, NONE, notice, testMark } from "../components/elements.ts"
import { input, postForm } from "../components/form.ts"
import { preview } from "../components/preview.ts"
import { facts } from "../components/table.ts"
import { time } from "../components/time.ts"
import { kindOf, type Names, namesOf } from "../credential-names.ts"
import { permitted } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths, receiptsOf } from "../paths.ts"
import { idOf, optional } from "../query.ts"
import { tell } from "../records/changes.ts"
import { asker, stateBadge } from "./consents.ts"
import { inEnglish, spoken } from "../words/spoken.ts"

const w = spoken("consentPage")
const { undo } = spoken("consent")

const isOpen = ({ state }: Consent) => state === "proposed" || state === "previewed" || state === "approved"

const history = (zone: string, names: Names, { steps }: Consent): Node => html`
  <details class="other">
    <summary>${w.steps}</summary>
    <ol class="line">
      ${steps.map(({ actor, at, key_id, state }) => html`
        <li>
          <h3>${stateBadge(state)}</h3>
          <p class="faint">${time(zone, at)}${key_id === null ? w.byItself : [", ", asker(names)({ actor, key_id })]}</p>
        </li>`)}
    </ol>
  </details>`

const record = (zone: string) => ({ facts: known, name, object }: AboutRecord): Node => html`
  <section>
    <h2>${tell.object(object)} ${name}</h2>
    ${facts(Object.keys(known).map((field) => [tell.field(object, field), tell.value({ object, facts: known, field, zone, names: {} })] as const))}
  </section>`

const decision = (consent: ConsentDetail) =>
  Effect.gen(function*() {
    const { session } = yield* SessionRequest
    if (consent.state === "approved") {
      return (yield* kindOf(consent.key_id)) === "grant" ? null : html`
        ${w.approvedAlready(html`<code>GET /api/v1/agent/consents/${consent.id}</code>`)}`
    }
    if (consent.key_id === session.caller.key_id && session.caller.credential !== "session") {
      return html`
        <p class="faint">${w.ownKey}</p>`
    }
    const at = `${paths.consents}/${consent.id}`
    const reason = input("reason", w.reasonLabel, { maxlength: "1000" })
    const no = cannotApprove(session.caller, { entry: operations.get(consent.verb), own: consent.key_id === session.caller.key_id })
    if (no !== undefined) return html`<p class="faint">${inEnglish(no.message)}</p>`
    return yield* permitted("approve_consent", () => html`
      <section>
        <h2>${w.decision}</h2>
        <div class="acts">
          ${postForm({ to: `${at}/approve`, button: w.approve, tone: "main" })}
          ${postForm({ to: `${at}/reject`, button: w.reject, tone: "risky", fields: reason })}
        </div>
      </section>`)
  })

const shown = Effect.fnUntraced(function*(consent: ConsentDetail, note: Node) {
  const { api: { agents }, session: { company: { time_zone } } } = yield* SessionRequest
  const open = isOpen(consent)
  const would = open
    ? yield* Effect.match(agents.preview_consent({ params: { id: consent.id } }), {
      onFailure: unavailable,
      onSuccess: preview(time_zone)
    })
    : null
  const names = yield* namesOf([consent.key_id, ...consent.steps.map(({ key_id }) => key_id)])
  return {
    title: consent.summary,
    section: paths.consents,
    trail: { title: w.consents, to: paths.consents },
    content: html`
      <div>
        ${note}
        ${open && !consent.livemode && consent.shared && html`<p class="lead">${w.changesReal}</p>`}
        ${facts([
          [w.state, [stateBadge(consent.state), testMark(consent.livemode)]],
          [w.operation, html`<code>${consent.verb}</code>`],
          [w.undo, undo(consent.undo)],
          [w.askedBy, asker(names)(consent)],
          [w.session, consent.session === null ? NONE : link(receiptsOf(consent.session), consent.session)],
          [w.asked, time(time_zone, consent.created_at)],
          [open ? w.ends : w.wouldEnd, time(time_zone, consent.expires_at)],
          ...consent.reason === null ? [] : [[w.reason, consent.reason] as const]
        ])}
        ${consent.about.map(record(time_zone))}
        ${would}
        ${open && (yield* decision(consent))}
        ${foldedJson(w.sent, consent.input)}
        ${history(time_zone, names, consent)}
      </div>`
  } satisfies Page
})

const one = Effect.gen(function*() {
  const { params } = yield* SessionRequest
  return yield* idOf(params, ConsentId.make)
})

const secret = (confirmation: string): Node => html`<code class="secret">${confirmation}</code>`

/** Of a call of a tool client, nothing is to be handed over: the agent makes the same call again, and is known by it. */
const repeats = notice(w.repeats(CONFIRMATION_MINUTES))

export const consentPage = Effect.gen(function*() {
  const { api: { agents }, query } = yield* SessionRequest
  const consent = yield* agents.get_consent({ params: { id: yield* one } })
  const { done } = optional(query, ["done"])
  /* Who asked by this very session is told here, once. */
  if (consent.confirmation !== undefined) {
    return yield* shown(consent, notice(w.sendWith(secret(consent.confirmation))))
  }
  if (consent.state === "approved" && (yield* kindOf(consent.key_id)) === "grant") return yield* shown(consent, repeats)
  return yield* shown(consent, done === "rejected" && notice(w.rejected))
})

export const approveConsent = Effect.gen(function*() {
  const { api: { agents }, session: { company: { time_zone } } } = yield* SessionRequest
  const id = yield* one
  const { confirmation, expires_at } = yield* agents.approve_consent({ params: { id } })
  const consent = yield* agents.get_consent({ params: { id } })
  if ((yield* kindOf(consent.key_id)) === "grant") return yield* shown(consent, repeats)
  return yield* shown(consent, notice(w.approved(html`<code>GET /api/v1/agent/consents/${id}</code>`, time(time_zone, expires_at), secret(confirmation))))
})

export const rejectConsent = Effect.gen(function*() {
  const { api: { agents }, form } = yield* SessionRequest
  const id = yield* one
  yield* agents.reject_consent({ params: { id }, payload: { reason: form.get("reason")?.trim() || null } })
  return { to: `${paths.consents}/${id}?done=rejected` }
})
