import { Clock, Effect, Semaphore } from "effect"

/**
 * Lets texts leave so that no second ever holds more of them than a number may send, wherever in it they arrive: one begins only while
 * fewer than that are under way or were answered within the last second. Whatever the network does to them, of more than so many the
 * last one leaves a second after one of the others was answered. It knows nothing of what was sent before it was made, so a
 * second passes first.
 */
export const pace = Effect.fnUntraced(function*(perSecond: number) {
  const most = Math.max(1, Math.floor(perSecond))
  const windowMs = perSecond >= 1 ? 1_000 : 1_000 / perSecond
  const began = yield* Clock.currentTimeMillis
  let underWay = 0
  /** When each of the last texts was answered, the earliest first. */
  let answered: Array<number> = Array.from({ length: most }, () => began)
  const gate = yield* Semaphore.make(1)

  const enter = gate.withPermits(1)(Effect.gen(function*() {
    for (;;) {
      const now = yield* Clock.currentTimeMillis
      answered = answered.filter((at) => at > now - windowMs)
      if (underWay + answered.length < most) break
      /* One millisecond more, as clocks count whole ones. */
      yield* Effect.sleep(answered.length === 0 ? 5 : Math.max(1, answered[0]! + windowMs - now + 1))
    }
    underWay++
  }))

  const leave = Effect.map(Clock.currentTimeMillis, (now) => {
    underWay--
    answered.push(now)
  })

  return <A, E, R>(send: Effect.Effect<A, E, R>) => Effect.andThen(enter, Effect.ensuring(send, leave))
})
