import { createHmac } from "node:crypto"
import { Effect, Stream } from "effect"
import { recordChange } from "#layers/kernel/receipts/change-log"
import { Uploads } from "#layers/kernel/uploads"
import type { UploadedFile } from "#schemas/kernel/bodies"
import type { Input } from "#schemas/kernel/catalog"
import { Conflict, NotFound } from "#schemas/kernel/errors"
import { type Download, streamed } from "#schemas/kernel/streams"
import type * as api from "./bodies.api.ts"

export const submit_answers = ({ amount, tags = [], title }: Input<typeof api.submit_answers>) => Effect.succeed({ title, amount, tags })

const told = ({ bytes, id, name, type }: UploadedFile) => ({ id, name: name ?? null, type, bytes })

export const add_album = Effect.fnUntraced(function*({ cover, pages, text, title, year }: Input<typeof api.add_album>) {
  const uploads = yield* Uploads
  for (const { id } of [cover, ...pages]) yield* uploads.store(id)
  return { title, year: year ?? null, cover: told(cover), pages: pages.map(told), text: text === undefined ? null : told(text) }
})

export const SECRET = "whsec"

export const take_notice = ({ body: { bytes, headers } }: Input<typeof api.take_notice>) =>
  Effect.succeed({ valid: createHmac("sha256", SECRET).update(bytes).digest("hex") === headers["x-signature"], bytes: bytes.length })

export const read_file = Effect.fnUntraced(function*({ id }: Input<typeof api.read_file>) {
  const uploads = yield* Uploads
  const file = yield* uploads.open(id)
  if (file === undefined) return yield* new NotFound({ message: "There is no such file." })
  return { ...file, name: "größe 1.png" }
})

const types = { html: "text/html", calendar: "text/calendar", xml: "application/xml", pdf: "application/pdf", svg: "image/svg+xml" }

export const read_page = ({ name, type }: Input<typeof api.read_page>) =>
  Effect.succeed<Download>({ type: types[type], name: name ?? `page.${type}`, content: `<p>${type}</p>`, inline: true })

/** What the counting waits for, before each number; how often each number was made; and what makes its pieces larger. */
export const counting = { before: (_: number): Promise<void> => Promise.resolve(), made: new Map<number, number>(), filler: undefined as string | undefined }

export const count_up = streamed(
  ({ to }: Input<typeof api.count_up>, sent: ReadonlyArray<{ readonly n: number }>) =>
    Stream.mapEffect(Stream.range(sent.length + 1, to), (n) => Effect.promise(async () => {
      await counting.before(n)
      counting.made.set(n, (counting.made.get(n) ?? 0) + 1)
      return counting.filler === undefined ? { n } : { n, filler: counting.filler }
    })),
  Effect.fnUntraced(function*({ fail, to }, pieces) {
    if (fail === true) return yield* new Conflict({ message: "It may not be counted." })
    yield* recordChange({ object: "count", id: to, before: null, after: { to } })
    return { sum: pieces.reduce((sum, { n }) => sum + n, 0) }
  })
)
