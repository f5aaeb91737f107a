import { type Content, html } from "../html.ts"

/** A sentence in which text between backticks is code. */
export const prose = (text: string): Content =>
  text.split("`").map((part, index) => index % 2 === 1 ? html`<code>${part}</code>` : part)

export const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/gu, "-")
