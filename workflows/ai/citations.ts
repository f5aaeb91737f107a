/** What a model may write to point at passages: `[#1]`, `[1]`, `[#1, #3]`. */
const MARK = /\[\s*#?\d{1,4}(?:\s*[,;]\s*#?\d{1,4})*\s*\]/u
/** The end of a text that may be the beginning of one, with the space before it. */
const BEGUN = /(?: ?\[[\s#\d,;]{0,200}| )$/u

/** Brackets are pointers and nothing else: what is left of others, put together, must not look like one. */
const plain = (text: string) => text.replaceAll("[", "(").replaceAll("]", ")")

/**
 * Takes a model's text as it comes and leaves only pointers at passages that it was given, as `[1]`. Pointers at anything else are removed and
 * counted, so that no answer cites what was not found for it. Other square brackets become round ones.
 */
export class CitationFilter {
  private readonly given: ReadonlySet<number>
  private kept = ""
  readonly cited = new Set<number>()
  dropped = 0

  constructor(given: Iterable<number>) {
    this.given = new Set(given)
  }

  /** What can be shown of the text so far. */
  push(text: string): string {
    return this.told(this.kept + text, false)
  }

  /** What was held back. */
  end(): string {
    return this.told(this.kept, true)
  }

  private told(text: string, isLast: boolean): string {
    let rest = text
    let shown = ""
    for (let found = MARK.exec(rest); found !== null; found = MARK.exec(rest)) {
      const pointer = this.pointer(found[0])
      /* What stood before a pointer that goes keeps no space for it. */
      const before = plain(rest.slice(0, found.index))
      shown += pointer === "" ? before.replace(/ $/u, "") : before + pointer
      rest = rest.slice(found.index + found[0].length)
    }
    const begun = isLast ? null : BEGUN.exec(rest)
    const end = begun === null ? rest.length : begun.index
    this.kept = rest.slice(end)
    return shown + plain(rest.slice(0, end))
  }

  private pointer(mark: string): string {
    const numbers = (mark.match(/\d+/gu) ?? []).map(Number)
    const real = numbers.filter((n) => this.given.has(n))
    this.dropped += numbers.length - real.length
    for (const n of real) this.cited.add(n)
    return real.map((n) => `[${n}]`).join("")
  }
}
