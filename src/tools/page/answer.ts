import { badge, json } from "../../dashboard/components/elements.ts"
import { html, type Node } from "../../dashboard/html.ts"
import { argumentOf, type ToolError } from "#schemas/tools/refusal"
import type { Answered } from "../language.ts"

/** What came back of a call. */
export interface CallResult {
  readonly status: number
  readonly body: { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: ToolError }
}

export const callResultOf = ({ body, status }: Answered): CallResult => ({ status, body: JSON.parse(body) })

/** What is wrong with each argument, where the tool said no. */
export const detailsOf = (outcome: CallResult | undefined) =>
  outcome === undefined || outcome.body.success ? [] : outcome.body.error.details ?? []

const TRY = " Try: "

const hinted = (hint: string): Node => {
  const at = hint.lastIndexOf(TRY)
  return at < 0 ? hint : [hint.slice(0, at), " Try: ", html`<code>${hint.slice(at + TRY.length)}</code>`]
}

const refusal = (error: ToolError, known: ReadonlyArray<string>): Node => {
  const others = (error.details ?? []).filter((detail) => !known.includes(argumentOf(detail)))
  return html`
    <div class="failure" role="alert">
      <p class="lead">${error.message}</p>
      <p>${hinted(error.hint)}</p>
      ${others.length > 0 && html`
        <ul>${others.map(({ error, field }) => html`<li><code>${field}</code> ${error}.</li>`)}</ul>`}
      <p><a href=${`/tools#error-${error.code}`}>What <code>${error.code}</code> means</a></p>
    </div>`
}

/** The answer of a tool, or that there is none yet; `known` are the arguments that say themselves what is wrong with them. */
export const answer = (tool: string, outcome: CallResult | undefined, known: ReadonlyArray<string>): Node => html`
  <div class="answer">
    <p class="label">Answer</p>
    <p class="outcome" role="status">
      ${outcome === undefined ? "Not called yet." : badge(String(outcome.status), outcome.body.success ? "good" : "bad")}
    </p>
    <div class="result">
      ${outcome !== undefined && !outcome.body.success && refusal(outcome.body.error, known)}
      ${outcome !== undefined && json(`Answer of ${tool}`, outcome.body)}
    </div>
  </div>`
