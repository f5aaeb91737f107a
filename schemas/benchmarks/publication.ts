import { bucketOf, type LiveMetric, rounded } from "./metric.ts"

/*
 * When figures of several companies may be told, and which. Nobody who asks again, or takes part, should learn of one company:
 *
 * - A company counts by one number, its bucket: however many records it has it weighs no more than another, and an absurd
 *   value is no more than the last bucket.
 * - The average is the mean of the middle half. The highest and the lowest never enter it, so no one value, however far
 *   out, can be worked out of it, and it lies where the others do, whatever one company says.
 * - A publication differs in five companies at least from each before it that is remembered (a year's), not only from the
 *   last: five that change and four that change back would else leave the change of one between the first and the third.
 *   What counts as a change is another bucket, since nothing else enters.
 * - A company's fingerprints go when it leaves, so that it left is known but not which it was. Whoever comes back may be the
 *   one that left, unchanged, and then counts for nothing.
 * - A company that leaves takes the figures with it that it stands behind: they are published anew or withdrawn.
 *
 * Four companies that act together can still be four of five that change, and then the difference tells of the fifth as much as
 * the middle half and two digits let through: no threshold of five helps against that.
 */

/** Companies that must stand behind a figure, and that must have changed before the next is published. */
export const LEAST_COMPANIES = 5
/** Records of all companies together. */
export const LEAST_RECORDS = 30
/** A company with fewer records of its own has no rate yet, and does not count: a sham one needs as many. */
export const LEAST_OWN = 5
/** At most this share of the records may be one company's. */
const MOST_SHARE = 0.5

/** What one company adds to a metric. */
export interface Contribution {
  readonly company: number
  readonly bucket: number
  readonly records: number
  /** Of the company and its bucket. */
  readonly fingerprint: string
  /** The day on which it last ceased to share, YYYY-MM-DD. */
  readonly leftOn: string | undefined
}

/** The bucket of a company's value, if it has enough records to have one. */
export const bucketOfCompany = ({ scale }: LiveMetric, value: number | null, records: number): number | undefined =>
  value !== null && Number.isFinite(value) && records >= LEAST_OWN ? bucketOf(scale, value) : undefined

export interface Figures {
  readonly average: number
  readonly top_25: number | undefined
  readonly top_10: number | undefined
}

/** An earlier publication, whether it is still shown or not. */
export interface Publication {
  readonly number: number
  readonly asOf: string
  readonly companies: number
}

/** The same contribution stood behind the publications `first` to `last`. */
export interface Known {
  readonly company: number
  readonly first: number
  readonly last: number
  readonly fingerprint: string
}

export interface History {
  /** Oldest first, numbered without a gap. */
  readonly publications: ReadonlyArray<Publication>
  readonly known: ReadonlyArray<Known>
  /** Whether the last publication is still shown, and which of its tails. */
  readonly shown: { readonly top_25: boolean; readonly top_10: boolean } | undefined
}

export type Decision =
  | { readonly _tag: "Publish"; readonly figures: Figures; readonly companies: number; readonly records: number }
  /** What is shown stays as it is, but for a tail with too few companies. */
  | { readonly _tag: "Keep"; readonly top_25: boolean; readonly top_10: boolean }
  | { readonly _tag: "Withdraw" }
  /** Nothing is shown, and nothing may be. */
  | { readonly _tag: "Nothing" }

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const recordsOf = (contributions: ReadonlyArray<Contribution>) => sum(contributions.map(({ records }) => records))

/** Whether these companies may be told of together. */
export const isEnough = (contributions: ReadonlyArray<Contribution>): boolean => {
  const records = recordsOf(contributions)
  return contributions.length >= LEAST_COMPANIES && records >= LEAST_RECORDS &&
    contributions.every((one) => one.records <= records * MOST_SHARE)
}

const tails = { top_25: 4, top_10: 10 } as const

/** A tail is told where five companies stand in it: of 20 for the best quarter, of 50 for the best tenth. */
const hasTail = (tail: keyof typeof tails, companies: number) => Math.floor(companies / tails[tail]) >= LEAST_COMPANIES

/** The figures of companies that may be told of together. A tail's figure is what all in it reach. */
export const figuresOf = (metric: LiveMetric, contributions: ReadonlyArray<Contribution>): Figures => {
  const worstFirst = metric.better === "more" ? 1 : -1
  const buckets = contributions.map(({ bucket }) => bucket).sort((a, b) => worstFirst * (a - b))
  const quarter = Math.floor(buckets.length / 4)
  const middle = buckets.slice(quarter, buckets.length - quarter)
  const tail = (name: keyof typeof tails) =>
    hasTail(name, buckets.length) ? buckets[buckets.length - Math.floor(buckets.length / tails[name])] : undefined
  return { average: rounded(sum(middle) / middle.length), top_25: tail("top_25"), top_10: tail("top_10") }
}

type Span = readonly [first: number, last: number]

/** How many of the spans each publication lies in. */
const counted = (publications: ReadonlyArray<Publication>, spans: ReadonlyArray<Span>): ReadonlyArray<number> => {
  const steps = Array.from({ length: publications.length + 1 }, () => 0)
  const oldest = publications[0]?.number ?? 0
  for (const [first, last] of spans) {
    const from = Math.max(first - oldest, 0)
    const to = Math.min(last - oldest, publications.length - 1)
    if (from > to) continue
    steps[from]! += 1
    steps[to + 1]! -= 1
  }
  let count = 0
  return publications.map((_, at) => count += steps[at]!)
}

/** For each publication how many companies at least differ between it and now, how many left since, how many stayed. */
const compared = ({ known, publications }: History, contributions: ReadonlyArray<Contribution>) => {
  const now = new Map(contributions.map((one) => [one.company, one]))
  const spansOf = (all: ReadonlyArray<Known>) => all.map(({ first, last }): Span => [first, last])
  const staying = known.filter(({ company }) => now.has(company))
  const unchanged = staying.filter(({ company, fingerprint }) => now.get(company)!.fingerprint === fingerprint)
  const [before, stayed, same] = [known, staying, unchanged].map((some) => counted(publications, spansOf(some)))
  const back = counted(publications, contributions.flatMap(({ leftOn }): ReadonlyArray<Span> => {
    const last = leftOn === undefined ? undefined : publications.findLast(({ asOf }) => asOf <= leftOn)
    return last === undefined ? [] : [[0, last.number]]
  }))

  return publications.map(({ companies }, at) => {
    const left = companies - before![at]!
    const others = contributions.length - stayed![at]! - back[at]!
    return { changed: before![at]! - same![at]! + others + Math.abs(left - back[at]!), left, stayed: stayed![at]! }
  })
}

/** What becomes of a metric's figures, now that these companies stand behind it. */
export const decide = (metric: LiveMetric, contributions: ReadonlyArray<Contribution>, history: History): Decision => {
  const enough = isEnough(contributions)
  const comparisons = compared(history, contributions)
  if (enough && comparisons.every(({ changed }) => changed >= LEAST_COMPANIES)) {
    return {
      _tag: "Publish",
      figures: figuresOf(metric, contributions),
      companies: contributions.length,
      records: recordsOf(contributions)
    }
  }
  if (history.shown === undefined) return { _tag: "Nothing" }
  const { left, stayed } = comparisons.at(-1)!
  if (!enough || left > 0 || stayed < LEAST_COMPANIES) return { _tag: "Withdraw" }
  const keeps = (tail: keyof typeof tails) => history.shown![tail] && hasTail(tail, stayed)
  return { _tag: "Keep", top_25: keeps("top_25"), top_10: keeps("top_10") }
}
