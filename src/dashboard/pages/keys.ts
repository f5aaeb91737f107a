import { Clock, Effect } from "effect"
import type { ApiKey } from "#schemas/auth/api-key"
import { modes } from "#schemas/kernel/tenancy"
import { badge, empty, link, NONE, notice, testMark } from "../components/elements.ts"
import { field, type FieldErrors, NO_ERRORS, postForm, select } from "../components/form.ts"
import { isScope, scopeField } from "../components/scopes.ts"
import { paging, ROWS, table } from "../components/table.ts"
import { ago } from "../components/time.ts"
import { permitted, problem, textOf } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { optional } from "../query.ts"
import { submitWithConsent } from "../submit.ts"
import { peopleOnly } from "./account.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("keys")
const frame = spoken("frame")

/** Whether a key opens anything, in a word. */
export const keyBadge = ({ expires_at, revoked_at }: ApiKey, now: number): Node =>
  revoked_at !== null
    ? badge(w.revoked, "bad")
    : expires_at !== null && Date.parse(expires_at) <= now ? badge(w.expired, "bad") : badge(w.good, "good")

const keyTable = (zone: string, now: number, rows: ReadonlyArray<ApiKey>): Node =>
  table<ApiKey>({
    label: w.label,
    rows,
    empty: empty(w.none, w.noneHelp),
    columns: [
      { title: w.name, cell: ({ id, label, mode }) => [link(`${paths.keys}/${id}`, label), testMark(mode === "live")] },
      { title: w.begins, cell: ({ prefix }) => html`<code>${prefix}…</code>` },
      { title: w.state, cell: (key) => keyBadge(key, now) },
      { title: w.for, cell: ({ agent }) => agent === null ? NONE : w.agent(agent) },
      { title: w.usedLast, cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: w.made, cell: ({ created_at, created_by }) => [ago(zone, created_at), created_by !== null && w.by(created_by.name)] }
    ]
  })

export const keysPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.title, paths.keys)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_api_keys({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: w.title,
    section: paths.keys,
    content: html`
      <div>
        <div class="acts"><a class="button main" href=${`${paths.keys}/new`}>${w.make}</a></div>
        ${keyTable(company.time_zone, yield* Clock.currentTimeMillis, found.items)}
        ${paging({ path: paths.keys, cursor, shown: found })}
      </div>`
  } satisfies Page
})

const DAY_MS = 86_400_000

/** Days that a key is good for. */
const lives = [["", w.never], ["30", w.days30], ["90", w.days90], ["365", w.year]] as const


const keyForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form, session: { caller } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly(w.makeTitle, paths.keys)
  const said = (name: string) => textOf(form, name)
  const ticked = new Set(form.has("label") ? form.getAll("scopes") : ["crm:read"])
  return {
    title: w.makeTitle,
    section: paths.keys,
    trail: { title: w.title, to: paths.keys },
    content: html`
      <div class="narrow">
        ${problem(errors)}
        ${yield* permitted("create_api_key", () => postForm({
          to: `${paths.keys}/new`, button: w.makeIt, tone: "main",
          fields: [
            field({
              name: "label", label: w.name, errors, help: w.nameHelp,
              attributes: { required: true, maxlength: "100", autocomplete: "off", value: said("label") }
            }),
            select({
              name: "mode", label: w.mode, errors, chosen: said("mode") || "test", help: frame.shared,
              options: [["test", w.test], ["live", w.live]]
            }),
            scopeField(caller.scopes, ticked, errors),
            select({ name: "expires_at", label: w.expires, errors, options: lives, chosen: said("expires_at") }),
            html`<details class="other" open=${errors.has("allowed_addresses") || errors.has("agent")}>
              <summary>${w.fromWhere}</summary>
              ${field({
                name: "allowed_addresses", label: w.addresses, errors,
                help: w.addressesHelp,
                attributes: { maxlength: "2000", autocomplete: "off", spellcheck: "false", value: said("allowed_addresses") }
              })}
              ${field({
                name: "agent", label: w.forAgent, errors,
                help: w.forAgentHelp,
                attributes: { maxlength: "100", autocomplete: "off", value: said("agent") }
              })}
            </details>`
          ]
        }))}
      </div>`
  } satisfies Page
})

export const newKeyPage = Effect.suspend(() => keyForm(NO_ERRORS))

/** A key that was just made: in this answer and in no other. */
export const handedOver = (label: string, key: string, more?: Node): Page => ({
  title: w.copy,
  section: paths.keys,
  trail: { title: w.title, to: paths.keys },
  content: html`
    <div>
      ${notice(w.shownOnce(label, key))}
      ${more !== undefined && html`<p>${more}</p>`}
      <p>${link(paths.keys, w.saved)}</p>
    </div>`
})

export const makeKey = Effect.gen(function*() {
  const { api: { auth }, form } = yield* SessionRequest
  const days = Number(textOf(form, "expires_at"))
  const now = yield* Clock.currentTimeMillis
  const mode = modes.find((one) => one === textOf(form, "mode")) ?? "test"
  const payload = {
    label: textOf(form, "label"),
    mode,
    scopes: form.getAll("scopes").filter(isScope),
    expires_at: days > 0 && days <= 3_650 ? new Date(now + days * DAY_MS).toISOString() : null,
    allowed_addresses: textOf(form, "allowed_addresses").split(/[\s,;]+/u).filter((one) => one !== ""),
    agent: textOf(form, "agent") || null
  }
  const action = { verb: "create_api_key", question: w.makeQuestion, button: w.makeIt, back: paths.keys, section: paths.keys }
  return yield* submitWithConsent(action, {
    payload, again: keyForm,
    call: Effect.map(auth.create_api_key({ payload }), ({ key, label }) => handedOver(label, key))
  })
})
