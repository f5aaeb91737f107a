import type { SeoPoint } from "./page-seo.ts"

/** An image of a page. */
export interface ScoredImage {
  readonly where: string
  readonly alt: string | null
  readonly decorative: boolean
  /** Its width and height are known, and browsers can choose among smaller files. */
  readonly sized: boolean
}

/** A page as it would be shown, as far as it matters to those who search. */
export interface ScoredPage {
  readonly title: string
  /** What the company wrote; null where it is made of the text. */
  readonly description: string | null
  readonly locale: string
  /** Languages of the site. */
  readonly locales: ReadonlyArray<string>
  /** In the order in which they stand. */
  readonly headings: ReadonlyArray<{ readonly level: number; readonly text: string }>
  readonly images: ReadonlyArray<ScoredImage>
  readonly words: number
  /** Links to other pages of the site. */
  readonly links: number
  readonly broken: ReadonlyArray<string>
  /** Addresses of other pages with the same title, and with the same description. */
  readonly sameTitle: ReadonlyArray<string>
  readonly sameDescription: ReadonlyArray<string>
}

const TITLE = { least: 15, most: 60 }
const DESCRIPTION = { least: 50, most: 160 }
const ENOUGH_WORDS = 250
const FEW_WORDS = 100
const ENOUGH_LINKS = 2

type Found = Omit<SeoPoint, "most" | "rule" | "where"> & { readonly where?: ReadonlyArray<string> }
type Rule = readonly [rule: string, most: number, judge: (page: ScoredPage, most: number) => Found]

const fine = (points: number, message: string): Found => ({ points, message })
const half = (most: number) => Math.floor(most / 2)

const titleLength: Rule["2"] = ({ title: { length } }, most) =>
  length >= TITLE.least && length <= TITLE.most ? fine(most, `The title has ${length} letters, which is shown whole.`) : {
    points: length > TITLE.most && length <= TITLE.most + 15 ? half(most) : 0, where: ["seo.title"],
    message: `The title has ${length} letters: write ${TITLE.least} to ${TITLE.most}, what the page is about first.`
  }

const descriptionLength: Rule["2"] = ({ description }, most) => {
  const where = ["seo.description"]
  if (description === null) return { points: 0, where, message: `There is no description: write what one finds here, in ${DESCRIPTION.least} to ${DESCRIPTION.most} letters.` }
  const { length } = description
  return length >= DESCRIPTION.least && length <= DESCRIPTION.most ? fine(most, `The description has ${length} letters.`)
    : { points: half(most), where, message: `The description has ${length} letters: write ${DESCRIPTION.least} to ${DESCRIPTION.most}.` }
}

const unlike = (field: string, name: string, others: (page: ScoredPage) => ReadonlyArray<string>): Rule["2"] => (page, most) =>
  others(page).length === 0 ? fine(most, `No other page has this ${name}.`)
    : { points: 0, where: [field], message: `The same ${name} is at ${others(page).join(", ")}: write what only this page is about.` }

const oneHeading: Rule["2"] = ({ headings }, most) => {
  const first = headings.filter(({ level }) => level === 1)
  if (first.length === 1) return fine(most, "The page has one heading of the first level.")
  return first.length === 0
    ? { points: 0, where: ["title"], message: "The page has no heading of the first level: give it a title." }
    : { points: 0, where: first.slice(1).map(({ text }) => text), message: `The page has ${first.length} headings of the first level: make all but the first smaller.` }
}

const headingOrder: Rule["2"] = ({ headings }, most) => {
  const skipping = headings.filter(({ level }, n) => n > 0 && level > headings[n - 1]!.level + 1)
  return skipping.length === 0 ? fine(most, "No level of headings is left out.")
    : { points: 0, where: skipping.map(({ text }) => text), message: "Headings leave out a level: make these one level below what they belong to." }
}

const share = (most: number, right: number, all: number) => all === 0 ? most : Math.floor(most * right / all)

const alternativeTexts: Rule["2"] = ({ images }, most) => {
  const silent = images.filter(({ alt, decorative }) => !decorative && (alt ?? "").trim() === "")
  return silent.length === 0 ? fine(most, images.length === 0 ? "There are no images." : "All images say what they show.") : {
    points: share(most, images.length - silent.length, images.length), where: silent.map(({ where }) => where),
    message: "Images do not say what they show: write alternative texts, or mark those that only decorate."
  }
}

const imageSizes: Rule["2"] = ({ images }, most) => {
  const large = images.filter(({ sized }) => !sized)
  return large.length === 0 ? fine(most, images.length === 0 ? "There are no images." : "All images come in sizes that fit.") : {
    points: share(most, images.length - large.length, images.length), where: large.map(({ where }) => where),
    message: "Images have no smaller sizes: upload them again as JPEG, PNG, WebP or AVIF, and wait until they are ready."
  }
}

const enoughWords: Rule["2"] = ({ words }, most) => words >= ENOUGH_WORDS ? fine(most, `The page has ${words} words.`)
  : { points: words >= FEW_WORDS ? half(most) : 0, where: ["blocks"], message: `The page has ${words} words: with ${ENOUGH_WORDS} or more it answers what people ask.` }

const linked: Rule["2"] = ({ links }, most) => links >= ENOUGH_LINKS ? fine(most, `The page leads to ${links} others of the site.`)
  : { points: links === 0 ? 0 : half(most), where: ["blocks"], message: `The page leads to ${links} others of the site: link ${ENOUGH_LINKS} or more that go on with it.` }

const unbroken: Rule["2"] = ({ broken }, most) => broken.length === 0 ? fine(most, "No link is known to be broken.")
  : { points: 0, where: [...broken], message: "Links lead nowhere: correct them, or publish what they lead to." }

const language: Rule["2"] = ({ locale, locales }, most) => locales.includes(locale) ? fine(most, `The page is in ${locale}, a language of the site.`)
  : { points: 0, where: ["locale"], message: `The page is in ${locale}, which the site does not name: add it to \`locales\` of the settings.` }

/** What each gives; all together 100. */
const rules: ReadonlyArray<Rule> = [
  ["title_length", 12, titleLength],
  ["title_unique", 8, unlike("seo.title", "title", ({ sameTitle }) => sameTitle)],
  ["description", 12, descriptionLength],
  ["description_unique", 4, unlike("seo.description", "description", ({ sameDescription }) => sameDescription)],
  ["one_heading", 10, oneHeading],
  ["heading_order", 8, headingOrder],
  ["alternative_texts", 12, alternativeTexts],
  ["words", 10, enoughWords],
  ["internal_links", 8, linked],
  ["broken_links", 8, unbroken],
  ["image_sizes", 4, imageSizes],
  ["language", 4, language]
]

/** How well a page is made to be found, and what to change, what costs most first. */
export const scoreOf = (page: ScoredPage): { readonly score: number; readonly points: ReadonlyArray<SeoPoint> } => {
  const points = rules.map(([rule, most, judge]): SeoPoint => ({ rule, most, where: [], ...judge(page, most) }))
  return {
    score: points.reduce((sum, { points }) => sum + points, 0),
    points: points.toSorted((a, b) => (b.most - b.points) - (a.most - a.points))
  }
}
