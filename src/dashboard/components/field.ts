import { html, type Node } from "../html.ts"

/** What is wrong with a form that was sent, by field; under `ALL` what no field of its own can put right. */
export type Wrong = ReadonlyMap<string, string>

export const ALL = ""

export const RIGHT: Wrong = new Map()

type Attributes = Readonly<Record<string, string | boolean | undefined>>

interface Field {
  readonly name: string
  readonly label: string
  readonly wrong: Wrong
  /** Stands under the field, for everybody. */
  readonly help?: Node
  readonly attributes?: Attributes
}

/** Ties a field to what is said of it. The first that is wrong gets the focus. */
const about = ({ help, name, wrong }: Field): Attributes => {
  const isWrong = wrong.has(name)
  const described = [...help === undefined ? [] : [`${name}-help`], ...isWrong ? [`${name}-wrong`] : []].join(" ")
  const first = [...wrong.keys()].find((one) => one !== ALL)
  return {
    ...described !== "" && { "aria-describedby": described },
    ...isWrong && { "aria-invalid": "true" },
    ...first !== undefined && { autofocus: first === name }
  }
}

const said = ({ help, name, wrong }: Field): Node => [
  help !== undefined && html`<p class="help" id=${`${name}-help`}>${help}</p>`,
  wrong.has(name) && html`<p class="wrong" id=${`${name}-wrong`}>${wrong.get(name)}</p>`
]

/** A line to fill in, with its help and what is wrong with it tied to it. */
export const field = (one: Field): Node => html`
  <div class="field">
    <label for=${one.name}>${one.label}</label>
    <input id=${one.name} name=${one.name} ...${{ ...one.attributes, ...about(one) }} />
    ${said(one)}
  </div>`

interface Choices extends Field {
  readonly options: ReadonlyArray<readonly [value: string, text: string]>
  readonly chosen: string
}

/** One of several. */
export const select = (one: Choices): Node => html`
  <div class="field">
    <label for=${one.name}>${one.label}</label>
    <select id=${one.name} name=${one.name} ...${{ ...one.attributes, ...about(one) }}>
      ${one.options.map(([value, text]) => html`<option value=${value} selected=${value === one.chosen}>${text}</option>`)}
    </select>
    ${said(one)}
  </div>`

/** A box to tick. */
export const tick = (name: string, value: string, text: Node, ticked: boolean): Node => html`
  <label class="tick"><input type="checkbox" name=${name} value=${value} checked=${ticked} /> <span>${text}</span></label>`

/** What goes along with a form unseen. */
export const hiddenField = (name: string, value: string): Node => html`<input type="hidden" name=${name} value=${value} />`

/** Where an e-mail address is asked for. */
export const email = (wrong: Wrong, value: string, more: Attributes = {}, label = "E-mail address"): Node =>
  field({
    name: "email", label, wrong,
    attributes: {
      type: "text", inputmode: "email", required: true, autocomplete: "username", autocapitalize: "none", spellcheck: "false",
      maxlength: "254", value, ...more
    }
  })

/** Where somebody shows that they know their password. */
export const password = (wrong: Wrong, more: Attributes = {}, name = "password", label = "Password"): Node =>
  field({
    name, label, wrong,
    attributes: { type: "password", required: true, autocomplete: "current-password", maxlength: "256", ...more }
  })

/** Where a password that is to be kept is chosen. */
export const newPassword = (wrong: Wrong, name = "password", label = "New password"): Node =>
  field({
    name, label, wrong,
    help: "At least 10 characters. Three or four words that do not belong together are good, and easy to keep in mind.",
    attributes: { type: "password", required: true, autocomplete: "new-password", minlength: "10", maxlength: "256" }
  })

/** Where a code of an authenticator app is asked for, or a recovery code. */
export const code = (wrong: Wrong, help?: Node, more: Attributes = {}): Node =>
  field({
    name: "code", label: "Code", wrong, ...help !== undefined && { help },
    attributes: {
      type: "text", required: true, autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", maxlength: "40",
      ...more
    }
  })

/** Tells programs that keep passwords whose it is; nobody sees it. */
export const ownName = (address: string): Node => html`
  <input type="text" name="username" value=${address} autocomplete="username" class="unseen inside" tabindex="-1"
    aria-label="E-mail address" readonly />`
