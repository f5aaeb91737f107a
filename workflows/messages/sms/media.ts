import { fileTypeFromBuffer } from "file-type"
import { Effect, Option, Schema } from "effect"
import { SmsMessages } from "#layers/messages/sms/messages"
import { ProviderUnavailable } from "#layers/providers/errors"
import { Storage } from "#layers/providers/storage/storage"
import { MediaFiles } from "#layers/website/media"
import { OtherSites } from "#layers/website/other-sites"
import { Caller } from "#schemas/kernel/tenancy"
import { MessageId } from "#schemas/messages/sms/ids"
import { type MediaOfText, mediaOfTexts, type MessageMedia } from "#schemas/messages/sms/message"
import { CurrentRun } from "../../current-run.ts"
import { durable, step, write } from "../../durable.ts"
import { longRetriesOf, Passing } from "../../payments/asking.ts"
import { providerOf } from "./outcome.ts"

const MIB = 1_048_576
/** Networks carry less. */
const MOST_BYTES = 10 * MIB
const TOO_LARGE = `It is larger than ${MOST_BYTES / MIB} MiB.`
const MOST_MS = 60_000
/** Addresses that lead on, one to the next. */
const MOST_LEADS = 3

/** Fetches what came with a text, once. */
export const TextMedia = durable({
  name: "messages.text_media", version: 1, payload: { message_id: MessageId }, background: true, concurrency: { perCompany: 2, total: 8 }
})

const Begun = Schema.Struct({ provider: Schema.String, urls: Schema.Array(Schema.String) })
const Fetched = Schema.Struct({ type: Schema.NullOr(Schema.String), bytes: Schema.NullOr(Schema.Int), problem: Schema.NullOr(Schema.String) })

const failed = (problem: string): typeof Fetched.Type => ({ type: null, bytes: null, problem })

const prefixOf = Effect.fnUntraced(function*(message: MessageId) {
  const { company_id } = yield* Caller
  return `${company_id}/texts/${message}/${(yield* CurrentRun).id}`
})

/** Notes what will be written into the store before it is. */
const begin = Effect.fnUntraced(function*(id: MessageId) {
  const messages = yield* SmsMessages
  const { company_id } = yield* Caller
  const found = yield* messages.find(id, { lock: true })
  if (Option.isNone(found)) return { provider: "", urls: [] }
  const { media, provider } = found.value
  const prefix = yield* prefixOf(id)
  yield* messages.setPrefix(id, prefix)
  for (const n of media.keys()) yield* MediaFiles.use((files) => files.noteObject(company_id, prefix, String(n + 1)))
  return { provider, urls: media.map(({ url }) => url) }
})

const typeOf = async (bytes: Uint8Array): Promise<MediaOfText> => {
  const mime = (await fileTypeFromBuffer(bytes))?.mime.split(";")[0] ?? ""
  const known = mime === "audio/x-m4a" ? "audio/mp4" : mime
  return Object.hasOwn(mediaOfTexts, known) ? known as MediaOfText : "application/octet-stream"
}

const later = (provider: string, message: string) =>
  new ProviderUnavailable({ provider, operation: "fetch_media", attempts: 1, reason: "media", message })

/** What is at an address that anybody may ask who knows it: guarded as every address that others told us. */
const at = Effect.fnUntraced(function*(provider: string, address: string) {
  const sites = yield* OtherSites
  let url = address
  for (let leads = 0; leads <= MOST_LEADS; leads++) {
    const objection = yield* sites.objection(url)
    if (objection !== undefined) return failed(objection)
    const { body, headers, status, tooLarge } = yield* sites.one(url, { headers: { accept: "*/*" }, most: MOST_BYTES, ms: MOST_MS, takes: () => true })
    if (tooLarge) return failed(TOO_LARGE)
    if (body !== undefined) return new Uint8Array(body)
    if (status === 429 || status >= 500) return yield* later(provider, `It answered ${status}.`)
    const next = status >= 300 && status < 400 ? headers.get("location") : null
    if (next === null) return failed(`Where it lies, ${status} was answered.`)
    url = URL.parse(next, url)?.href ?? ""
  }
  return failed("It leads from one address to the next.")
}, (work, provider) => Effect.catchTag(work, "NotHad", ({ message }) => Effect.fail(later(provider, message))))

const had = Effect.fnUntraced(function*(provider: string, url: string) {
  const from = yield* providerOf(provider)
  const found = yield* from.media(url, MOST_BYTES)
  return "bytes" in found ? found.bytes : yield* at(provider, found.at)
}, Effect.catchTags({
  ProviderDeclined: ({ message }) => Effect.succeed(failed(message)),
  ProviderInvalidRequest: ({ message }) => Effect.succeed(failed(message)),
  ProviderUnavailable: (error) => error.reason === "too_large" ? Effect.succeed(failed(TOO_LARGE)) : Effect.fail(error)
}))

const fetched = Effect.fnUntraced(function*(id: MessageId, provider: string, url: string, number: number) {
  const bytes = yield* had(provider, url)
  if (!(bytes instanceof Uint8Array)) return bytes
  if (bytes.length === 0) return failed("It is empty.")
  const type = yield* Effect.promise(() => typeOf(bytes))
  const storage = yield* Storage
  const notStored = () => Effect.succeed(failed("It could not be kept."))
  return yield* Effect.as(storage.put(`${yield* prefixOf(id)}/${number}`, bytes, type), { type, bytes: bytes.length, problem: null }).pipe(
    Effect.catchTags({ ProviderDeclined: notStored, ProviderInvalidRequest: notStored }))
})

const settle = Effect.fnUntraced(function*(id: MessageId, all: ReadonlyArray<typeof Fetched.Type>) {
  const messages = yield* SmsMessages
  const { company_id } = yield* Caller
  const found = yield* messages.find(id, { lock: true })
  /* Deleted meanwhile: what was written since is removed too. */
  if (Option.isNone(found)) {
    const prefix = yield* prefixOf(id)
    return yield* Effect.forEach(all.keys(), (n) => MediaFiles.use((files) => files.noteObject(company_id, prefix, String(n + 1))), { discard: true })
  }
  yield* messages.setMedia(found.value, found.value.media.map((before, n): MessageMedia => {
    const one = all[n]
    return one === undefined || one.bytes === null
      ? { ...before, state: "failed", problem: one?.problem ?? null }
      : { url: `/api/v1/sms/messages/${id}/media/${n + 1}`, type: one.type!, state: "stored", bytes: one.bytes, problem: null }
  }))
})

export const TextMediaProgram = TextMedia.program(Effect.fnUntraced(function*({ message_id: id }) {
  const verb = "receive_sms"
  const { provider, urls } = yield* write("begin", { verb, success: Begun }, begin(id))
  const all: Array<typeof Fetched.Type> = []
  for (const [n, url] of urls.entries()) {
    all.push(yield* step(`fetch ${n + 1}`, { success: Fetched, error: Passing, retries: longRetriesOf(provider === "simulated") }, fetched(id, provider, url, n + 1)).pipe(
      Effect.catch((error) => Effect.as(Effect.logWarning(`a file of a text was not fetched: ${error.message}`), failed(error.message)))))
  }
  yield* write("settle", { verb }, settle(id, all))
}))
