import { Context, Effect, Layer, Option, Schedule } from "effect"
import { type ContentProblem, printedProblem } from "#schemas/content/content"
import { StartFailure } from "#schemas/kernel/start-failure"
import { ServiceConfig } from "../kernel/config.ts"
import { ContentVersion } from "./content-version.ts"
import { type ContentFiles, listContent, readContent } from "./read-content.ts"

const LOOK = "2 seconds"
const MOST_PROBLEMS = 50

const stampOf = ({ files, strange }: ContentFiles) => [...files, ...strange].map(({ at, stamp }) => `${at} ${stamp}`).join("\n")

const lines = (problems: ReadonlyArray<ContentProblem>) => [
  ...problems.slice(0, MOST_PROBLEMS).map(printedProblem),
  ...problems.length > MOST_PROBLEMS ? [`and ${problems.length - MOST_PROBLEMS} more`] : []
].join("\n")

/** The content with the files of a folder in it, `undefined` for the shipped one; fails with each problem on a line. */
export const loadContent = (own: string | undefined) =>
  Effect.gen(function*() {
    const files = yield* listContent(own)
    return { files, content: yield* readContent(files) }
  }).pipe(
    Effect.mapError((problems) => {
      const whose = own === undefined ? "" : ` with the files of ${own}`
      return new StartFailure({ message: `The content pack${whose} is not usable:\n${lines(problems)}` })
    })
  )

/**
 * The content: what the operator tells about the service. It is read at the start, which fails if it is no good, and again
 * whenever a file of it changes; then content that is no good is told in the log, and the one before it stays.
 */
export class ContentStore extends Context.Service<ContentStore>()("layers/ContentStore", {
  make: Effect.gen(function*() {
    const own = Option.getOrUndefined((yield* ServiceConfig).contentDir)
    const version = yield* ContentVersion
    const first = yield* loadContent(own)
    let content = first.content
    let seen = stampOf(first.files)
    /* Files are written one after the other: they are read once they have rested for a round. */
    let resting: string | undefined
    /* The problems that were told last, as long as they last. */
    let told: string | undefined

    const read = Effect.fnUntraced(function*(files: ContentFiles) {
      content = yield* readContent(files)
      told = undefined
      version.next()
      yield* Effect.logInfo("the content pack has changed and is in use")
    })

    const look = Effect.gen(function*() {
      const files = yield* Effect.tapError(listContent(own), () => Effect.sync(() => void (seen = "")))
      const stamp = stampOf(files)
      if (stamp === seen) return
      if (stamp !== resting) return void (resting = stamp)
      seen = stamp
      yield* read(files)
    }).pipe(
      Effect.catch((problems) => {
        const text = lines(problems)
        if (text === told) return Effect.void
        told = text
        return Effect.logError(`the content pack was changed and is not usable, so the one before it stays\n${text}`)
      }),
      Effect.catchCause((cause) => Effect.logError("the content pack could not be looked at", cause))
    )
    yield* Effect.forkScoped(Effect.repeat(look, Schedule.spaced(LOOK)))
    return { current: () => content }
  })
}) {
  static readonly layer = Layer.effect(ContentStore, ContentStore.make)
}

/** The content as it is now; a program takes it once. */
export const currentContent = Effect.map(ContentStore, (store) => store.current())
