import type { ConsentPreview, PreviewedChange } from "#schemas/agents/consent"
import { html, type Node } from "../html.ts"
import { tell } from "../records/changes.ts"
import { bookkeeping, folded } from "./diff.ts"
import { badge, empty, failure, foldedJson } from "./elements.ts"
import { money } from "./locale.ts"
import { spoken } from "../words/spoken.ts"

const w = spoken("preview")

type Previewed = Omit<ConsentPreview, "consent_id" | "summary" | "verb">

const sums = ({ money: sums }: Previewed): Node => {
  const all = sums.map(({ amount, currency }, n) => [n > 0 && [" ", w.and, " "], money(amount, currency)])
  return html`<p class="lead">${sums.length === 0 ? w.none : w.moves(all)}</p>`
}

const without = (facts: PreviewedChange["before"]) =>
  facts && Object.fromEntries(Object.entries(facts).filter(([field]) => !bookkeeping.includes(field)))

/** Of a change, that a record counts it says nothing to people. */
const withoutBookkeeping = (change: PreviewedChange): PreviewedChange =>
  change.before === null || change.after === null ? change : { ...change, before: without(change.before), after: without(change.after) }

/** What a call would do, record by record. */
export const preview = (zone: string) => (seen: Previewed): Node => html`
  <section>
    <h2>${w.title}</h2>
    ${seen.refusal !== null
      ? failure(w.refused, seen.refusal.message)
      : html`
        <div>
          ${sums(seen)}
          ${seen.changes.length === 0
            ? empty(w.nothing)
            : seen.changes.map((change) => folded({ zone, change: withoutBookkeeping(change), names: seen.names, tell }))}
          ${seen.effects.map(({ input, workflow }) => html`
            <section class="change">
              <h3>${w.outside(workflow)} ${badge(w.started, "busy")}</h3>
              ${foldedJson(w.given(workflow), input)}
            </section>`)}
        </div>`}
  </section>`
