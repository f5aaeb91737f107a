import { ORIGIN } from "../documents.ts"
import { type Content, html } from "../html.ts"

const API = `${ORIGIN}/api/v1`

/** What of an answer is kept under which name, for the lines that follow. */
interface Kept {
  readonly as: string
  /** The field before the value, as the answer has it; that of its beginning if left out. */
  readonly after?: string
}

interface Asked {
  readonly body?: object
  readonly keep?: Kept
  /** Whose request it is, where it is not the key's. */
  readonly by?: "API_KEY" | "ACCESS_TOKEN"
  readonly confirmed?: true
}

/**
 * Quotation marks around a variable make a text of it, where a number is asked for; those around one in braces stay. Those within a text have a backslash
 * before them already, which the shell is to leave.
 */
const json = (body: object) => JSON.stringify(body).replaceAll(/(\\?)"/gu, (_, before: string) => `${before}${before}\\"`).replaceAll(/\\"(\$[A-Z]+)\\"/gu, "$1")

/** A line for the shell. */
export const line = (method: string, path: string, { body, by = "API_KEY", confirmed, keep }: Asked = {}) => {
  const request = [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}"${API}${path}"`, `-H "Authorization: Bearer $${by}"`,
    ...confirmed === undefined ? [] : [`-H "X-Service-Confirmation: $CONFIRMATION"`],
    ...body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d "${json(body)}"`]
  ].join(" \\\n  ")
  if (keep === undefined) return request
  const before = keep.after === undefined ? "^{\"id\":" : `.*${keep.after.replaceAll("[", "\\[")}`
  return `${keep.as}=$(${request} \\\n  | sed 's/${before}"\\{0,1\\}\\([A-Za-z0-9_:.-]*\\).*/\\1/')`
}

/** The same request as one that waits for a person: asked for, agreed to, and done. */
export const agreed = (method: string, path: string, body?: object): ReadonlyArray<string> => [
  line(method, path, { ...body !== undefined && { body }, keep: { as: "CONSENT", after: "\"consent\":{\"id\":" } }),
  line("POST", "/agent/consents/$CONSENT/approve", { by: "ACCESS_TOKEN", keep: { as: "CONFIRMATION", after: "\"confirmation\":" } }),
  line(method, path, { ...body !== undefined && { body }, confirmed: true })
]

export interface Step {
  readonly title: string
  readonly text: string
  readonly lines: ReadonlyArray<string>
}

interface Told {
  readonly id: string
  readonly title: string
  readonly before: Content
  readonly steps: ReadonlyArray<Step>
  readonly after: Content
}

/** A page of the documentation that leads through something from its beginning to its end. */
export interface Guide {
  readonly id: string
  readonly title: string
  readonly content: Content
}

/** Lines that run one after another in one shell. */
export const guide = ({ after, before, id, steps, title }: Told): Guide => ({
  id,
  title,
  content: html`
<section id="${id}">
<p>${before}</p>
${steps.map(({ lines, text, title }) => html`
<h2>${title}</h2>
<p>${text}</p>
${lines.map((line, n) => html`<pre tabindex="0" role="region" aria-label="${title}${n > 0 && `, line ${n + 1}`}"><code>${line}</code></pre>
`)}`)}
<p>${after}</p>
</section>`
})
