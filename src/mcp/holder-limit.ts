import { networkOf } from "../http/client-address.ts"

/**
 * A bounded number of holders, so that nobody can fill the memory, and fewer for each network, so that nobody can take all of it.
 * Whoever comes past a bound takes the place of the one that came or was used the longest ago.
 */
export class HolderLimit<A extends { readonly address: string }> {
  readonly #most: number
  readonly #mostOfNetwork: number
  readonly #leave: (holder: A) => void
  readonly #taken = new Map<string, Set<A>>()
  /** In the order in which they were used, the latest last. */
  readonly #all = new Set<A>()

  constructor(most: number, mostOfNetwork: number, leave: (holder: A) => void) {
    this.#most = most
    this.#mostOfNetwork = mostOfNetwork
    this.#leave = leave
  }

  take(holder: A): void {
    const network = networkOf(holder.address)
    const neighbours = this.#taken.get(network) ?? new Set()
    this.#taken.set(network, neighbours)
    if (neighbours.size >= this.#mostOfNetwork) this.release(neighbours.values().next().value!)
    else if (this.#all.size >= this.#most) this.release(this.#all.values().next().value!)
    // Its set may have been taken away with its last neighbour.
    this.#taken.set(network, neighbours)
    neighbours.add(holder)
    this.#all.add(holder)
  }

  /** It is in use: others go before it. */
  touch(holder: A): void {
    const neighbours = this.#taken.get(networkOf(holder.address))
    for (const set of [this.#all, neighbours]) if (set?.delete(holder) === true) set.add(holder)
  }

  release(holder: A): void {
    if (!this.#all.delete(holder)) return
    const network = networkOf(holder.address)
    const neighbours = this.#taken.get(network)
    neighbours?.delete(holder)
    if (neighbours?.size === 0) this.#taken.delete(network)
    this.#leave(holder)
  }

  /** The longest unused first. */
  values(): ReadonlyArray<A> {
    return [...this.#all]
  }
}
