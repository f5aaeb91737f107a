import { Effect, Schema, Stream } from "effect"
import { Uploads } from "#layers/kernel/uploads"
import { multipart } from "#schemas/kernel/bodies"
import type { Input } from "#schemas/kernel/catalog"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { streamed } from "#schemas/kernel/streams"

/*
 * The payload of an operation is JSON, or what `form`, `multipart` or `raw` of `schemas/kernel/bodies` make of it. Files have arrived
 * before the program runs, which stores those it keeps with `Uploads.store`; the others are thrown away. `Uploads.open` gives a stored
 * file as the content of a download, in any part where that declares `ranges`. An operation with `events` is followed while it is made.
 */
const photo = { description: "A photo.", examples: { "image/png": "png", "image/jpeg": "jpeg" }, maxBytes: 5_242_880 }
const meaning = { summary: "Add a photo", description: "Adds a photo.", access: "cms:write" } as const
const Made = Schema.Struct({ file: Schema.Int })

export const add_photo = operation.create("add_photo", "/photos", multipart(Schema.Struct({ title: line(100) }), { photo }), Made, meaning)

export const addPhoto = ({ photo }: Input<typeof add_photo>) => Uploads.use((uploads) => Effect.as(uploads.store(photo.id), { file: photo.id }))

export const readPhoto = (id: number) => Uploads.use((uploads) => Effect.map(uploads.open(id), (file) => file && { ...file, name: "photo.png", inline: true as const }))

export const spell = operation.create("spell", "/spellings", Schema.Struct({ word: line(100) }), Schema.Struct({ letters: Schema.Int }), {
  ...meaning, events: Schema.String
})

export const spelling = streamed(
  ({ word }: Input<typeof spell>, sent: ReadonlyArray<string>) => Stream.fromIterable([...word].slice(sent.length)),
  (_, letters) => Effect.succeed({ letters: letters.length })
)
