import { Readable } from "node:stream"
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from "yauzl"

const MIB = 1_048_576
/** What an archive may hold. */
export const MOST_ENTRIES = 10_000
export const MOST_UNPACKED = 200 * MIB
const MOST_OF_A_FILE = 25 * MIB
/** No text or picture is packed to less than this part of itself. */
const MOST_TIMES = 200
const MOST_OF_A_NAME = 500
const SYMLINK = 0o120000
const KINDS = 0o170000

/** An archive that cannot be opened, in words for whoever sent it. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault"
}

/** A file of an archive. */
export interface Packed {
  readonly path: string
  readonly bytes: number
  readonly entry: Entry
}

export interface Archive {
  readonly files: ReadonlyArray<Packed>
  /** Entries that are not looked at, with the reason. */
  readonly passed: ReadonlyArray<{ readonly path: string; readonly why: string }>
  readonly read: (file: Packed) => Promise<Buffer>
}

class Pieces extends RandomAccessReader {
  readonly #read: (offset: number, length: number) => Promise<Uint8Array>
  constructor(read: (offset: number, length: number) => Promise<Uint8Array>) {
    super()
    this.#read = read
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const read = this.#read
    return Readable.from((async function*() {
      for (let at = start; at < end;) {
        const bytes = await read(at, Math.min(end - at, MIB))
        if (bytes.length === 0) throw new ArchiveFault("it ends before its last file")
        yield bytes
        at += bytes.length
      }
    })(), { objectMode: false })
  }
}

/** Why an entry is not looked at; nothing where it is. */
const objection = ({ compressedSize, externalFileAttributes, fileName, uncompressedSize }: Entry): string | undefined => {
  if ((externalFileAttributes >>> 16 & KINDS) === SYMLINK) return "It is a link to another file."
  if (fileName.length > MOST_OF_A_NAME) return `Its name is longer than ${MOST_OF_A_NAME} characters.`
  if (uncompressedSize > MOST_OF_A_FILE) return `It is larger than ${MOST_OF_A_FILE / MIB} MiB.`
  return uncompressedSize > MIB && uncompressedSize > compressedSize * MOST_TIMES ? "It is packed so tightly that it can only be a trap." : undefined
}

const isNoise = (path: string) => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\.git\/|node_modules\/)/u.test(path)

/**
 * A ZIP archive of so many bytes, of which any part can be read. Only its list is read here; a file that turns out larger than the list
 * says is refused while it is unpacked.
 */
export const openArchive = async (bytes: number, read: (offset: number, length: number) => Promise<Uint8Array>): Promise<Archive> => {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromRandomAccessReader(new Pieces(read), bytes, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
      error === null ? resolve(opened) : reject(new ArchiveFault("it is no ZIP archive, or a broken one"))))
  if (zip.entryCount > MOST_ENTRIES) throw new ArchiveFault(`it holds more than ${MOST_ENTRIES.toLocaleString("en")} files`)
  const files: Array<Packed> = []
  const passed: Array<{ path: string; why: string }> = []
  const seen = new Set<string>()
  let packed = 0
  let unpacked = 0
  await new Promise<void>((resolve, reject) => {
    zip.on("error", (error: Error) => reject(new ArchiveFault(`its list of files cannot be read: ${error.message.slice(0, 150)}`)))
    zip.on("end", resolve)
    zip.on("entry", (entry: Entry) => {
      packed += entry.compressedSize
      unpacked += entry.uncompressedSize
      const path = entry.fileName
      if (entry.isEncrypted()) return reject(new ArchiveFault("it is encrypted"))
      if (unpacked > MOST_UNPACKED) return reject(new ArchiveFault(`it would unpack to more than ${MOST_UNPACKED / MIB} MiB`))
      /* Files that share their bytes are how a small archive unpacks to a huge one. */
      if (packed > bytes) return reject(new ArchiveFault("its files lie over each other"))
      if (!path.endsWith("/") && !isNoise(path)) {
        const why = seen.has(path) ? "Another file has the same name." : objection(entry)
        seen.add(path)
        if (why === undefined) files.push({ path, bytes: entry.uncompressedSize, entry })
        else passed.push({ path, why })
      }
      zip.readEntry()
    })
    zip.readEntry()
  })
  return {
    files,
    passed,
    read: ({ entry }) => new Promise((resolve, reject) => zip.openReadStream(entry, (error, stream) => {
      if (error !== null) return reject(new ArchiveFault(error.message))
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk))
      stream.on("error", (broken: Error) => reject(new ArchiveFault(broken.message)))
      stream.on("end", () => resolve(Buffer.concat(chunks)))
    }))
  }
}
