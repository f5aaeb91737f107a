/** A value of an enumeration, of the field that it is of. */
export interface Word {
  readonly field: string
  readonly value: string
}

/** English in which values stand, each for a `{}` of the template. Pages say it in their language. */
export interface Phrase {
  readonly template: string
  readonly values: ReadonlyArray<number | string | Word>
}

/** What people call a record: its own name, or words for it. */
export type Label = string | Phrase

export const phrase = ({ raw }: TemplateStringsArray, ...values: Phrase["values"]): Phrase => ({ template: raw.join("{}"), values })

export const word = (field: string, value: string): Word => ({ field, value })

/** A template with its values as texts. */
export const filled = (template: string, values: ReadonlyArray<string>): string =>
  template.split("{}").map((part, n) => part + (values[n] ?? "")).join("")

/** A label in English. */
export const labelText = (label: Label): string =>
  typeof label === "string" ? label : filled(label.template, label.values.map((one) => typeof one === "object" ? one.value.replaceAll("_", " ") : String(one)))
