import { html, type Node } from "../html.ts"

export type Tone = "plain" | "good" | "busy" | "wait" | "bad"

/** A state in a word; the word says it all, colour only helps to find it. */
export const badge = (text: string, tone: Tone = "plain"): Node =>
  html`<span class=${`badge ${tone}`}>${text.replaceAll("_", " ")}</span>`

/** Badges of a closed list of states. */
export const badgesOf = <State extends string>(tones: Readonly<Record<State, Tone>>) => (state: State): Node =>
  badge(state, tones[state])
