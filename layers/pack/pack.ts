import { Context, Effect, Layer, Option, Schedule } from "effect"
import { type Content, printedProblem, type PackProblem } from "#schemas/content/pack"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ServiceConfig } from "../config.ts"
import { Editions } from "./editions.ts"
import { packList, readPack } from "./read-pack.ts"

const LOOK = "2 seconds"

type Files = Effect.Success<ReturnType<typeof packList>>

const stampOf = ({ files, strange }: Files) => [...files.map(({ at, stamp }) => `${at} ${stamp}`), ...strange].join("\n")

const lines = (problems: ReadonlyArray<PackProblem>) => problems.map(printedProblem).join("\n")

/** What is wrong with the pack of a folder, `undefined` for the shipped one; fails with each problem on a line. */
export const checkPack = (own: string | undefined) =>
  packList(own).pipe(
    Effect.flatMap(readPack),
    Effect.mapError((problems) => new StartFailure({ message: `The content pack is not usable.\n${lines(problems)}` }))
  )

/**
 * The content pack: what the operator tells about the service. It is read at the start, which fails if it is no good, and again
 * whenever a file of it changes; then a pack that is no good is told in the log, and the one before it stays.
 */
export class Pack extends Context.Service<Pack, {
  readonly current: () => Content
}>()("layers/Pack") {
  static readonly layer = Layer.effect(Pack, Effect.gen(function*() {
    const own = Option.getOrUndefined((yield* ServiceConfig).contentDir)
    const editions = yield* Editions
    let seen = yield* Effect.matchEffect(packList(own), { onSuccess: (files) => Effect.succeed(stampOf(files)), onFailure: () => Effect.succeed("") })
    let content = yield* checkPack(own)

    /* Files are written one after the other: they are read once they have rested for a round. */
    let resting: string | undefined
    const look = Effect.gen(function*() {
      const files = yield* packList(own)
      const stamp = stampOf(files)
      if (stamp === seen) return
      if (stamp !== resting) return void (resting = stamp)
      seen = stamp
      content = yield* readPack(files)
      editions.next()
      yield* Effect.logInfo("the content pack has changed and is in use")
    }).pipe(
      Effect.catch((problems) => {
        const text = lines(problems)
        return text === told ? Effect.void : Effect.andThen(
          Effect.sync(() => void (told = text)),
          Effect.logError(`the content pack was changed and is not usable, so the one before it stays\n${text}`)
        )
      }),
      Effect.catchCause((cause) => Effect.logError("the content pack could not be looked at", cause))
    )
    let told = ""
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOK)))
    return Pack.of({ current: () => content })
  }))
}

/** The pack as it is now; a program takes it once. */
export const content = Effect.map(Pack, (pack) => pack.current())
