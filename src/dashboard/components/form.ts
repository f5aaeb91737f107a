import { createContext, type VNode } from "preact"
import { html, type Node, provided } from "../html.ts"
import { inWords, spoken } from "../words/spoken.ts"

const w = spoken("form")

/** The name of the field with the CSRF token. */
export const CSRF_FIELD = "proof"

const Csrf = createContext("")

/** The same page, with the CSRF token in each form that is posted. */
export const withCsrf = (token: string, page: VNode): VNode => provided(Csrf, token, page)

interface PostForm {
  readonly to: string
  readonly button: Node
  readonly tone?: "main" | "risky"
  /** Which of several like it, for whoever hears the button instead of seeing it. */
  readonly about?: Node
  readonly fields?: Node
  /** Fields elsewhere on the page name it. */
  readonly id?: string
  /** A second button, with what stands beside it. */
  readonly other?: Node
  /** Fields of it are files. */
  readonly files?: boolean
}

/** A form that does something when it is sent. */
export const postForm = ({ about, button, fields, files = false, id, other, to, tone }: PostForm): Node => html`
  <form method="post" action=${to} class="act" id=${id} enctype=${files ? "multipart/form-data" : undefined}>
    <${Csrf.Consumer}>${(token: string) => hiddenField(CSRF_FIELD, token)}</${Csrf.Consumer}>
    ${fields}
    <button type="submit" class=${tone}>
      ${button}${about !== undefined && html`<span class="unseen"> ${about}</span>`}
    </button>
    ${other}
  </form>`

/** Narrows a list; the address then holds what was chosen. */
export const filter = (to: string, fields: Node): Node => html`
  <form method="get" action=${to} class="filter" role="search">
    ${fields}
    <button type="submit">${w.show}</button>
  </form>`

/** What is wrong with a form that was sent, by field; under `WHOLE` what belongs to no field. */
export type FieldErrors = ReadonlyMap<string, Node>

export const WHOLE = ""

export const NO_ERRORS: FieldErrors = new Map()

type Attributes = Readonly<Record<string, string | boolean | undefined>>

interface Field {
  readonly name: string
  readonly label: Node
  readonly errors?: FieldErrors
  /** Stands under the field, for everybody. */
  readonly help?: Node
  readonly attributes?: Attributes
}

/** Ties a field to its help and its error. The first field with an error gets the focus. */
const described = ({ errors = NO_ERRORS, help, name }: Field): Attributes => {
  const isWrong = errors.has(name)
  const ids = [...help === undefined ? [] : [`${name}-help`], ...isWrong ? [`${name}-wrong`] : []].join(" ")
  const first = [...errors.keys()].find((one) => one !== WHOLE)
  return {
    ...ids !== "" && { "aria-describedby": ids },
    ...isWrong && { "aria-invalid": "true" },
    ...first !== undefined && { autofocus: first === name }
  }
}

/** A control under its label, with the help and the error that its attributes tie to it. */
export const labelled = (one: Field, control: (attributes: Attributes) => Node): Node => {
  const { errors = NO_ERRORS, help, label, name } = one
  return html`
    <div class="field">
      <label for=${name}>${label}</label>
      ${control({ id: name, name, ...one.attributes, ...described(one) })}
      ${help !== undefined && html`<p class="help" id=${`${name}-help`}>${help}</p>`}
      ${errors.has(name) && html`<p class="wrong" id=${`${name}-wrong`}>${errors.get(name)}</p>`}
    </div>`
}

/** A line to fill in, with its help and its error tied to it. */
export const field = (one: Field): Node =>
  labelled(one, (attributes) => html`<input ...${attributes} />`)

/** Several lines to fill in. */
export const textarea = (one: Field & { readonly value: string }): Node =>
  labelled(one, (attributes) => html`<textarea ...${attributes}>${one.value}</textarea>`)

/** A line of text to fill in. */
export const input = (name: string, label: Node, attributes: Attributes = {}): Node => field({ name, label, attributes })

interface Choices extends Field {
  readonly options: ReadonlyArray<readonly [value: string, text: Node]>
  readonly chosen: string | undefined
}

/** One of several. */
export const select = (one: Choices): Node =>
  labelled(one, (attributes) => html`
    <select ...${attributes}>
      ${one.options.map(([value, text]) => html`<option value=${value} selected=${value === one.chosen}>${text}</option>`)}
    </select>`)

/** One of several words, or none of them, which is called `none`. */
export const choice = (name: string, label: Node, none: Node, values: ReadonlyArray<string>, chosen = ""): Node =>
  select({ name, label, chosen, options: [["", none], ...values.map((value) => [value, value.replaceAll("_", " ")] as const)] })

/** A box to check. */
export const checkbox = (name: string, value: string, text: Node, checked: boolean): Node => html`
  <label class="tick"><input type="checkbox" name=${name} value=${value} checked=${checked} /> <span>${text}</span></label>`

export const hiddenField = (name: string, value: string): Node => html`<input type="hidden" name=${name} value=${value} />`

/** An e-mail address. */
export const email = (errors: FieldErrors, value: string, more: Attributes = {}): Node =>
  field({
    name: "email", label: w.email, errors,
    attributes: {
      type: "text", inputmode: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: "false",
      maxlength: "254", value, ...more
    }
  })

/** The password that somebody has. */
export const password = (errors: FieldErrors, more: Attributes = {}, name = "password", label: Node = w.password): Node =>
  field({
    name, label, errors,
    attributes: { type: "password", required: true, autocomplete: "current-password", maxlength: "256", ...more }
  })

/** A password that somebody chooses. */
export const newPassword = (errors: FieldErrors, name = "password", label: Node = w.newPassword): Node =>
  field({
    name, label, errors,
    help: w.newPasswordHelp,
    attributes: { type: "password", required: true, autocomplete: "new-password", minlength: "10", maxlength: "256" }
  })

/** A code of an authenticator app, or a recovery code. */
export const code = (errors: FieldErrors, more: Attributes, help?: Node): Node =>
  field({
    name: "code", label: w.code, errors, help: help ?? w.codeHelp,
    attributes: {
      type: "text", required: true, autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", maxlength: "40",
      ...more
    }
  })

/** Tells password managers whose password it is; nobody sees it. */
export const ownName = (address: string): Node => inWords(({ form: words }) => html`
  <input type="text" name="username" value=${address} autocomplete="username" class="unseen inside" tabindex="-1"
    aria-label=${words.email} readonly />`)
