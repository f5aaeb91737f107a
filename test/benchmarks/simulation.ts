import fc from "fast-check"
import { bucketOf, type LiveMetric } from "#schemas/benchmarks/metric"
import { type Contribution, decide, type Figures, type Known, LEAST_OWN, type Publication } from "#schemas/benchmarks/publication"

/** What happens to a company on a day. */
export type Turn =
  | { readonly company: number; readonly does: "share" | "leave" }
  | { readonly company: number; readonly does: "work"; readonly value: number; readonly records: number }

export const turns = (companies: number, values: fc.Arbitrary<number>, records: fc.Arbitrary<number>) =>
  fc.array(fc.oneof(
    fc.record({ company: fc.nat(companies - 1), does: fc.constantFrom("share", "share", "leave") }),
    fc.record({ company: fc.nat(companies - 1), does: fc.constant("work"), value: values, records }),
    fc.record({ company: fc.nat(companies - 1), does: fc.constant("work"), value: values, records })
  ) as fc.Arbitrary<Turn>, { maxLength: companies * 2 })

interface Company {
  sharing: boolean
  bucket: number
  records: number
  leftOn: string | undefined
}

/** A publication as whoever sees everything knows it. */
export interface Issue {
  readonly figures: Figures
  readonly entries: ReadonlyMap<number, number>
}

const dayOf = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)

/** Companies that come, work and leave, the figures of one metric, and what is remembered of them. */
export class Simulation {
  readonly companies: ReadonlyArray<Company>
  readonly metric: LiveMetric
  /** Everything ever published, in order. */
  readonly issues: Array<Issue> = []
  shown: Figures | undefined
  private readonly publications: Array<Publication> = []
  private known: Array<Known> = []
  private day = 0

  constructor(companies: number, metric: LiveMetric) {
    this.metric = metric
    this.companies = Array.from({ length: companies }, () =>
      ({ sharing: false, bucket: bucketOf(metric.scale, 50), records: 10, leftOn: undefined }))
  }

  turn(turn: Turn) {
    const company = this.companies[turn.company]!
    if (turn.does === "work") Object.assign(company, { bucket: bucketOf(this.metric.scale, turn.value), records: turn.records })
    else if (turn.does === "share") company.sharing = true
    else if (company.sharing) {
      Object.assign(company, { sharing: false, leftOn: dayOf(this.day) })
      this.known = this.known.filter((one) => one.company !== turn.company)
    }
  }

  contributions(): ReadonlyArray<Contribution> {
    return this.companies.flatMap(({ bucket, leftOn, records, sharing }, company) =>
      sharing && records >= LEAST_OWN ? [{ company, bucket, records, leftOn, fingerprint: `${company} ${bucket}` }] : [])
  }

  compute() {
    const contributions = this.contributions()
    const shown = this.shown && { top_25: this.shown.top_25 !== undefined, top_10: this.shown.top_10 !== undefined }
    const decision = decide(this.metric, contributions, { publications: this.publications, known: this.known, shown })
    if (decision._tag === "Publish") this.publish(decision.figures, contributions)
    else if (decision._tag === "Withdraw") this.shown = undefined
    else if (decision._tag === "Keep") {
      const { average, top_10, top_25 } = this.shown!
      this.shown = { average, top_25: decision.top_25 ? top_25 : undefined, top_10: decision.top_10 ? top_10 : undefined }
    }
    this.day++
    return decision
  }

  private publish(figures: Figures, contributions: ReadonlyArray<Contribution>) {
    const number = (this.publications.at(-1)?.number ?? 0) + 1
    this.shown = figures
    this.issues.push({ figures, entries: new Map(contributions.map(({ bucket, company }) => [company, bucket])) })
    this.publications.push({ number, asOf: dayOf(this.day), companies: contributions.length })
    this.known.push(...contributions.map(({ company, fingerprint }) => ({ company, fingerprint, first: number, last: number })))
  }
}

/** Companies that entered two publications otherwise, or only one of them. */
export const differing = ({ entries: a }: Issue, { entries: b }: Issue) =>
  [...new Set([...a.keys(), ...b.keys()])].filter((company) => a.get(company) !== b.get(company))
