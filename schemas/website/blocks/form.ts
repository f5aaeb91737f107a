import { Schema } from "effect"
import { html, type Node } from "#schemas/kernel/markup"
import { line, prose } from "#schemas/kernel/text"
import { FormId } from "../ids.ts"
import { type Words, wordsOf } from "../words.ts"
import { below, blockKind, introduction, section } from "./block.ts"
import type { ShownField, ShownForm } from "./shown.ts"

const inputs = {
  name: { type: "text", autocomplete: "name" },
  text: { type: "text" },
  email: { type: "email", autocomplete: "email" },
  phone: { type: "tel", autocomplete: "tel" },
  number: { type: "number", step: "any" },
  date: { type: "date" }
} as const

interface Field extends ShownField {
  readonly id: string
  readonly said: ReadonlyArray<string>
  readonly wrong: string | undefined
}

const about = ({ id, required, wrong }: Field) => ({
  ...required && { required: true },
  ...wrong !== undefined && { "aria-invalid": "true", "aria-describedby": `${id}-wrong` }
})

const problem = ({ id, wrong }: Field): Node => wrong !== undefined && html`<p class="wrong" id=${`${id}-wrong`}>${wrong}</p>`

const asked = ({ label, required }: Field, words: Words): Node => [label, !required && html`<span class="muted"> (${words.optional})</span>`]

/** One of several, or some of them. */
const several = (field: Field, words: Words): Node => html`
  <fieldset class="field">
    <legend>${asked(field, words)}</legend>
    ${field.options.map((option, n) => html`
      <p class="tick">
        <input type=${field.type === "choice" ? "radio" : "checkbox"} id=${`${field.id}-${n}`} name=${field.name} value=${option}
          checked=${field.said.includes(option)} required=${field.type === "choice" && field.required} />
        <label for=${`${field.id}-${n}`}>${option}</label>
      </p>`)}
    ${problem(field)}
  </fieldset>`

const MOST_IN_SIGHT = 6

const select = (field: Field, words: Words): Node => html`
  <select id=${field.id} name=${field.name} ...${about(field)}>
    <option value="">${words.choose}</option>
    ${field.options.map((option) => html`<option selected=${field.said.includes(option)}>${option}</option>`)}
  </select>`

const control = (field: Field, words: Words): Node => {
  const { id, name, said, type } = field
  if (type === "choice") return select(field, words)
  if (type === "paragraph") return html`<textarea id=${id} name=${name} rows="6" maxlength="10000" ...${about(field)}>${said[0] ?? ""}</textarea>`
  return html`<input id=${id} name=${name} value=${said[0] ?? ""} maxlength=${type === "number" || type === "date" ? undefined : "1000"}
    ...${inputs[type as keyof typeof inputs]} ...${about(field)} />`
}

const fieldNode = (field: Field, words: Words): Node => {
  const { id, name, options, said, type } = field
  if (type === "choices" || type === "choice" && options.length <= MOST_IN_SIGHT) return several(field, words)
  if (type === "consent") return html`
    <div class="field">
      <p class="tick"><input type="checkbox" id=${id} name=${name} value="yes" checked=${said.length > 0} ...${about(field)} />
        <label for=${id}>${asked(field, words)}</label></p>
      ${problem(field)}
    </div>`
  return html`<div class="field"><label for=${id}>${asked(field, words)}</label>${control(field, words)}${problem(field)}</div>`
}

/** A form of the company's, with what was written before and what is wrong with it. */
export const formNode = (form: ShownForm, words: Words, id: string, label: string | undefined): Node => html`
  <form method="post" action=${form.action} novalidate=${form.wrong.size > 0}>
    ${form.wrong.size > 0 && html`<p class="wrong" role="alert">${form.wrong.get("") ?? words.wrong}</p>`}
    ${form.hidden.map(({ name, value }) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${form.fields.map((field) => fieldNode({
      ...field, id: `${id}-${field.name}`, said: form.said.get(field.name) ?? [], wrong: form.wrong.get(field.name)
    }, words))}
    <div class="unseen" aria-hidden="true">
      <label for=${`${id}-${form.trap}`}>${words.leave}</label>
      <input id=${`${id}-${form.trap}`} name=${form.trap} tabindex="-1" autocomplete="off" />
    </div>
    <p class="actions"><button type="submit" class="button main">${label ?? words.send}</button></p>
  </form>`

export const form = blockKind({
  schema: Schema.Struct({
    type: Schema.Literal("form"),
    form_id: FormId,
    heading: Schema.optionalKey(line(200)),
    text: Schema.optionalKey(prose(2_000).annotate({ description: "Markdown." })),
    label: Schema.optionalKey(line(60).annotate({ description: "Of the button." }))
  }),
  needs: "forms",
  example: { type: "form", form_id: 42, heading: "Write to us", text: "We answer within a day.", label: "Send" },
  node: ({ form_id, heading, label, text }, shown, place) => {
    const form = shown.form(form_id)
    return form !== undefined && section("form", place, heading, [
      introduction(text, shown, below(place, heading)),
      form.done !== undefined ? html`<p class="done" role="status">${form.done}</p>` : formNode(form, wordsOf(shown.locale), place.id, label)
    ])
  }
})
