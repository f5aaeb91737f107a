import { randomUUID } from "node:crypto"
import { Cause, Clock, Context, Deferred, Effect, Latch, Layer } from "effect"
import { Caller } from "#schemas/kernel/tenancy"
import { Tenancy } from "../../kernel/tenancy.ts"
import { LEASE_MS, mostOf, type Paced, SmsPlaces } from "./send-slots.ts"

/** Places that were left are gathered for so long: one statement serves many texts. */
const GATHERED_MS = 25
/** Another process may have left a place meanwhile, of which nobody tells us. */
const LONGEST_WAIT_MS = 250
const AFTER_FAILURE_MS = 1_000
const KEPT_AFTER_MS = LEASE_MS / 3

interface Waiting {
  readonly wanted: number
  readonly places: Array<number>
  readonly ready: Deferred.Deferred<void>
}

/** What leaves by one number from this process. */
interface Queue {
  number: Paced
  /** How many places there are in the database, as far as we know. */
  made: number
  running: boolean
  readonly first: Array<Waiting>
  readonly others: Array<Waiting>
  readonly news: Latch.Latch
  readonly left: Array<number>
  /** The places that we have, each with the time when it was taken, or was kept last. */
  readonly held: Map<number, number>
}

/** So many texts may leave. */
export interface Turn {
  readonly count: number
  /** One of them was answered, or did not leave. */
  readonly leave: () => void
}

const without = <A>(all: Array<A>, one: A) => {
  const at = all.indexOf(one)
  if (at >= 0) all.splice(at, 1)
}

/** A few at a time: texts that leave together are answered together, and their places idle meanwhile. */
const mostAtOnce = ({ perSecond }: Paced) => Math.max(1, Math.ceil(perSecond * GATHERED_MS / 500))

const give = ({ first, held, left, others }: Queue, now: number, free: Array<number>) => {
  for (const waiting of [first, others]) {
    while (waiting.length > 0 && free.length > 0) {
      const next = waiting.shift()!
      next.places.push(...free.splice(0, next.wanted))
      for (const place of next.places) held.set(place, now)
      Deferred.doneUnsafe(next.ready, Effect.void)
    }
  }
  left.push(...free)
}

/**
 * Lets texts leave so that no second ever holds more of them than a number may send, wherever in it they arrive: one begins only while
 * fewer than that are under way or were answered within the last second. That holds for all processes together and across crashes: who
 * is under way stands in the database.
 */
export class SmsPace extends Context.Service<SmsPace>()("layers/messages/SmsPace", {
  make: Effect.gen(function*() {
    const places = yield* SmsPlaces
    const { transaction } = yield* Tenancy
    const scope = yield* Effect.scope
    const holder = randomUUID()
    const queues = new Map<string, Queue>()

    /** Exchanges places; answers for how many milliseconds there is nothing else to do. */
    const round = Effect.fnUntraced(function*(queue: Queue) {
      const { first, held, number, others } = queue
      const now = yield* Clock.currentTimeMillis
      const wanted = Math.min(mostAtOnce(number), [...first, ...others].reduce((sum, { wanted }) => sum + wanted, 0))
      const kept = [...held].flatMap(([place, since]) => now - since >= KEPT_AFTER_MS ? [place] : [])
      const left = queue.left.splice(0)
      if (wanted + kept.length + left.length === 0) return KEPT_AFTER_MS
      const make = queue.made < mostOf(number) ? places.make(number) : Effect.void
      const { taken, wait } = yield* transaction(Effect.andThen(make, places.exchange(number, { holder, left, kept, wanted })))
      queue.made = mostOf(number)
      for (const place of kept) if (held.has(place)) held.set(place, now)
      give(queue, now, [...taken])
      if (queue.left.length > 0) return GATHERED_MS
      return first.length + others.length === 0 ? KEPT_AFTER_MS : Math.min(wait ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS)
    })

    const rounds = Effect.fnUntraced(function*(queue: Queue) {
      const { first, held, left, news, others } = queue
      while (first.length + others.length + left.length + held.size > 0) {
        news.closeUnsafe()
        const rest = yield* Effect.catchCause(round(queue), (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.interrupt
            : Effect.as(Effect.logWarning("texts wait for their places, and will look again", cause), AFTER_FAILURE_MS))
        yield* Effect.sleep(GATHERED_MS)
        if (rest > GATHERED_MS) yield* Effect.timeoutOption(news.await, rest - GATHERED_MS)
      }
      queue.running = false
    })

    const queueOf = (key: string, number: Paced) => {
      const known = queues.get(key)
      if (known !== undefined) return Object.assign(known, { number })
      const queue: Queue = { number, made: 0, running: false, first: [], others: [], news: Latch.makeUnsafe(false), left: [], held: new Map() }
      queues.set(key, queue)
      return queue
    }

    return {
      /**
       * Waits until texts may leave by a number of the caller, one at least and `wanted` at most, and does something with them. Those
       * that nobody said to have left are at the end of it. Those of a crowd wait for others. Not in a transaction.
       */
      turn: Effect.fnUntraced(function*<A, E, R>(number: Paced, how: { readonly wanted: number; readonly crowd: boolean }, use: (turn: Turn) => Effect.Effect<A, E, R>) {
        const { company_id, mode } = yield* Caller
        const queue = queueOf(`${company_id} ${mode} ${number.phone}`, number)
        const waiting: Waiting = { wanted: how.wanted, places: [], ready: Deferred.makeUnsafe() }
        const line = how.crowd ? queue.others : queue.first
        const leave = () => {
          const place = waiting.places.pop()
          if (place === undefined) return
          queue.held.delete(place)
          queue.left.push(place)
          queue.news.openUnsafe()
        }
        const wait = Effect.suspend(() => {
          line.push(waiting)
          queue.news.openUnsafe()
          if (queue.running) return Deferred.await(waiting.ready)
          queue.running = true
          return Effect.andThen(Effect.forkIn(rounds(queue), scope), Deferred.await(waiting.ready))
        })
        return yield* Effect.ensuring(
          Effect.andThen(wait, Effect.suspend(() => use({ count: waiting.places.length, leave }))),
          Effect.sync(() => {
            without(line, waiting)
            while (waiting.places.length > 0) leave()
          })
        )
      })
    }
  })
}) {
  static readonly layer = Layer.effect(SmsPace, SmsPace.make).pipe(Layer.provide([SmsPlaces.layer, Tenancy.layer]))
}
