import type { Claimed, Endpoint, Wanted } from "#layers/webhooks/queue"

/** Attempts that one endpoint is sent at a time: few until it has shown that it answers. */
export const FIRST = 4
export const MOST = 32
/** Of one company, whatever number of endpoints it has. */
export const MOST_OF_COMPANY = 128
/** Of all endpoints that answer quickly, and of all the others: those wait among themselves. */
export const MOST_OF_LANE = 256
/** An endpoint that takes longer is a slow one. */
const SLOW_MS = 2_000
/** An endpoint's work is claimed this far ahead, by its latency, and never more than so many of them. */
const AHEAD_MS = 500
const MOST_AHEAD = 256
const MOST_AHEAD_OF_COMPANY = 1_024

type Lane = "quick" | "slow"

interface Company {
  flying: number
  held: number
  /** Lines that could go on but for their company's limit. */
  readonly parked: Set<Line>
}

interface Line extends Endpoint {
  readonly company: Company
  waiting: Array<Claimed>
  flying: number
  limit: number
  /** Milliseconds, of late. */
  latency: number
  lane: Lane
  /** Something may be due that nobody has claimed. */
  due: boolean
  /** Where the last claim ended, if there was more. */
  since: string | undefined
  claiming: boolean
}

const laneOf = ({ latency }: Pick<Line, "latency">): Lane => latency > SLOW_MS ? "slow" : "quick"

/**
 * Who is next. Endpoints take turns; none has more attempts under way than it can bear, no company more than its share,
 * and those that are slow never hold the places of the others. It decides and does nothing.
 */
export class Lines {
  private readonly lines = new Map<number, Line>()
  private readonly companies = new Map<number, Company>()
  /** In the order of their turns: lines with something to claim, and lines with something to send. */
  private readonly hungry = new Set<Line>()
  private readonly ready: Readonly<Record<Lane, Set<Line>>> = { quick: new Set(), slow: new Set() }
  private readonly flying: Record<Lane, number> = { quick: 0, slow: 0 }

  private lineOf({ company_id, webhook_id }: Endpoint): Line {
    let line = this.lines.get(webhook_id)
    if (line !== undefined) return line
    let company = this.companies.get(company_id)
    if (company === undefined) this.companies.set(company_id, company = { flying: 0, held: 0, parked: new Set() })
    line = {
      company_id, webhook_id, company, waiting: [], flying: 0, limit: FIRST, latency: 100, lane: "quick", due: false, since: undefined,
      claiming: false
    }
    this.lines.set(webhook_id, line)
    return line
  }

  /** How many more of an endpoint may be claimed; few at a time cost as much as many, so none while half are left. */
  private room({ company, flying, latency, limit, waiting }: Line): number {
    const ahead = Math.min(MOST_AHEAD, limit * Math.max(1, Math.min(8, Math.floor(AHEAD_MS / Math.max(1, latency)))))
    const held = flying + waiting.length
    return held > ahead / 2 ? 0 : Math.min(ahead - held, MOST_AHEAD_OF_COMPANY - company.held)
  }

  private place(line: Line) {
    if (line.due && !line.claiming && this.room(line) > 0) this.hungry.add(line)
    if (line.waiting.length === 0 || line.flying >= line.limit) return
    if (line.company.flying >= MOST_OF_COMPANY) line.company.parked.add(line)
    else this.ready[line.lane].add(line)
  }

  /** An endpoint has something due. */
  hear(endpoint: Endpoint): void {
    const line = this.lineOf(endpoint)
    line.due = true
    this.place(line)
  }

  /** What to claim next, of up to `endpoints` endpoints and about `most` in all. */
  wanted(most: number, endpoints: number): ReadonlyArray<Wanted> {
    const share = Math.max(FIRST, Math.floor(most / Math.max(1, Math.min(this.hungry.size, endpoints))))
    const wanted: Array<Wanted> = []
    for (const line of this.hungry) {
      if (wanted.length >= endpoints) break
      this.hungry.delete(line)
      const room = Math.min(share, this.room(line))
      if (room <= 0) continue
      line.due = false
      line.claiming = true
      wanted.push({ company_id: line.company_id, webhook_id: line.webhook_id, room, since: line.since })
    }
    return wanted
  }

