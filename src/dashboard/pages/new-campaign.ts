import { Effect } from "effect"
import { newToken } from "#layers/auth/opaque-tokens"
import { SegmentId } from "#schemas/crm/segment"
import { empty } from "../components/elements.ts"
import { field, type FieldErrors, hiddenField, NO_ERRORS, postForm, select, textarea } from "../components/form.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html } from "../html.ts"
import { paths } from "../paths.ts"
import { MOST } from "../query.ts"
import { submitWithConsent } from "../submit.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("newCampaign")

const TITLE = w.title

const purposes = [
  ["marketing", w.marketing], ["service", w.service]
] as const

/** The company's segments and the numbers that can text. */
const choices = Effect.gen(function*() {
  const { api: { crm, messages } } = yield* SessionRequest
  const every = { limit: MOST, offset: 0, sort: "id" } as const
  const segments = yield* crm.list_segments({ query: every })
  const numbers = yield* messages.list_phone_numbers({ query: every })
  return {
    segments: segments.items.map(({ id, name }) => [String(id), name] as const),
    numbers: numbers.items.filter(({ capabilities, state }) => state === "active" && capabilities.includes("sms")).map(({ label, phone }) =>
      [phone, label === null ? phone : `${phone}, ${label}`] as const)
  }
})

const shown = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form } = yield* SessionRequest
  const said = (name: string) => textOf(form, name)
  const { numbers, segments } = yield* choices
  return {
    title: TITLE,
    section: paths.campaigns,
    trail: { title: w.campaigns, to: paths.campaigns },
    content: html`
      <div class="narrow">
        ${problem(errors)}
        ${segments.length === 0
          ? empty(w.noSegment, w.noSegmentHelp())
          : yield* permitted("send_bulk_sms", () => postForm({
            to: `${paths.campaigns}/new`, button: w.make, tone: "main",
            fields: html`
              ${hiddenField("once", said("once") || newToken())}
              ${field({ name: "name", label: w.name, errors, help: w.nameHelp, attributes: { value: said("name"), required: true, maxlength: "200" } })}
              ${select({ name: "segment_id", label: w.segment, errors, chosen: said("segment_id"), options: segments })}
              ${select({ name: "purpose", label: w.purpose, errors, chosen: said("purpose"), options: purposes })}
              ${select({ name: "from_phone", label: w.from, errors, chosen: said("from_phone"), options: [["", w.oldest], ...numbers] })}
              ${textarea({
                name: "variants", label: w.text, value: said("variants"), errors, attributes: { rows: "5", maxlength: "1600", required: true },
                help: w.textHelp
              })}
              <p class="faint">${w.nothingYet}</p>`
          }))}
      </div>`
  } satisfies Page
})

export const newCampaignPage = Effect.suspend(() => shown(NO_ERRORS))

export const makeCampaign = Effect.gen(function*() {
  const { api: { messages }, form } = yield* SessionRequest
  const said = (name: string) => textOf(form, name)
  const [from_phone, segment] = [said("from_phone"), said("segment_id")]
  if (!/^[1-9]\d{0,14}$/u.test(segment)) return { ...yield* shown(new Map([["segment_id", w.chooseOne]])), status: 422 }
  const payload = {
    name: said("name"), segment_id: SegmentId.make(Number(segment)),
    purpose: said("purpose") === "service" ? "service" as const : "marketing" as const,
    variants: [{ name: "A", message: said("variants"), share: 1 }], shorten_links: true, starts_at: null, start_paused: true, ...from_phone !== "" && { from_phone }
  }
  const once = said("once").slice(0, 50) || newToken()
  const action = {
    verb: "send_bulk_sms", question: w.question, button: w.make, follows: w.follows,
    back: paths.campaigns, section: paths.campaigns
  }
  return yield* submitWithConsent(action, {
    payload, fields: ["name", "segment_id", "purpose", "from_phone", "variants"], again: shown,
    call: Effect.map(
      messages.send_bulk_sms({ headers: { "idempotency-key": `dashboard-${once}` }, payload }),
      ({ id }) => ({ to: `${paths.campaigns}/${id}?done=made` })
    )
  })
})
