import { html, type Node } from "../html.ts"
import { inWords, type Text, textIn } from "../words/spoken.ts"

export type Tone = "plain" | "good" | "busy" | "wait" | "bad"

/** A state in a word; the word says it all, colour only helps to find it. */
export const badge = (text: Text, tone: Tone = "plain"): Node =>
  html`<span class=${`badge ${tone}`}>${typeof text === "string" ? text.replaceAll("_", " ") : text}</span>`

/** Badges of a closed list of states. */
export const badgesOf = <State extends string>(tones: Readonly<Record<State, Tone>>) => (state: State): Node =>
  badge(state, tones[state])

/** To another page of ours. */
export const link = (to: string, text: Node): Node => html`<a href=${to}>${text}</a>`

/** Marks what belongs to test mode. */
export const testMark = (livemode: boolean): Node => livemode ? null : [" ", badge("test")]

/** In place of a value that is missing. */
export const NONE = html`<span class="faint">–</span>`

const messageOf = (title: Node, more: Node): Node => [html`<p class="lead">${title}</p>`, more !== undefined && html`<p>${more}</p>`]

/** There is nothing here, why, and what to do about it. */
export const empty = (title: Node, more?: Node): Node => html`<div class="empty">${messageOf(title, more)}</div>`

/** Something could not be shown or done. */
export const failure = (title: Node, more?: Node): Node => html`<div class="failure" role="alert">${messageOf(title, more)}</div>`

/** Something was done. */
export const notice = (text: Node): Node => html`<div class="notice" role="status">${text}</div>`

/** The notice of a page that the query's `done` leads back to. */
export const doneNotice = (query: URLSearchParams, texts: Readonly<Record<string, Node>>): Node => {
  const done = query.get("done")?.trim() ?? ""
  return Object.hasOwn(texts, done) && notice(texts[done])
}

/** Data as it is, in a box that scrolls by itself. */
export const json = (label: Text, value: unknown): Node =>
  value === null || value === undefined
    ? html`<p>${NONE}</p>`
    : inWords((words) => html`<pre tabindex="0" role="region" aria-label=${textIn(words, label)}><code>${
      typeof value === "string" ? value : JSON.stringify(value, null, 2)}</code></pre>`)

/** The same, unfolded on demand. */
export const foldedJson = (label: Text, value: unknown): Node => html`<details class="other"><summary>${label}</summary>${json(label, value)}</details>`
