import { html, type Node } from "../html.ts"

/** Proof that a form is from a page of ours, made for one session. */
export interface Proof {
  readonly form: string
}

/** The name of the field that holds it. */
export const PROOF = "proof"

interface Act {
  readonly to: string
  readonly proof: Proof
  readonly button: string
  readonly tone?: "main" | "risky"
  /** Which of several like it, for whoever hears the button instead of seeing it. */
  readonly about?: string
  readonly fields?: Node
}

/** A form that does something when it is sent. */
export const act = ({ about, button, fields, proof, to, tone }: Act): Node => html`
  <form method="post" action=${to} class="act">
    <input type="hidden" name=${PROOF} value=${proof.form} />
    ${fields}
    <button type="submit" class=${tone}>
      ${button}${about !== undefined && html`<span class="unseen"> ${about}</span>`}
    </button>
  </form>`

type Attributes = Readonly<Record<string, string | boolean>>

/** A line of text to fill in. */
export const input = (name: string, label: string, attributes: Attributes = {}): Node => html`
  <div class="field">
    <label for=${name}>${label}</label>
    <input id=${name} name=${name} ...${attributes} />
  </div>`

interface Choice {
  readonly name: string
  readonly label: string
  /** What it is called when none is chosen. */
  readonly any: string
  readonly options: ReadonlyArray<string>
  readonly chosen: string | undefined
}

/** One of several. */
export const choice = ({ any, chosen = "", label, name, options }: Choice): Node => html`
  <div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} name=${name}>
      <option value="" selected=${chosen === ""}>${any}</option>
      ${options.map((option) => html`
        <option value=${option} selected=${option === chosen}>${option.replaceAll("_", " ")}</option>`)}
    </select>
  </div>`

/** Narrows a list; the address then holds what was chosen. */
export const filter = (to: string, fields: Node): Node => html`
  <form method="get" action=${to} class="filter" role="search">
    ${fields}
    <button type="submit">Show</button>
  </form>`