  /** What the claim brought; an endpoint that had as much as was asked for may have more. */
  claimed(wanted: ReadonlyArray<Wanted>, claimed: ReadonlyArray<Claimed>): void {
    const found = Map.groupBy(claimed, ({ webhook_id }) => webhook_id)
    for (const { room, since: _, ...endpoint } of wanted) {
      const line = this.lineOf(endpoint)
      const got = found.get(endpoint.webhook_id) ?? []
      line.claiming = false
      line.since = undefined
      if (got.length >= room) {
        line.due = true
        line.since = got.at(-1)!.due_at
      }
      line.waiting = line.waiting.concat(got)
      line.company.held += got.length
      this.place(line)
      this.forget(line)
    }
  }

  /** From now on all that is due counts again, also what was passed by. */
  lookBack(): void {
    for (const line of this.lines.values()) line.since = undefined
  }

  /** The claim came to nothing. */
  unclaimed(wanted: ReadonlyArray<Endpoint>): void {
    for (const endpoint of wanted) {
      const line = this.lineOf(endpoint)
      line.claiming = false
      this.hear(line)
    }
  }

  /** The next to be sent, if any may be. */
  next(): Claimed | undefined {
    return this.nextOf("quick") ?? this.nextOf("slow")
  }

  private nextOf(lane: Lane): Claimed | undefined {
    if (this.flying[lane] >= MOST_OF_LANE) return undefined
    for (const line of this.ready[lane]) {
      this.ready[lane].delete(line)
      if (line.lane !== lane || line.flying >= line.limit || line.company.flying >= MOST_OF_COMPANY) {
        this.place(line)
        continue
      }
      const next = line.waiting.shift()
      if (next === undefined) continue
      line.flying++
      line.company.flying++
      this.flying[lane]++
      this.lanes.set(next, lane)
      this.place(line)
      return next
    }
    return undefined
  }

  private readonly lanes = new WeakMap<Claimed, Lane>()

  /** An attempt is over. Whoever answers well gets more at a time, whoever does not gets less. */
  finished(delivery: Claimed, well: boolean, latencyMs: number): void {
    const line = this.lineOf(delivery)
    const { company } = line
    this.flying[this.lanes.get(delivery)!]--
    line.flying--
    company.flying--
    company.held--
    line.limit = well ? Math.min(MOST, line.limit + 1) : Math.max(1, line.limit >> 1)
    line.latency += (latencyMs - line.latency) * (latencyMs > line.latency ? 0.5 : 0.1)
    line.lane = laneOf(line)
    if (company.flying < MOST_OF_COMPANY && company.parked.size > 0) {
      const parked = [...company.parked]
      company.parked.clear()
      for (const one of parked) this.place(one)
    }
    this.place(line)
    this.forget(line)
  }

  /** Nothing is left to be known of an endpoint without work; it is met anew as it was, but for its latency. */
  private forget(line: Line) {
    if (line.due || line.claiming || line.flying > 0 || line.waiting.length > 0 || this.lines.size < 1_000) return
    this.lines.delete(line.webhook_id)
    if (line.company.held === 0) this.companies.delete(line.company_id)
  }

  /** Takes back all that was claimed and is not under way. */
  drain(): ReadonlyArray<Claimed> {
    const all: Array<Claimed> = []
    for (const line of this.lines.values()) {
      all.push(...line.waiting)
      line.company.held -= line.waiting.length
      line.waiting = []
    }
    return all
  }

  /** Attempts under way. */
  get busy(): number {
    return this.flying.quick + this.flying.slow
  }

  get hasHungry(): boolean {
    return this.hungry.size > 0
  }
}
