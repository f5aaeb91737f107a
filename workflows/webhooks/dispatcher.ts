import { Clock, Effect, FiberSet, Latch, Layer, Schedule } from "effect"
import { FanOut } from "#layers/webhooks/fan-out"
import { type Claimed, DeliveryQueue, LEASE_MS, type Settled } from "#layers/webhooks/queue"
import { schedule } from "#schemas/webhooks/schedule"
import { attempt } from "./deliver.ts"
import { EndpointScheduler } from "./endpoint-scheduler.ts"

/** Deliveries claimed by one statement, and endpoints they belong to. */
const CLAIMED = 512
const ENDPOINTS = 128
/** Attempts written down by one statement. */
const SETTLED = 512
/** For what a notification did not reach, and for retries: how late one may be. */
const EVERY_MS = 1_000
/** A claim must last for all of an attempt that is about to begin. */
const LEFT_MS = schedule.deadline + 5_000
/** How long attempts under way may take to end when the service stops. */
const GRACE = "2 seconds"

/** Sends what is due, until the service ends. Several processes share the work. */
const Deliveries = Layer.effectDiscard(Effect.gen(function*() {
  const queue = yield* DeliveryQueue
  const clock = yield* Clock.Clock
  const scheduler = new EndpointScheduler()
  const attempts = yield* FiberSet.make()
  const run = yield* FiberSet.runtime(attempts)<Effect.Services<ReturnType<typeof attempt>>>()
  const news = Latch.makeUnsafe(false)
  const results = Latch.makeUnsafe(false)
  let settled: Array<Settled> = []
  let stopping = false
  /** When each claim was made, by the time that passes here. */
  const claimedAt = new WeakMap<Claimed, number>()

  const say = (what: string) => (cause: unknown) => Effect.logWarning(what, cause)

  const settle = (result: Settled) => {
    settled.push(result)
    results.openUnsafe()
  }

  const hearLater = (delivery: Claimed, wait: number) =>
    Effect.andThen(Effect.sleep(wait), Effect.sync(() => {
      scheduler.hear(delivery)
      news.openUnsafe()
    }))

  const underWay = new Set<Claimed>()
  const send = (delivery: Claimed) =>
    Effect.flatMap(attempt(delivery), ({ outcome, settled, wait }) => {
      underWay.delete(delivery)
      scheduler.finished(delivery, outcome.error === null, outcome.latencyMs)
      settle(settled)
      sendAll()
      if (scheduler.hasClaimable) news.openUnsafe()
      /* Sooner than the next look at all of them. */
      return wait !== undefined && wait < EVERY_MS ? hearLater(delivery, wait) : Effect.void
    }).pipe(Effect.catchDefect((defect) => {
      if (underWay.delete(delivery)) scheduler.finished(delivery, false, 0)
      return Effect.logError("an attempt broke; it is made again when its claim ends", defect)
    }))

  const sendAll = () => {
    for (let next = scheduler.next(); next !== undefined; next = scheduler.next()) {
      if (performance.now() - claimedAt.get(next)! < LEASE_MS - LEFT_MS) {
        underWay.add(next)
        run(send(next))
      } else {
        /* Somebody will claim it again. */
        scheduler.finished(next, true, 0)
      }
    }
  }

  const claim = Effect.gen(function*() {
    yield* news.await
    const wanted = scheduler.wanted(CLAIMED, ENDPOINTS)
    if (wanted.length === 0 || stopping) return yield* news.close
    const at = performance.now()
    const claimed = yield* queue.claim(wanted, clock.currentTimeMillisUnsafe()).pipe(
      Effect.tapCause(() => Effect.sync(() => scheduler.unclaimed(wanted)))
    )
    for (const delivery of claimed) claimedAt.set(delivery, at)
    scheduler.claimed(wanted, claimed)
    sendAll()
  })

  const flush = Effect.gen(function*() {
    const batch = settled.slice(0, SETTLED)
    if (batch.length === 0) return
    yield* queue.settle(batch, clock.currentTimeMillisUnsafe())
    settled = settled.slice(batch.length)
  })

  const settleAll = Effect.gen(function*() {
    yield* results.await
    yield* results.close
    while (settled.length > 0) yield* flush
  })

  const look = Effect.gen(function*() {
    scheduler.lookBack()
    for (const endpoint of yield* queue.due(clock.currentTimeMillisUnsafe())) scheduler.hear(endpoint)
    if (scheduler.hasClaimable) yield* news.open
    if (settled.length > 0) yield* results.open
  })

  const hear: Parameters<typeof queue.listen>[0] = (endpoints) => {
    for (const endpoint of endpoints) scheduler.hear(endpoint)
    news.openUnsafe()
  }

  const forever = <E, R>(what: string, effect: Effect.Effect<unknown, E, R>) =>
    effect.pipe(Effect.tapCause(say(what)), Effect.exit, Effect.flatMap((exit) =>
      exit._tag === "Failure" ? Effect.sleep(EVERY_MS) : Effect.void), Effect.forever, Effect.forkScoped)

  yield* Effect.forkScoped(queue.listen(hear))
  yield* forever("webhooks were not claimed; will try again", claim)
  yield* forever("attempts were not written down; will try again", settleAll)
  yield* Effect.forkScoped(look.pipe(
    Effect.tapCause(say("webhooks that are due were not looked for; will try again")),
    Effect.exit,
    Effect.repeat(Schedule.spaced(EVERY_MS))
  ))

  yield* Effect.addFinalizer(() =>
    Effect.gen(function*() {
      stopping = true
      yield* queue.release(scheduler.drain())
      yield* Effect.timeoutOption(FiberSet.awaitEmpty(attempts), GRACE)
      yield* FiberSet.clear(attempts)
      yield* queue.release([...underWay])
      yield* flush
    }).pipe(Effect.tapCause(say("webhooks under way were left to another process")), Effect.exit))
}))

/** Tells endpoints of events: numbers them, makes deliveries of them and sends these. */
export const Dispatcher = Layer.merge(FanOut, Deliveries)
