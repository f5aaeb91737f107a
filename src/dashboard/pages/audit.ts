import { Effect } from "effect"
import type { AuditEvent } from "#schemas/auth/audit.api"
import { empty, testMark } from "../components/elements.ts"
import { field, filter } from "../components/form.ts"
import { receiptChange } from "../components/receipt-change.ts"
import { paging, ROWS } from "../components/table.ts"
import { time } from "../components/time.ts"
import { filtered } from "../forms.ts"
import { type Page, SessionRequest } from "../handler.ts"
import { html, type Node } from "../html.ts"
import { paths } from "../paths.ts"
import { optional } from "../query.ts"
import { type ReceiptNames, receiptNames } from "../record-names.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("audit")

const entry = (zone: string, names: ReceiptNames) => (event: AuditEvent): Node => html`
  <li>
    <h2><code>${event.verb}</code> ${testMark(event.livemode)}</h2>
    <p class="faint">
      ${time(zone, event.created_at)} · ${event.key_id === null ? w.nobody : names.keys(event.key_id)}
      ${" · "}${w.receipt(event.sequence ?? w.sealing)}
    </p>
    ${event.changes.map(receiptChange(zone, event.verb, names))}
  </li>`

/** Who signed in and who tried to, what was made, changed and cut off, newest first. */
export const auditPage = Effect.gen(function*() {
  const { api: { auth }, query, session: { company } } = yield* SessionRequest
  const chosen = optional(query, ["verb"])
  const cursor = optional(query, ["cursor"])
  const { errors, found, status } = yield* filtered(auth.list_audit_events({ query: { ...chosen, ...cursor, limit: ROWS, offset: 0 } }), ["verb"])
  const names = yield* receiptNames(found.items)
  return {
    title: w.title,
    section: paths.audit,
    status,
    content: html`<div>
      ${filter(paths.audit, field({ name: "verb", label: w.operation, errors, attributes: { value: chosen.verb ?? "", maxlength: "200" } }))}
      ${found.items.length === 0
        ? empty(w.none, w.noneHelp)
        : html`<ol class="line">${found.items.map(entry(company.time_zone, names))}</ol>`}
      ${paging({ path: paths.audit, filters: chosen, cursor: cursor.cursor, shown: found })}
    </div>`
  } satisfies Page
})
