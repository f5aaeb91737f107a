import { searchOf, wordsIn } from "./search.ts"
import type { Template } from "./template.ts"

/** Words that people use for one another when they ask a business something. */
const kin = `
  price cost fee charge hourly expensive cheap rate estimate quote money worth value
  pay payment card cash invoice installment deposit
  insurance insured coverage plan
  tooth teeth
  located location address directions base meet find
  house home property apartment
  clog clogged unclog blocked blockage
  freeze pause suspend hold
  carer caregiver staff teacher ratio
  appointment book booking reserve reservation schedule slot visit advance
  cancel cancellation reschedule move change postpone
  refund return money back exchange
  warranty guarantee
  open opening hours close closed weekend sunday saturday evening
  emergency urgent immediately night
  deliver delivery ship shipping
  allergy allergic gluten vegan vegetarian diet dietary
  child kid children baby
  pet dog cat animal
  license licence licensed certified qualified qualification credential
  park parking wheelchair accessible step
  wait waiting soon long duration quick fast
  hurt pain painful ache sore
  leak leaking drip burst
  private privacy confidential data
  repair fix broken fault
  group party event
  gift voucher card
  late delay delayed
  damage damaged
  job hire hiring
  complain complaint unhappy`.trim().split("\n").map((line) => line.trim().split(" "))

/** Words of a question that say nothing of what it is about. */
const filler = new Set(
  ("about also any anything ask available business can't could customer did don't get give go going got happen happens have just know like make many " +
    "may me mean might more much need now offer ok okay one option options people per please possible really say sell should take some " +
    "something tell than thing use using want today tomorrow way were whether without work").split(" ")
)

const words = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}']+/u).filter((word) => word !== "")

const akin = (text: string) => {
  const said = new Set(words(text).flatMap((word) => [word, word.replace(/(?:ies|es|s|ing|ed)$/u, "")]))
  return kin.filter((group) => group.some((word) => said.has(word))).flat().join(" ")
}

/** An answer has at least this share of a question's words, and no more of them than that stand nowhere in the template. */
const ENOUGH = 0.5
/** How much worse than the best an answer may be to be shown beside it. */
const NEARLY = 0.45

export interface TemplateMatch {
  readonly section: string
  readonly question: string
  readonly answer: string
}

/** The questions of a template that come closest to one that a business or its customer asks; none where none is about it. */
export const matching = ({ sections }: Template, asked: string, most: number): ReadonlyArray<TemplateMatch> => {
  const all = sections.flatMap(({ questions, title }) => questions.map(({ answer, question }) => ({ section: title, question, answer })))
  const search = searchOf(
    all,
    ({ answer, question, section }) => ({ question, section, answer: answer.replace(/\{\{\w+\}\}/gu, " "), akin: akin(`${question} ${section}`) }),
    { question: 4, section: 1.5, answer: 1, akin: 2.5 }
  )
  const kept = words(asked).filter((word) => !filler.has(word)).join(" ")
  const wanted = wordsIn(kept)
  const strange = words(kept).filter((word) => wordsIn(word) > 0 && search(word, 1).length === 0)
  if (wanted === 0 || new Set(strange).size > wanted * ENOUGH) return []
  const hits = search(kept, all.length).filter(({ matched }) => matched >= wanted * ENOUGH)
  const best = hits[0]?.score ?? 0
  return hits.filter(({ score }) => score >= best * NEARLY).slice(0, most).map(({ item }) => item)
}
