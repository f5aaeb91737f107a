/** Milliseconds in which somebody who asks again and again does so at least once more: the longest that load balancers have by default. */
const LONGEST_MS = 30_000
/** Milliseconds by which a question may be late on a busy machine. */
const LATE_MS = 250
/** So many are remembered: each node of a balancer asks from its own address. */
const MOST = 64

interface Asker {
  readonly at: number
  /** Milliseconds between the last two questions; nothing where there was one. */
  readonly every: number | undefined
}

/**
 * Those who ask again and again whether the service is ready. Such a one goes on sending requests until it has asked once more and was told that
 * the service is not, so a service that stops waits for its question, unless it is overdue.
 */
export const balancers = () => {
  const askers = new Map<string, Asker>()
  return {
    asked: (address: string, now: number): void => {
      const before = askers.get(address)
      const every = before === undefined || now - before.at > LONGEST_MS + LATE_MS ? undefined : now - before.at
      askers.delete(address)
      if (askers.size === MOST) askers.delete(askers.keys().next().value!)
      askers.set(address, { at: now, every })
    },
    /** Whether one of them has not been told since, and is not overdue by as long again as it takes between two questions. */
    isAwaited: (since: number, now: number): boolean => {
      for (const { at, every } of askers.values()) {
        if (every !== undefined && at < since && now - at < 2 * every + LATE_MS) return true
      }
      return false
    }
  }
}
