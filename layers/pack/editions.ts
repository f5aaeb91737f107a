import { Context, Layer } from "effect"

/** Counts what is published: a new content pack, new aggregates. What was made from an older edition is out of date. */
export class Editions extends Context.Service<Editions, {
  readonly current: () => number
  readonly next: () => void
}>()("layers/Editions") {
  static readonly layer = Layer.sync(Editions, () => {
    let edition = 1
    return Editions.of({ current: () => edition, next: () => void edition++ })
  })
}
