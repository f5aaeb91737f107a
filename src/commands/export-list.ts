import { Console, Effect, Option, Stdio, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { type ExportFormat, fileNameOf } from "#schemas/kernel/exports"
import { printed } from "#workflows/exports/printing"
import { type Client, makeClient, type Query } from "./export-client.ts"
import { CommandFailure } from "./command-failure.ts"
import { fitsSheet, makeExportFile, type PageOfRows, type ResumePoint } from "./export-file.ts"
import { type Plan, planOf } from "./export-plan.ts"
import { makeProgress } from "./export-progress.ts"
import { sourceOf, type Target } from "./profiles.ts"

export interface Input extends Target {
  readonly list: string
  readonly format: ExportFormat
  readonly output: Option.Option<string>
  readonly filters: ReadonlyArray<readonly [name: string, value: string]>
}

const PAGE = "200"

const KEPT = "What is there is kept: the same command goes on with it."

const text = (value: unknown) => String(value)

/** The pages of a list from a cursor on. It is walked by cursor, so that the last page costs no more than the first. */
const pagesOf = (
  client: Client, { path, query }: Plan, format: ExportFormat, from: string | undefined, seen: (rows: number, total: number) => Effect.Effect<void>
) =>
  Stream.paginate(from, (cursor) =>
    Effect.gen(function*() {
      const asked: Query = { ...query, limit: PAGE, ...cursor !== undefined && { cursor } }
      const { items, next_cursor, total } = yield* client.page(path, asked)
      if (format === "xlsx") yield* fitsSheet(total)
      yield* seen(items.length, total)
      const page: PageOfRows = { items, cursor: next_cursor }
      return [[page], next_cursor === null ? Option.none() : Option.some<string | undefined>(next_cursor)] as const
    }))

const keysOf = Effect.fnUntraced(function*(client: Client, { keys }: Plan) {
  if (keys === undefined) return []
  const { items } = yield* client.page(keys.path, { ...keys.query, limit: PAGE })
  return items.map((item) => text(item[keys.key]))
})

/** Whose records these are: a file is never gone on with in the name of another company. */
const ownerOf = (client: Client) =>
  Effect.map(client.get("/auth/me"), (me) => {
    const { company, mode } = me as { readonly company: { readonly id: number }; readonly mode: string }
    return `${company.id} ${mode}`
  })

const toFile = Effect.fnUntraced(function*(client: Client, url: string, plan: Plan, { format }: Input, output: string) {
  const file = yield* makeExportFile(output, format)
  const of = JSON.stringify([url, plan.list, plan.path, plan.query, format, yield* ownerOf(client)])
  const found = yield* file.interrupted(of)
  const begin: ResumePoint = Option.isSome(found)
    ? found.value
    : { list: plan.list, of, keys: yield* keysOf(client, plan), cursor: null, rows: 0, bytes: 0, pid: process.pid }
  const columns = plan.columns(begin.keys)
  const isWhole = begin.rows > 0 && begin.cursor === null
  const progress = yield* makeProgress(begin.rows)
  const pages = isWhole ? Stream.empty : pagesOf(client, plan, format, begin.cursor ?? undefined, progress.page)
  const end = yield* file.append(begin, columns, pages).pipe(
    Effect.ensuring(progress.stop),
    Effect.onInterrupt(() => Console.error(KEPT)),
    Effect.mapError(({ message }) => new CommandFailure({ message: `${message} ${KEPT}` }))
  )
  yield* file.finish(end, fileNameOf(plan.list), columns)
  yield* progress.end
})

const toStandardOutput = Effect.fnUntraced(function*(client: Client, plan: Plan, { format }: Input) {
  const stdio = yield* Stdio.Stdio
  const columns = plan.columns(yield* keysOf(client, plan))
  const pages = Stream.map(pagesOf(client, plan, format, undefined, () => Effect.void), ({ items }) => items)
  yield* printed(format, fileNameOf(plan.list), columns, pages).pipe(
    Stream.run(stdio.stdout({ endOnDone: false })),
    Effect.mapError((cause) =>
      cause instanceof CommandFailure ? cause : new CommandFailure({ message: `Standard output cannot be written: ${cause.message}` }))
  )
})

/** Takes a list out of a running service. An export that was interrupted, here or there, is gone on with where it was. */
export const exportList = Effect.fnUntraced(function*(input: Input) {
  const plan = yield* planOf(input.list, input.filters)
  const source = yield* sourceOf(input)
  const client = yield* makeClient(source)
  yield* Option.match(input.output, {
    onNone: () => toStandardOutput(client, plan, input),
    onSome: (output) => toFile(client, source.url, plan, input, output)
  })
}, Effect.provide(FetchHttpClient.layer))
