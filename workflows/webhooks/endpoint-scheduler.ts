import type { Claimed, Endpoint, Wanted } from "#layers/webhooks/queue"

/** Attempts that one endpoint is sent at a time: few until it has shown that it answers. */
export const FIRST = 4
export const MOST = 32
/** Of one company, whatever number of endpoints it has. */
export const MOST_OF_COMPANY = 128
/** Of all endpoints that answer quickly, and of all the others: those wait among themselves. */
export const MOST_OF_SPEED = 256
/** An endpoint that takes longer is a slow one. */
const SLOW_MS = 2_000
/** An endpoint's work is claimed this far ahead, by its latency, and never more than so many of them. */
const AHEAD_MS = 500
const MOST_AHEAD = 256
const MOST_AHEAD_OF_COMPANY = 1_024

type Speed = "quick" | "slow"

interface Company {
  inFlight: number
  held: number
  /** Queues that could go on but for their company's limit. */
  readonly parked: Set<EndpointQueue>
}

interface EndpointQueue extends Endpoint {
  readonly company: Company
  waiting: Array<Claimed>
  inFlight: number
  limit: number
  /** Milliseconds, of late. */
  latency: number
  speed: Speed
  /** Something may be due that nobody has claimed. */
  due: boolean
  /** Where the last claim ended, if there was more. */
  since: string | undefined
  claiming: boolean
}

const speedOf = ({ latency }: Pick<EndpointQueue, "latency">): Speed => latency > SLOW_MS ? "slow" : "quick"

/**
 * Who is next. Endpoints take turns; none has more attempts under way than it can bear, no company more than its share,
 * and those that are slow never delay the others. It decides and does nothing.
 */
export class EndpointScheduler {
  private readonly queues = new Map<number, EndpointQueue>()
  private readonly companies = new Map<number, Company>()
  /** In the order of their turns: queues with something to claim, and queues with something to send. */
  private readonly claimable = new Set<EndpointQueue>()
  private readonly ready: Readonly<Record<Speed, Set<EndpointQueue>>> = { quick: new Set(), slow: new Set() }
  private readonly inFlight: Record<Speed, number> = { quick: 0, slow: 0 }

  private queueOf({ company_id, webhook_id }: Endpoint): EndpointQueue {
    let queue = this.queues.get(webhook_id)
    if (queue !== undefined) return queue
    let company = this.companies.get(company_id)
    if (company === undefined) this.companies.set(company_id, company = { inFlight: 0, held: 0, parked: new Set() })
    queue = {
      company_id, webhook_id, company, waiting: [], inFlight: 0, limit: FIRST, latency: 100, speed: "quick", due: false, since: undefined,
      claiming: false
    }
    this.queues.set(webhook_id, queue)
    return queue
  }

  /** How many more of an endpoint may be claimed; few at a time cost as much as many, so none while half are left. */
  private room({ company, inFlight, latency, limit, waiting }: EndpointQueue): number {
    const ahead = Math.min(MOST_AHEAD, limit * Math.max(1, Math.min(8, Math.floor(AHEAD_MS / Math.max(1, latency)))))
    const held = inFlight + waiting.length
    return held > ahead / 2 ? 0 : Math.min(ahead - held, MOST_AHEAD_OF_COMPANY - company.held)
  }

  private place(queue: EndpointQueue) {
    if (queue.due && !queue.claiming && this.room(queue) > 0) this.claimable.add(queue)
    if (queue.waiting.length === 0 || queue.inFlight >= queue.limit) return
    if (queue.company.inFlight >= MOST_OF_COMPANY) queue.company.parked.add(queue)
    else this.ready[queue.speed].add(queue)
  }

  /** An endpoint has something due. */
  hear(endpoint: Endpoint): void {
    const queue = this.queueOf(endpoint)
    queue.due = true
    this.place(queue)
  }

  /** What to claim next, of up to `endpoints` endpoints and about `most` in all. */
  wanted(most: number, endpoints: number): ReadonlyArray<Wanted> {
    const share = Math.max(FIRST, Math.floor(most / Math.max(1, Math.min(this.claimable.size, endpoints))))
    const wanted: Array<Wanted> = []
    for (const queue of this.claimable) {
      if (wanted.length >= endpoints) break
      this.claimable.delete(queue)
      const room = Math.min(share, this.room(queue))
      if (room <= 0) continue
      queue.due = false
      queue.claiming = true
      wanted.push({ company_id: queue.company_id, webhook_id: queue.webhook_id, room, since: queue.since })
    }
    return wanted
  }

