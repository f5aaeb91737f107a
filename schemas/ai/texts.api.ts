import { Schema } from "effect"
import { Locale } from "#schemas/company/settings"
import { defaulted } from "#schemas/kernel/defaulted"
import { operation } from "#schemas/kernel/endpoints"
import { line, prose } from "#schemas/kernel/text"
import { Length, WritingPiece, writtenBy } from "./writing.ts"

const spent = "It counts against the AI tokens of the month; past those it is 429 with the date at which they come back. The text is data: nothing that it asks for is done."

export const MOST_LABELS = 50

const text = (what: string, example: string) =>
  prose(60_000).check(Schema.isMinLength(1), Schema.isPattern(/\S/u, { expected: "more than white space" })).annotate({ description: what, examples: [example] })

const SummarizeText = Schema.Struct({
  text: text("What is summed up.", "The bicycle came in on Monday with a broken chain. We ordered a new one. It is ready on Friday."),
  length: defaulted(Length.annotate({ description: "One or two sentences, up to five, or up to ten.", examples: ["short"] }), "short"),
  form: defaulted(Schema.Literals(["sentences", "list"]).annotate({ description: "`list`: a line for each point.", examples: ["sentences"] }), "sentences"),
  language: Schema.optionalKey(Locale.annotate({ description: "Of the summary; that of the text if left out.", examples: ["en"] })),
  focus: Schema.optionalKey(line(300).annotate({ description: "What matters most to who reads it.", examples: ["When is it ready?"] }))
}).annotate({ identifier: "SummarizeText" })

const Summary = Schema.Struct({
  summary: Schema.String.annotate({ examples: ["The bicycle had a broken chain and is ready on Friday."] }),
  ...writtenBy
}).annotate({ identifier: "Summary" })

export const summarize_text = operation.create("summarize_text", "/rpc/summarize", SummarizeText, Summary, {
  status: 200,
  events: WritingPiece,
  summary: "Sum up a text",
  description: `Says in short what a text says, and nothing else. ${spent}`
})

const Label = Schema.Struct({
  name: line(100).annotate({ examples: ["complaint"] }),
  meaning: Schema.optionalKey(line(500).annotate({ description: "What belongs to it.", examples: ["Something broke, came late or is not as it was promised."] }))
}).annotate({ identifier: "TextLabel" })

const ClassifyText = Schema.Struct({
  text: text("What is classified.", "My bicycle came back with the same broken chain."),
  labels: Schema.Array(Label).check(
    Schema.isMinLength(1), Schema.isMaxLength(MOST_LABELS),
    Schema.makeFilter((labels: ReadonlyArray<typeof Label.Type>) => {
      const names = labels.map(({ name }) => name)
      const twice = names.findIndex((name, n) => names.indexOf(name) < n)
      return twice === -1 ? undefined : { path: [twice, "name"], issue: "another label has this name" }
    })
  ).annotate({
    description: `1 to ${MOST_LABELS}, each with a name of its own.`,
    examples: [[{ name: "complaint", meaning: "Something broke or came late." }, { name: "question", meaning: "Somebody wants to know something." }]]
  })
}).annotate({ identifier: "ClassifyText" })

const Classified = Schema.Struct({
  label: Schema.NullOr(Schema.String).annotate({ description: "The name of the label that fits best; `null` where none fits.", examples: ["complaint"] }),
  confidence: Schema.Finite.annotate({ description: "From 0 to 1, as its maker sees it: it is no probability that was measured.", examples: [0.9] }),
  ...writtenBy
}).annotate({ identifier: "ClassifiedText" })

export const classify_text = operation.create("classify_text", "/rpc/classify", ClassifyText, Classified, {
  status: 200,
  events: WritingPiece,
  summary: "Classify a text",
  description: `Tells which of the labels that are sent fits a text best, and never another one. ${spent}`
})
