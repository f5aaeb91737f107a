/** What is to be fetched: from which host, for whom, and whether somebody has connected the client that it describes. */
export interface Fetching {
  readonly host: string
  /** The network of whoever made us fetch it. */
  readonly network: string
  readonly known: boolean
}

/** No more is begun now. */
export class TooMany extends Error {
  override readonly name = "TooMany"
}

interface Limits {
  /** Fetches at a time, and those of them that only known clients get. */
  readonly atATime: number
  readonly forKnown: number
  /** Of one host, and of one network that asks. */
  readonly ofHost: number
  readonly ofNetwork: number
  readonly waiting: number
  readonly waitingOfNetwork: number
  readonly waitMs: number
}

interface Waiting extends Fetching {
  readonly begin: () => void
}

class Counts {
  readonly #counts = new Map<string, number>()
  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }
  add(key: string, change: 1 | -1): void {
    const count = this.of(key) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}

/**
 * Lets fetches begin, so many at a time, with a share for each host and for each network that asks: nobody who has things fetched
 * that never come can keep others from theirs. Known clients go before those who wait, and some fetches are theirs alone.
 */
export class FetchQueue {
  readonly #limits: Limits
  readonly #hosts = new Counts()
  readonly #networks = new Counts()
  readonly #waitingOf = new Counts()
  #waiting: Array<Waiting> = []
  #running = 0
  #unknown = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Resolves when it may begin, with what is to be called at its end; fails with `TooMany` where it never got a place. */
  enter(fetching: Fetching): Promise<() => void> {
    const { waiting, waitingOfNetwork, waitMs } = this.#limits
    if (this.#mayBegin(fetching)) return Promise.resolve(this.#begin(fetching))
    const crowded = this.#waiting.length >= waiting && !fetching.known
    if (crowded || this.#waitingOf.of(fetching.network) >= waitingOfNetwork) return Promise.reject(new TooMany("too many documents are being fetched"))
    return new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(late)
        this.#waiting = this.#waiting.filter((one) => one !== place)
        this.#waitingOf.add(fetching.network, -1)
      }
      const place: Waiting = {
        ...fetching,
        begin: () => {
          leave()
          resolve(this.#begin(fetching))
        }
      }
      const late = setTimeout(() => {
        leave()
        reject(new TooMany("too many documents are being fetched"))
      }, waitMs)
      this.#waiting.push(place)
      this.#waitingOf.add(fetching.network, 1)
    })
  }

  #mayBegin({ host, known, network }: Fetching): boolean {
    const { atATime, forKnown, ofHost, ofNetwork } = this.#limits
    return this.#running < atATime && (known || this.#unknown < atATime - forKnown) &&
      this.#hosts.of(host) < ofHost && this.#networks.of(network) < ofNetwork
  }

  #begin({ host, known, network }: Fetching): () => void {
    this.#running++
    if (!known) this.#unknown++
    this.#hosts.add(host, 1)
    this.#networks.add(network, 1)
    let over = false
    return () => {
      if (over) return
      over = true
      this.#running--
      if (!known) this.#unknown--
      this.#hosts.add(host, -1)
      this.#networks.add(network, -1)
      this.#next()
    }
  }

  #next(): void {
    for (const known of [true, false]) {
      const next = this.#waiting.find((one) => one.known === known && this.#mayBegin(one))
      if (next === undefined) continue
      next.begin()
      return this.#next()
    }
  }
}
