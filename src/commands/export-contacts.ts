import {
  Config, Effect, FileSystem, Option, type PlatformError, Redacted, Schedule, Schema, type Sink, Stdio, Stream
} from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "#schemas/api"
import type { Format } from "#schemas/crm/import"
import type { OrganizationId } from "#schemas/crm/organization"
import type { SegmentId } from "#schemas/crm/segment"
import type { UserId } from "#schemas/kernel/ids"
import { printer } from "#workflows/crm/export-rows"

interface Input {
  readonly url: string
  readonly format: Format
  readonly output: Option.Option<string>
  readonly search: Option.Option<string>
  readonly tag: Option.Option<string>
  readonly segment: Option.Option<SegmentId>
  readonly owner: Option.Option<UserId>
  readonly company: Option.Option<OrganizationId>
  readonly createdSince: Option.Option<string>
  readonly updatedSince: Option.Option<string>
}

/** The contacts cannot be had. `message` is one sentence that a person can act on; it never holds the key. */
class ExportFailure extends Schema.TaggedError<ExportFailure>()("ExportFailure", { message: Schema.String }) {}

const PAGE = 200

const everySecond = Schedule.spaced("1 second")

/** A page that is refused for its minute, or by a service that just restarts, is asked for again. */
const patient = (client: HttpClient.HttpClient) =>
  client.pipe(
    HttpClient.retryTransient({ retryOn: "errors-only", times: 3, schedule: everySecond }),
    HttpClient.retryTransient({ retryOn: "response-only", times: 10, schedule: everySecond })
  )

const clientOf = (url: string, key: Redacted.Redacted) =>
  HttpApiClient.make(Api, {
    baseUrl: url,
    transformClient: (client) => client.pipe(HttpClient.mapRequest(HttpClientRequest.bearerToken(key)), patient)
  })

/** Why, in one sentence: what the service said, or why it said nothing. */
const failed = (url: string) => (error: unknown) =>
  new ExportFailure({
    message: HttpClientError.isHttpClientError(error) && error.reason._tag === "TransportError"
      ? `The service at ${url} cannot be reached: see that it runs, or set --url.`
      : `The service at ${url} refused: ${(error as Error).message}`
  })

const named = <A>(name: string, value: Option.Option<A>) =>
  Option.match(value, { onNone: () => ({}), onSome: (one) => ({ [name]: one }) })

const filtersOf = ({ company, createdSince, owner, search, segment, tag, updatedSince }: Input) => ({
  ...named("search", search), ...named("tag", tag), ...named("segment_id", segment), ...named("owner_id", owner),
  ...named("organization_id", company), ...named("created_since", createdSince), ...named("updated_since", updatedSince)
})

const keyOf = Config.option(Config.Redacted("API_KEY")).pipe(
  Effect.orDie,
  Effect.flatMap((key) =>
    Option.isSome(key) ? Effect.succeed(key.value) : new ExportFailure({ message: "Set API_KEY to an API key of the company." }))
)

type Target = Sink.Sink<void, Uint8Array, never, PlatformError.PlatformError>

const targetOf = Effect.fnUntraced(function*(output: Option.Option<string>) {
  const files = yield* FileSystem.FileSystem
  const stdio = yield* Stdio.Stdio
  const target: Target = Option.isSome(output) ? files.sink(output.value) : stdio.stdout({ endOnDone: false })
  return target
})

/**
 * Walks the list by cursor, so that the last page costs no more than the first, and writes each page before it asks for the
 * next.
 */
export const exportContacts = Effect.fnUntraced(function*(input: Input) {
  const { format, output, url } = input
  const { crm } = yield* clientOf(url, yield* keyOf)
  const said = Effect.mapError(failed(url))
  const fields = yield* said(crm.list_custom_fields({ query: { object: "contact", limit: PAGE, offset: 0, sort: "key" } }))
  const { head, lines } = printer(format, fields.items.map(({ key }) => key))

  const page = (cursor: string | undefined) =>
    said(crm.list_contacts({
      query: { ...filtersOf(input), limit: PAGE, offset: 0, sort: "id", ...cursor !== undefined && { cursor } }
    }))
  const pages = Stream.paginate(undefined as string | undefined, (cursor) =>
    Effect.map(page(cursor), ({ items, next_cursor }) =>
      [[Buffer.from(lines(items))], next_cursor === null ? Option.none() : Option.some<string | undefined>(next_cursor)] as const))

  const target = yield* targetOf(output)
  const cannotWrite = (cause: unknown) => cause instanceof ExportFailure ? cause : new ExportFailure({
    message: `${Option.getOrElse(output, () => "Standard output")} cannot be written: ${(cause as Error).message}`
  })
  yield* Stream.concat(Stream.make(Buffer.from(head)), pages).pipe(Stream.run(target), Effect.mapError(cannotWrite))
}, Effect.provide(FetchHttpClient.layer))
