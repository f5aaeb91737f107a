import { Schema } from "effect"
import { line, prose } from "#schemas/kernel/text"
import { type Block, type Content, heading, paragraph } from "./template.ts"

const isWeb = (text: string) => /^https?:$/u.test(URL.parse(text)?.protocol ?? "")

/** An e-mail in the company's own words. */
export const Words = Schema.Struct({
  subject: line(200),
  heading: Schema.optionalKey(line(200)),
  paragraphs: Schema.Array(prose(10_000)).check(Schema.isMaxLength(100)),
  facts: Schema.optionalKey(Schema.Array(Schema.Tuple([line(200), prose(1_000)])).check(Schema.isMaxLength(100))),
  button: Schema.optionalKey(Schema.Struct({
    label: line(100),
    to: Schema.String.check(Schema.makeFilter(isWeb, { expected: "a web address" }))
  }))
})

export const contentOfWords = ({ button, facts, heading: title, paragraphs, subject }: typeof Words.Type): Content => ({
  subject,
  blocks: [
    ...title === undefined ? [] : [heading(title)],
    ...paragraphs.map(paragraph),
    ...facts === undefined ? [] : [{ kind: "facts", rows: facts } satisfies Block],
    ...button === undefined ? [] : [{ kind: "button", ...button } satisfies Block]
  ]
})
