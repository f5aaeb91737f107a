import { Effect } from "effect"
import { RateLimitExceeded } from "#schemas/kernel/errors"

interface Options {
  /** Work at a time, of all keys together. */
  readonly permits: number
  /** Work at a time of one key. */
  readonly perKey: number | (() => number)
  /** The last permits, which only a key without any work gets. */
  readonly reserved: number
  /** Work of one key that may wait; more is refused. */
  readonly waiting: number
  /** How long it may wait. */
  readonly maxWaitMs: number
  /** Milliseconds after which work counts no more, though it goes on. */
  readonly counts?: number
}

const tooMany = new RateLimitExceeded({
  message: "Too many requests of this company wait for the database; try again when some of them have ended.",
  retry_after: 1
})

/**
 * A limit on how much work is done at a time, which no key can use up: waiting keys take turns, each has a share of its own,
 * and the last permits go to keys that have no work yet. `PartitionedSemaphore` of Effect takes turns too, but has neither a
 * share nor a bound on what waits.
 */
export class FairLimit<Key> {
  private readonly options: Options
  private free: number
  private waitingNow = 0
  private readonly working = new Map<Key, number>()
  /** In the order of their turns. */
  private readonly queues = new Map<Key, Set<() => void>>()

  constructor(options: Options) {
    this.options = options
    this.free = options.permits
  }

  get used(): number {
    return this.options.permits - this.free
  }

  get waiting(): number {
    return this.waitingNow
  }

  private admits(key: Key): boolean {
    const own = this.working.get(key) ?? 0
    if (own === 0) return this.free > 0
    const { perKey, reserved } = this.options
    return own < (typeof perKey === "number" ? perKey : perKey()) && this.free > reserved
  }

  private grant(key: Key): void {
    this.free--
    this.working.set(key, (this.working.get(key) ?? 0) + 1)
  }

  private readonly release = (key: Key): void => {
    const own = this.working.get(key)! - 1
    this.free++
    if (own === 0) this.working.delete(key)
    else this.working.set(key, own)
    if (this.queues.size > 0) this.dispatch()
  }

  private dispatch(): void {
    for (const [key, queue] of this.queues) {
      if (this.free === 0) return
      if (!this.admits(key)) continue
      const [next] = queue
      queue.delete(next!)
      this.queues.delete(key)
      if (queue.size > 0) this.queues.set(key, queue)
      this.waitingNow--
      this.grant(key)
      next!()
    }
  }

  private readonly enter = (key: Key): Effect.Effect<void> =>
    Effect.callback((resume) => {
      if (!this.queues.has(key) && this.admits(key)) {
        this.grant(key)
        return resume(Effect.void)
      }
      const queue = this.queues.get(key) ?? new Set()
      if (queue.size >= this.options.waiting) return resume(Effect.die(tooMany))
      const go = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      const leave = () => {
        clearTimeout(timer)
        if (!queue.delete(go)) return false
        this.waitingNow--
        if (queue.size === 0) this.queues.delete(key)
        return true
      }
      const timer = setTimeout(() => {
        leave()
        resume(Effect.die(tooMany))
      }, this.options.maxWaitMs)
      queue.add(go)
      this.queues.set(key, queue)
      this.waitingNow++
      return Effect.sync(() => {
        /* Interrupted at the moment at which it was granted its turn. */
        if (!leave()) this.release(key)
      })
    })

  /** Runs `work` when it is the turn of `key`. Dies with `RateLimitExceeded` where too much of it waits already, or waits too long. */
  readonly use = <A, E, R>(key: Key, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.andThen(
        restore(this.enter(key)),
        Effect.suspend(() => Effect.ensuring(restore(work), Effect.sync(this.once(key))))
      ))

  /** Gives the permit back, at the end or when it has counted for long enough, whichever is first. */
  private once(key: Key): () => void {
    const { counts } = this.options
    if (counts === undefined) return () => this.release(key)
    let timer: NodeJS.Timeout | undefined = setTimeout(() => {
      timer = undefined
      this.release(key)
    }, counts)
    return () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      this.release(key)
    }
  }
}
