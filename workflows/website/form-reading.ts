import { Option, Schema } from "effect"
import { holdsCardNumber } from "#schemas/kernel/card-number"
import { Email } from "#schemas/kernel/email"
import { Phone } from "#schemas/kernel/phone"
import { Text } from "#schemas/kernel/text"
import { Day } from "#schemas/kernel/time"
import { type Form, type FormField, MOST_ANSWER } from "#schemas/website/form"
import type { FieldAnswer, NewFormAnswer } from "#schemas/website/form-answer"

/** What a showing of a form is signed for. */
export const aboutForm = ({ id }: Pick<Form, "id">) => `site form ${id}`

/** What a field holds at most, where its type does not say it. */
const MOST_OF_LINE = 1_000
const MOST_OF_NAME = 200

/** What a box that is ticked says. */
const TICKED = "yes"

const asEmail = Schema.decodeUnknownOption(Email)
const asPhone = Schema.decodeUnknownOption(Phone)
const isDay = Schema.is(Day)
const isText = Schema.is(Text)

/** A text that was read, or what to do about it. */
type Read = { readonly answer: string } | { readonly fault: string }

const fault = (fault: string): Read => ({ fault })
const upTo = (most: number) => (text: string): Read => text.length <= most ? { answer: text } : fault(`That is too long: write up to ${most} letters.`)
const orElse = (read: Option.Option<string>, otherwise: string): Read => Option.match(read, { onNone: () => fault(otherwise), onSome: (answer) => ({ answer }) })

const NUMBER = /^[+-]?\d{1,15}(?:[.,]\d{1,10})?$/u

const readers: Readonly<Record<Exclude<FormField["type"], "choice" | "choices">, (text: string) => Read>> = {
  name: upTo(MOST_OF_NAME),
  email: (text) => orElse(asEmail(text), "This is not an e-mail address: one looks like ana@example.com."),
  phone: (text) => orElse(asPhone(text), "Write the number with its country prefix, like +1 202 555 0123."),
  text: upTo(MOST_OF_LINE),
  paragraph: upTo(MOST_ANSWER),
  number: (text) => NUMBER.test(text) ? { answer: text.replace(",", ".") } : fault("Write a number, like 12 or 3.5."),
  date: (text) => isDay(text) ? { answer: text } : fault("Write a day as year-month-day, like 2030-01-07."),
  consent: (text) => text === TICKED ? { answer: text } : fault(`Send \`${TICKED}\` where it is ticked, or leave it out.`)
}

const readOne = ({ options, type }: FormField, texts: ReadonlyArray<string>): Read => {
  const joined = texts.join(", ")
  if (texts.some((text) => !isText(text))) return fault("That holds what cannot be kept.")
  if (texts.some(holdsCardNumber)) return fault("Write no number of a card here.")
  if (type === "choices") return texts.every((text) => options.includes(text)) ? { answer: joined } : fault("Choose of what is offered.")
  if (texts.length > 1) return fault("Send one answer.")
  if (type === "choice") return options.includes(joined) ? { answer: joined } : fault("Choose one of what is offered.")
  return readers[type](joined)
}

const missing = ({ type }: FormField) =>
  type === "consent" ? "Please tick this: without it the form cannot be sent." : type === "choice" || type === "choices" ? "Please choose." : "Please fill this in."

/** What was sent of each field, without white space around it and without what is empty. */
const textsOf = (given: NewFormAnswer["answers"][string] | undefined): ReadonlyArray<string> =>
  [given ?? []].flat().map((text) => text.trim()).filter((text) => text !== "")

/** What the answers to a form's fields say, and what is wrong, by field. */
export const readAnswers = (fields: ReadonlyArray<FormField>, given: NewFormAnswer["answers"]) => {
  const wrong = new Map<string, string>()
  const answers: Array<FieldAnswer> = []
  const of: { [Type in FormField["type"]]?: string } = {}
  for (const field of fields) {
    const { label, name, required, type } = field
    const texts = textsOf(Object.hasOwn(given, name) ? given[name] : undefined)
    if (texts.length === 0) {
      if (required) wrong.set(name, missing(field))
      continue
    }
    const read = readOne(field, texts)
    if ("fault" in read) wrong.set(name, read.fault)
    else {
      answers.push({ name, label, answer: read.answer })
      of[type] ??= read.answer
    }
  }
  for (const name of Object.keys(given)) {
    if (!fields.some((field) => field.name === name)) wrong.set(name, "The form does not ask this.")
  }
  if (wrong.size === 0 && answers.length === 0) wrong.set("", "Nothing was filled in.")
  return { answers, wrong, person: { name: of.name ?? null, email: of.email ?? null, phone: of.phone ?? null } }
}
