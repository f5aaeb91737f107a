import { html, type Node } from "../html.ts"
import { NONE } from "./time.ts"

const printed = (value: unknown) => typeof value === "string" ? value : JSON.stringify(value, null, 2)

/** Data as it is, in a box that scrolls by itself. */
export const json = (label: string, value: unknown): Node =>
  value === null || value === undefined
    ? html`<p>${NONE}</p>`
    : html`<pre tabindex="0" role="region" aria-label=${label}><code>${printed(value)}</code></pre>`
