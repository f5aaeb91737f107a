import { Effect } from "effect"

/** Whose work it is: a company's, or nobody's. */
type Who = number | undefined

/**
 * So many places for work, of which the last `kept` go only to companies that have none. A company that fills its places with work
 * that waits keeps nobody else from beginning; those that wait get theirs in turn, company by company.
 */
export const fairPlaces = (size: number, kept: number) => {
  let free = size
  const held = new Map<Who, number>()
  /** In the order of their turns. */
  const queues = new Map<Who, Set<() => void>>()

  const may = (who: Who) => free > kept || (free > 0 && !held.has(who))
  const take = (who: Who) => {
    free--
    held.set(who, (held.get(who) ?? 0) + 1)
  }

  const leaveQueue = (who: Who, queue: Set<() => void>, begin: () => void) => {
    const waited = queue.delete(begin)
    queues.delete(who)
    /* To the end: the others have their turn first. */
    if (queue.size > 0) queues.set(who, queue)
    return waited
  }

  const serve = () => {
    for (const [who, queue] of queues) {
      if (free === 0) return
      if (!may(who)) continue
      const [begin] = queue
      take(who)
      leaveQueue(who, queue, begin!)
      begin!()
    }
  }

  const release = (who: Who) => {
    free++
    const left = held.get(who)! - 1
    if (left === 0) held.delete(who)
    else held.set(who, left)
    serve()
  }

  const turn = (who: Who) =>
    Effect.callback<void>((resume) => {
      const begin = () => resume(Effect.void)
      const queue = queues.get(who) ?? new Set()
      queue.add(begin)
      queues.set(who, queue)
      return Effect.sync(() => {
        /* Interrupted at the moment at which it got its place. */
        if (!leaveQueue(who, queue, begin)) release(who)
      })
    })

  return {
    /** Does the work in a place, and waits for one before if need be. */
    within: <A, E, R>(who: Who, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.uninterruptibleMask((restore) => {
        const placed = Effect.ensuring(restore(work), Effect.sync(() => release(who)))
        if (queues.has(who) || !may(who)) return Effect.andThen(restore(turn(who)), placed)
        take(who)
        return placed
      })
  }
}