  /** What the claim brought; an endpoint that had as much as was asked for may have more. */
  claimed(wanted: ReadonlyArray<Wanted>, claimed: ReadonlyArray<Claimed>): void {
    const found = Map.groupBy(claimed, ({ webhook_id }) => webhook_id)
    for (const { room, since: _, ...endpoint } of wanted) {
      const queue = this.queueOf(endpoint)
      const got = found.get(endpoint.webhook_id) ?? []
      queue.claiming = false
      queue.since = undefined
      if (got.length >= room) {
        queue.due = true
        queue.since = got.at(-1)!.due_at
      }
      queue.waiting = queue.waiting.concat(got)
      queue.company.held += got.length
      this.place(queue)
      this.forget(queue)
    }
  }

  /** From now on all that is due counts again, also what was passed by. */
  lookBack(): void {
    for (const queue of this.queues.values()) queue.since = undefined
  }

  /** The claim came to nothing. */
  unclaimed(wanted: ReadonlyArray<Endpoint>): void {
    for (const endpoint of wanted) {
      const queue = this.queueOf(endpoint)
      queue.claiming = false
      this.hear(queue)
    }
  }

  /** The next to be sent, if any may be. */
  next(): Claimed | undefined {
    return this.nextOf("quick") ?? this.nextOf("slow")
  }

  private nextOf(speed: Speed): Claimed | undefined {
    if (this.inFlight[speed] >= MOST_OF_SPEED) return undefined
    for (const queue of this.ready[speed]) {
      this.ready[speed].delete(queue)
      if (queue.speed !== speed || queue.inFlight >= queue.limit || queue.company.inFlight >= MOST_OF_COMPANY) {
        this.place(queue)
        continue
      }
      const next = queue.waiting.shift()
      if (next === undefined) continue
      queue.inFlight++
      queue.company.inFlight++
      this.inFlight[speed]++
      this.speeds.set(next, speed)
      this.place(queue)
      return next
    }
    return undefined
  }

  private readonly speeds = new WeakMap<Claimed, Speed>()

  /** An attempt is over. Whoever answers well gets more at a time, whoever does not gets less. */
  finished(delivery: Claimed, well: boolean, latencyMs: number): void {
    const queue = this.queueOf(delivery)
    const { company } = queue
    this.inFlight[this.speeds.get(delivery)!]--
    queue.inFlight--
    company.inFlight--
    company.held--
    queue.limit = well ? Math.min(MOST, queue.limit + 1) : Math.max(1, queue.limit >> 1)
    queue.latency += (latencyMs - queue.latency) * (latencyMs > queue.latency ? 0.5 : 0.1)
    queue.speed = speedOf(queue)
    if (company.inFlight < MOST_OF_COMPANY && company.parked.size > 0) {
      const parked = [...company.parked]
      company.parked.clear()
      for (const one of parked) this.place(one)
    }
    this.place(queue)
    this.forget(queue)
  }

  /** Nothing is left to be known of an endpoint without work; it is met anew as it was, but for its latency. */
  private forget(queue: EndpointQueue) {
    if (queue.due || queue.claiming || queue.inFlight > 0 || queue.waiting.length > 0 || this.queues.size < 1_000) return
    this.queues.delete(queue.webhook_id)
    if (queue.company.held === 0) this.companies.delete(queue.company_id)
  }

  /** Takes back all that was claimed and is not under way. */
  drain(): ReadonlyArray<Claimed> {
    const all: Array<Claimed> = []
    for (const queue of this.queues.values()) {
      all.push(...queue.waiting)
      queue.company.held -= queue.waiting.length
      queue.waiting = []
    }
    return all
  }

  /** Attempts under way. */
  get busy(): number {
    return this.inFlight.quick + this.inFlight.slow
  }

  get hasClaimable(): boolean {
    return this.claimable.size > 0
  }
}
