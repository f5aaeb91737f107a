import { assert, it } from "@effect/vitest"
import { balancers } from "#src/http/balancers"

it("one that asked once is not waited for, and one that asks again and again until it has been told", () => {
  const asking = balancers()
  asking.asked("once", 9_000)
  assert.isFalse(asking.isAwaited(10_000, 10_001))
  for (const now of [5_000, 7_000, 9_000]) asking.asked("balancer", now)
  assert.isTrue(asking.isAwaited(10_000, 10_001))
  assert.isTrue(asking.isAwaited(10_000, 12_900))
  asking.asked("balancer", 11_000)
  assert.isFalse(asking.isAwaited(10_000, 11_001))
})

it("one that is gone is waited for as long as it could be late", () => {
  const asking = balancers()
  for (const now of [5_000, 5_100]) asking.asked("deploy", now)
  assert.isFalse(asking.isAwaited(10_000, 10_001))
  for (const now of [1_000, 9_900]) asking.asked("balancer", now)
  assert.isTrue(asking.isAwaited(10_000, 10_001))
  assert.isFalse(asking.isAwaited(10_000, 28_000))
})

it("each of several is waited for, and no more are remembered than there may be", () => {
  const asking = balancers()
  for (const now of [8_000, 9_000]) for (const address of ["a", "b"]) asking.asked(address, now)
  asking.asked("a", 10_010)
  assert.isTrue(asking.isAwaited(10_000, 10_020))
  asking.asked("b", 10_020)
  assert.isFalse(asking.isAwaited(10_000, 10_030))
  for (let n = 0; n < 64; n++) asking.asked(`other ${n}`, 10_040)
  asking.asked("a", 10_050)
  assert.isFalse(asking.isAwaited(10_060, 10_070), "forgotten, and so one that asked once")
})
