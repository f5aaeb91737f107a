import { Clock, Effect } from "effect"
import type { ApiKey } from "#schemas/auth/api-key"
import { SHARED_IN_SHORT } from "#schemas/kernel/modes"
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

/** Whether a key opens anything, in a word. */
export const keyBadge = ({ expires_at, revoked_at }: ApiKey, now: number): Node =>
  revoked_at !== null
    ? badge("revoked", "bad")
    : expires_at !== null && Date.parse(expires_at) <= now ? badge("expired", "bad") : badge("good", "good")

const keyTable = (zone: string, now: number, rows: ReadonlyArray<ApiKey>): Node =>
  table<ApiKey>({
    label: "API keys, newest first",
    rows,
    empty: empty("There is no API key.", "A program of yours needs one to work with the API; a tool client is connected without."),
    columns: [
      { title: "Name", cell: ({ id, label, mode }) => [link(`${paths.keys}/${id}`, label), testMark(mode === "live")] },
      { title: "Begins", cell: ({ prefix }) => html`<code>${prefix}…</code>` },
      { title: "State", cell: (key) => keyBadge(key, now) },
      { title: "For", cell: ({ agent }) => agent === null ? NONE : `the agent ${agent}` },
      { title: "Used last", cell: ({ last_used_at }) => ago(zone, last_used_at) },
      { title: "Made", cell: ({ created_at, created_by }) => [ago(zone, created_at), created_by !== null && ` by ${created_by.name}`] }
    ]
  })

export const keysPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { caller, company } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("API keys", paths.keys)
  const { cursor } = optional(query, ["cursor"])
  const found = yield* auth.list_api_keys({ query: { ...cursor !== undefined && { cursor }, limit: ROWS, offset: 0, sort: "-id" } })
  return {
    title: "API keys",
    section: paths.keys,
    content: html`
      <div>
        <div class="acts"><a class="button main" href=${`${paths.keys}/new`}>Make a key</a></div>
        ${keyTable(company.time_zone, yield* Clock.currentTimeMillis, found.items)}
        ${paging({ path: paths.keys, cursor, shown: found })}
      </div>`
  } satisfies Page
})

const DAY_MS = 86_400_000

/** Days that a key is good for. */
const lives = [["", "never"], ["30", "in 30 days"], ["90", "in 90 days"], ["365", "in a year"]] as const

const modeWords = {
  test: "test: no money moves and nothing is sent out", live: "live: for real"
} as const

const keyForm = Effect.fnUntraced(function*(errors: FieldErrors) {
  const { form, session: { caller } } = yield* SessionRequest
  if (caller.person === undefined) return peopleOnly("Make an API key", paths.keys)
  const said = (name: string) => textOf(form, name)
  const ticked = new Set(form.has("label") ? form.getAll("scopes") : ["crm:read"])
  return {
    title: "Make an API key",
    section: paths.keys,
    trail: { title: "API keys", to: paths.keys },
    content: html`
      <div class="narrow">
        ${problem(errors)}
        ${yield* permitted("create_api_key", () => postForm({
          to: `${paths.keys}/new`, button: "Make the key", tone: "main",
          fields: [
            field({
              name: "label", label: "Name", errors, help: "What it is for, so that you know it again: “Web shop”.",
              attributes: { required: true, maxlength: "100", autocomplete: "off", value: said("label") }
            }),
            select({
              name: "mode", label: "Mode", errors, chosen: said("mode") || "test", help: SHARED_IN_SHORT,
              options: [["test", modeWords.test], ["live", modeWords.live]]
            }),
            scopeField(caller.scopes, ticked, errors),
            select({ name: "expires_at", label: "Expires", errors, options: lives, chosen: said("expires_at") }),
            html`<details class="other" open=${errors.has("allowed_addresses") || errors.has("agent")}>
              <summary>From where, and for which agent</summary>
              ${field({
                name: "allowed_addresses", label: "Only from these addresses", errors,
                help: "IP addresses or networks, with a space between; from anywhere, if left empty.",
                attributes: { maxlength: "2000", autocomplete: "off", spellcheck: "false", value: said("allowed_addresses") }
              })}
              ${field({
                name: "agent", label: "For the agent", errors,
                help: "Its calls are that agent's then, and it can approve nothing. Leave it empty for a key of a program.",
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
  title: "Copy your key",
  section: paths.keys,
  trail: { title: "API keys", to: paths.keys },
  content: html`
    <div>
      ${notice(html`
        <span>
          This is the key ${label}. It is shown this once: put it where your program finds it, and nowhere else.
          <code class="secret">${key}</code>
        </span>`)}
      ${more !== undefined && html`<p>${more}</p>`}
      <p>${link(paths.keys, "I have saved it")}</p>
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
  const action = { verb: "create_api_key", question: "Make the key?", button: "Make the key", back: paths.keys, section: paths.keys }
  return yield* submitWithConsent(action, {
    payload, again: keyForm,
    call: Effect.map(auth.create_api_key({ payload }), ({ key, label }) => handedOver(label, key))
  })
})
