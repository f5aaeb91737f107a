import { Effect } from "effect"
import type { AuditEvent } from "#schemas/auth/audit.api"
import { InProcessClient } from "../../http/in-process-client.ts"
import { folded } from "../components/diff.ts"
import { filter, input } from "../components/form.ts"
import { testMark } from "../components/link.ts"
import { paging, ROWS } from "../components/paging.ts"
import { empty } from "../components/states.ts"
import { time } from "../components/time.ts"
import { Visit } from "../gate.ts"
import { html, type Node } from "../html.ts"
import { places } from "../paths.ts"
import { optional } from "../query.ts"
import type { Page } from "../response.ts"
import { type Names, namesOf } from "../credential-names.ts"

const entry = (zone: string, names: Names) => (event: AuditEvent): Node => html`
  <li>
    <h2><code>${event.verb}</code> ${testMark(event.livemode)}</h2>
    <p class="faint">
      ${time(zone, event.created_at)} · ${event.key_id === null ? "nobody was signed in" : names(event.key_id)}
      ${` · receipt ${event.sequence ?? "being sealed"}`}
    </p>
    ${event.changes.map((change) => folded(zone, change))}
  </li>`

/** Who signed in and who tried to, what was made, changed and cut off, newest first. */
export const auditPage = Effect.gen(function*() {
  const { auth } = yield* InProcessClient
  const { query, session: { company } } = yield* Visit
  const chosen = optional(query, ["verb"])
  const cursor = optional(query, ["cursor"])
  const found = yield* auth.list_audit_events({ query: { ...chosen, ...cursor, limit: ROWS, offset: 0 } })
  const names = yield* namesOf(found.items.map(({ key_id }) => key_id))
  return {
    title: "Audit",
    section: places.audit,
    content: html`<div>
      ${filter(places.audit, input("verb", "Operation", { value: chosen.verb ?? "", maxlength: "200" }))}
      ${found.items.length === 0
        ? empty("Nothing like that has happened.", "Who signs in, which keys are made and who becomes a member stands here.")
        : html`<ol class="line">${found.items.map(entry(company.time_zone, names))}</ol>`}
      ${paging({ path: places.audit, kept: chosen, cursor: cursor.cursor, shown: found })}
    </div>`
  } satisfies Page
})
