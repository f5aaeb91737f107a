import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, Semaphore } from "effect"
import { Unavailable } from "#schemas/kernel/errors"
import { ServiceConfig } from "../config.ts"
import { type About, passwordFault } from "./password-fault.ts"

/** How many may wait for a hash: with a hash of 50 ms and two cores, the last of them waits a second and a half. */
const MOST_WAITING = 64

const busy = () => new Unavailable({ message: "Too many people are signing in at this moment. Try again in a second." })

/**
 * Hashes of passwords: argon2id, on threads of their own and as many at once as there are cores, so that requests go on beside
 * them. Whoever finds the line too long is sent away at once.
 */
export class Passwords extends Context.Service<Passwords, {
  readonly hash: (password: string) => Effect.Effect<string, Unavailable>
  /** Whether it is the password of this hash. It takes as long where there is none, and is `false` then. */
  readonly verify: (hash: string | null, password: string) => Effect.Effect<boolean, Unavailable>
  /** Whether the hash was made with other parameters than those of today. */
  readonly isStale: (hash: string) => boolean
  /** What is wrong with a password that is to be kept, in words for a person; nothing where it may be. */
  readonly faultOf: (password: string, about: About) => string | undefined
}>()("layers/identity/Passwords") {
  static readonly layer = Layer.effect(Passwords, Effect.gen(function*() {
    const { argon2Lanes, argon2Memory, argon2Passes } = yield* ServiceConfig
    const options = { memoryCost: Math.max(argon2Memory, 8 * argon2Lanes), timeCost: argon2Passes, parallelism: argon2Lanes }
    const cores = yield* Semaphore.make(availableParallelism())
    let waiting = 0

    const inTurn = <A>(work: () => Promise<A>) =>
      Effect.suspend(() => {
        if (waiting >= MOST_WAITING + availableParallelism()) return Effect.fail(busy())
        waiting++
        /* A hash cannot be stopped: who goes away meanwhile leaves its core only once it is done. */
        return cores.withPermits(1)(Effect.uninterruptible(Effect.promise(work))).pipe(
          Effect.ensuring(Effect.sync(() => void waiting--))
        )
      })

    /** Of a password that nobody has, made as all others are. */
    const nobodys = yield* Effect.promise(() => hash(crypto.randomUUID(), options))

    return Passwords.of({
      hash: (password) => inTurn(() => hash(password, options)),
      verify: (kept, password) => Effect.map(inTurn(() => verify(kept ?? nobodys, password)), (right) => right && kept !== null),
      isStale: (kept) => {
        const { memoryCost, parallelism, timeCost } = parseOptions(kept)
        return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism
      },
      faultOf: passwordFault
    })
  }))
}
