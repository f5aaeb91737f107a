import { availableParallelism } from "node:os"
import { hash, parseOptions, verify } from "@node-rs/argon2"
import { Context, Effect, Layer, PartitionedSemaphore } from "effect"
import { Unavailable } from "#schemas/kernel/errors"
import { ServiceConfig } from "../kernel/config.ts"
import { isListed } from "./common-passwords.ts"
import { type About, COMMON, passwordFault } from "./password-fault.ts"

/**
 * Who asks: somebody who is signed in, in the transaction of their request; somebody whose network is known from an earlier
 * sign-in; or anybody. Each kind has its turn, so that many anonymous callers do not delay the others.
 */
export type Asker = "within" | "known" | "anonymous"

/**
 * How many of each kind may wait for a hash: with a hash of 50 ms and two cores, the last waits three seconds at worst. Who waits
 * within a transaction keeps a connection from all others meanwhile.
 */
const mostWaiting: Readonly<Record<Asker, number>> = { within: 4, known: 64, anonymous: 64 }

const busy = () => new Unavailable({ message: "Too many people are signing in at this moment. Try again in a second." })

/**
 * Hashes of passwords: argon2id, on threads of their own and as many at once as there are cores, so that requests go on beside
 * them. Whoever finds the line too long is sent away at once.
 */
export class Passwords extends Context.Service<Passwords>()("layers/auth/Passwords", {
  make: Effect.gen(function*() {
    const { argon2Lanes, argon2Memory, argon2Passes } = yield* ServiceConfig
    const options = { memoryCost: Math.max(argon2Memory, 8 * argon2Lanes), timeCost: argon2Passes, parallelism: argon2Lanes }
    const cores = yield* PartitionedSemaphore.make<Asker>({ permits: availableParallelism() })
    const waiting: Record<Asker, number> = { within: 0, known: 0, anonymous: 0 }

    const inTurn = <A>(who: Asker, work: () => Promise<A>) =>
      Effect.suspend(() => {
        if (waiting[who] >= mostWaiting[who] + availableParallelism()) return Effect.fail(busy())
        waiting[who]++
        /* A hash cannot be stopped: who goes away meanwhile leaves its core only once it is done. */
        return cores.withPermit(who)(Effect.uninterruptible(Effect.promise(work))).pipe(
          Effect.ensuring(Effect.sync(() => void waiting[who]--))
        )
      })

    /** Verified in place of a missing hash, so that both take equally long. */
    const decoy = yield* Effect.promise(() => hash(crypto.randomUUID(), options))

    return {
      hash: (password: string, who: Asker = "anonymous") => inTurn(who, () => hash(password, options)),
      /** Whether it is the password of this hash. It takes as long where there is none, and is `false` then. */
      verify: (kept: string | null, password: string, who: Asker = "anonymous") =>
        Effect.map(inTurn(who, () => verify(kept ?? decoy, password)), (right) => right && kept !== null),
      /** Whether the hash was made with other parameters than those of today. */
      isStale: (kept: string) => {
        const { memoryCost, parallelism, timeCost } = parseOptions(kept)
        return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism
      },
      /** What is wrong with a password that is to be kept, in words for a person; nothing where it may be. */
      faultOf: Effect.fnUntraced(function*(password: string, about: About) {
        return passwordFault(password, about) ?? ((yield* isListed(password)) ? COMMON : undefined)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Passwords, Passwords.make)
}
