import { randomUUID } from "node:crypto"
import { Console, Effect, FileSystem, Option } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import type { Import, Mapping } from "#schemas/crm/import"
import { documentOf, requestOf, wrong } from "./api-call.ts"
import type { CommandFailure } from "./command-failure.ts"
import { detailsOf, messageOf } from "./export-client.ts"
import { sourceOf, type Target } from "./profiles.ts"
import { type Answer, type Call, callerOf } from "./service-client.ts"
import { plain } from "./terminal.ts"

interface Input extends Target {
  readonly kind: string
  readonly file: string
  readonly dryRun: boolean
  readonly mapping: Mapping
  readonly rejects: Option.Option<string>
}

const EVERY = "500 millis"

const imported = ({ body, status }: Answer) =>
  status < 400 ? Effect.succeed(body as Import) : wrong(plain(`${messageOf(body, status)}${detailsOf(body)}`))

const isOver = ({ state }: Import) => state === "completed" || state === "failed" || state === "canceled"

/** One line of a terminal that is written over; nothing where nobody watches. */
const showProgress = (line: string) => Effect.sync(() => void (process.stderr.isTTY && process.stderr.write(`\r\u001b[K${line}`)))

const untilOver = Effect.fnUntraced(function*(call: Call<CommandFailure>, begun: Import) {
  for (let now = begun;;) {
    if (isOver(now)) return yield* Effect.as(showProgress(""), now)
    yield* showProgress(now.state === "waiting" ? "waits for another import" : `${Math.floor(now.progress * 100)} %, ${now.total.toLocaleString("en")} rows`)
    yield* Effect.sleep(EVERY)
    now = yield* Effect.flatMap(call("GET", `/crm/imports/${begun.id}`), imported)
  }
})

const rows = (count: number) => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`

const written = Effect.fnUntraced(function*(call: Call<CommandFailure>, { rejects_url }: Import, path: string) {
  if (rejects_url === null) return
  const { body, status } = yield* call("GET", rejects_url.slice("/api/v1".length), undefined, { accept: "text/csv" })
  if (status !== 200) return yield* wrong(`The rejected rows cannot be had: the service answered ${status}.`)
  yield* FileSystem.FileSystem.use((files) => files.writeFileString(path, String(body))).pipe(
    Effect.mapError((cause) => wrong(`${path} cannot be written: ${cause.message}`))
  )
})

/** Sends a file, waits until its rows are worked through, and tells how they were taken. It goes on in the service if this command ends. */
export const importFile = ({ dryRun, file, kind, mapping, rejects, ...target }: Input) =>
  Effect.gen(function*() {
    const call = callerOf(yield* HttpClient.HttpClient, yield* sourceOf(target))
    const document = yield* Effect.flatMap(call("GET", "/openapi.json"), documentOf)
    const { body, method, path } = yield* requestOf(document, {
      verb: `import_${kind}`,
      fields: [["dry_run", String(dryRun)], ...Object.keys(mapping).length === 0 ? [] : [["mapping", JSON.stringify(mapping)] as const]],
      file: Option.some(file)
    })
    const begun = yield* Effect.flatMap(call(method, path, body, { "idempotency-key": randomUUID() }), imported)
    const end = yield* untilOver(call, begun)
    const { created, error, rejected, state, total, unchanged, updated } = end
    yield* Console.log(`${rows(total)}${dryRun ? " checked" : ""}: ${created} new, ${updated} changed, ${unchanged} as they were, ${rejected} rejected.`)
    for (const { line, reason } of end.rejected_rows) yield* Console.error(`line ${line}: ${plain(reason)}`)
    if (Option.isSome(rejects)) yield* written(call, end, rejects.value)
    if (state !== "completed") return yield* wrong(error === null ? `The import is ${state}. The rows that were taken stay.` : plain(error))
    if (rejected > 0) process.exitCode = 1
  }).pipe(Effect.provide(FetchHttpClient.layer))
