import { Effect } from "effect"
import { Uploads } from "#layers/kernel/uploads"
import { type Archive, ArchiveFault, openArchive } from "#layers/website/archive"
import type { NewItem, SiteImportFile } from "#layers/website/site-imports"
import type { Caller } from "#schemas/kernel/tenancy"
import type { Moved, MovedAuthor, Remark } from "#schemas/website/moving/document"
import { isMarkdown, isMedia, readText } from "#schemas/website/moving/folder/file"
import { namesFile } from "#schemas/website/moving/picture-address"
import { piecesOf } from "#schemas/website/moving/pieces"
import type { Channel } from "#schemas/website/moving/wxr/channel"
import { readItem } from "#schemas/website/moving/wxr/item"
import { split } from "#schemas/website/moving/wxr/split"

const MIB = 1_048_576
/** Things of one transaction, and bytes of Markdown that one text may have. */
const BATCH = 50
const MOST_OF_A_TEXT = 2 * MIB

/** What an export says of itself before anything that it holds. */
export interface Head {
  readonly authors?: Readonly<Record<string, MovedAuthor>>
  readonly terms?: Channel["terms"]
  readonly encoding?: string
}

export interface Part {
  readonly items: ReadonlyArray<NewItem>
  readonly remarks: ReadonlyArray<Remark>
  readonly position: number
  readonly done: boolean
}

type File = SiteImportFile<Head>

/** A thing of an export with the addresses of the pictures and files that it shows. */
const wanting = (moved: Moved): NewItem => {
  if (moved.kind === "file") return { moved, wanted: [] }
  const wanted = new Set<string>()
  const content = moved.kind === "fragment" ? { content: moved.content, format: "html" as const } : moved
  const pieces = piecesOf(content, { where: "", footnotes: [], fragment: () => undefined, remarks: [] }, {
    link: (address) => {
      if (namesFile(address)) wanted.add(address)
      return address
    },
    picture: (address) => {
      wanted.add(address)
      return undefined
    }
  })
  for (const piece of pieces) {
    if (piece.type === "image") wanted.add(piece.image.source)
    if (piece.type === "gallery") for (const { source } of piece.images) wanted.add(source)
    if (piece.type === "file") wanted.add(piece.url)
  }
  if (moved.kind !== "fragment" && moved.cover !== null) wanted.add(moved.cover)
  return { moved, wanted: [...wanted].filter((one) => one !== "" && one.length <= 2_000 && !one.startsWith("data:")) }
}

/** The next items of an export of WordPress: as much of it is in memory as the largest of them needs. */
const wordpressPart = Effect.fnUntraced(function*({ bytes, head, position, source, upload_id }: File) {
  const uploads = yield* Uploads
  for (let size = MIB;; size *= 2) {
    const read = yield* uploads.read(upload_id, position, Math.min(size, bytes - position))
    const window = Buffer.from(read.buffer, read.byteOffset, read.length)
    const isLast = position + window.length >= bytes
    const found = split(window, BATCH)
    if (found.items.length === 0 && !isLast && found.fault === undefined) continue
    const decoder = new TextDecoder(head.encoding ?? "utf-8")
    const readings = []
    for (const { from, to } of found.items) {
      readings.push(readItem(decoder.decode(window.subarray(from, to)), source, head.authors ?? {}))
      yield* Effect.yieldNow
    }
    const fault = found.fault === undefined ? [] : [{ where: "export", what: "the rest of the file", why: `It is not read: ${found.fault}.` }]
    const part: Part = {
      items: readings.flatMap(({ moved }) => moved === undefined ? [] : [wanting(moved)]),
      remarks: [...readings.flatMap(({ remarks }) => remarks), ...fault],
      position: found.items.length === 0 ? bytes : position + found.end,
      done: found.items.length === 0
    }
    return part
  }
})

/** The archive of an import, whose list of files is read anew where it is opened. */
export const archiveOf = Effect.fnUntraced(function*(upload_id: number, bytes: number) {
  const uploads = yield* Uploads
  const context = yield* Effect.context<Caller>()
  return yield* Effect.tryPromise({
    try: () => openArchive(bytes, (offset, length) => Effect.runPromiseWith(context)(uploads.read(upload_id, offset, length))),
    catch: (error) => error instanceof ArchiveFault ? error : new ArchiveFault("it cannot be read")
  })
})

/** Paths without the folder that all of them are in. */
export const topOf = ({ files }: Archive): string => {
  const [first] = files
  const top = first?.path.includes("/") === true ? first.path.slice(0, first.path.indexOf("/") + 1) : ""
  return top !== "" && files.every(({ path }) => path.startsWith(top)) ? top : ""
}

const words = new TextDecoder("utf-8", { fatal: true })

const folderPart = Effect.fnUntraced(function*({ position, upload_id, bytes }: File) {
  const archive = yield* Effect.orDie(archiveOf(upload_id, bytes))
  const top = topOf(archive)
  const paths = new Set(archive.files.map(({ path }) => path.slice(top.length)).filter(isMarkdown))
  /* Archives have at least a byte for each file, so that the number of one is a position in it. */
  const files = archive.files.slice(position, position + BATCH)
  const items: Array<NewItem> = []
  const remarks: Array<Remark> = position > 0 ? [] : archive.passed.map(({ path, why }) => ({ where: path, what: "file", why }))
  for (const file of files) {
    const path = file.path.slice(top.length)
    const left = (why: string) => void remarks.push({ where: path, what: "file", why })
    if (isMedia(path)) {
      items.push({ moved: { kind: "file", key: path, where: path, address: file.path, alt: null, caption: null, old: [] }, wanted: [] })
    } else if (!isMarkdown(path)) left("It is neither Markdown nor a picture, document, sound or film that a site can have.")
    else if (file.bytes > MOST_OF_A_TEXT) left(`It is larger than ${MOST_OF_A_TEXT / MIB} MiB.`)
    else {
      const content = yield* Effect.tryPromise(() => archive.read(file)).pipe(
        Effect.map((bytes) => words.decode(bytes).replaceAll("\0", "")),
        Effect.catchCause(() => Effect.succeed(undefined))
      )
      if (content === undefined) left("It cannot be unpacked, or is no text in UTF-8.")
      else {
        const { moved, remarks: said } = readText(path, content, paths)
        remarks.push(...said)
        if (moved !== undefined) items.push(wanting(moved))
      }
    }
  }
  const part: Part = {
    items, remarks,
    position: files.length < BATCH ? bytes : position + files.length,
    done: files.length < BATCH
  }
  return part
})

/** What comes next in an export. */
export const nextPart = (file: File) => file.format === "wordpress" ? wordpressPart(file) : folderPart(file)
