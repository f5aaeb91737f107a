import mammoth from "mammoth"
import { ArchiveFault, openArchive } from "../../website/archive.ts"
import { passagesOfHtml } from "./html.ts"
import { type Reading, Unreadable, upToMost } from "./reading.ts"

const MOST_OF_XML = 50 * 1_048_576

/** Word keeps documents with a password, and those of before 2007, in files of another kind. */
const olderWord = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/** Its text as HTML. What is wrong with it the library says in its own words. */
const converted = async (buffer: Buffer): Promise<string> => {
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, {
      externalFileAccess: false, includeEmbeddedStyleMap: false, convertImage: mammoth.images.imgElement(async () => ({ src: "" }))
    })
    return value
  } catch (error) {
    throw error instanceof RangeError ? error : new Unreadable("It is a broken document of Word: the XML of its text cannot be taken apart.")
  }
}

/** A document of Word. Its archive is looked through before anything takes it apart: what is packed into it may be anything. */
export const readDocx = async (bytes: Uint8Array): Promise<Reading> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.subarray(0, 8).equals(olderWord)) throw new Unreadable("It is encrypted, or of a Word of before 2007: save it as .docx without a password.")
  try {
    const { files, passed, read } = await openArchive(file.length, async (offset, length) => file.subarray(offset, offset + length))
    const trap = passed.find(({ path }) => path.endsWith(".xml"))
    if (trap !== undefined) throw new ArchiveFault(`${trap.path.slice(0, 100)} in it cannot be read: ${trap.why}`)
    if (!files.some(({ path }) => path === "word/document.xml")) throw new ArchiveFault("it is a ZIP archive, and no document of Word")
    const xml = files.filter(({ path }) => path.endsWith(".xml") || path.endsWith(".rels"))
    if (xml.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_OF_XML) throw new ArchiveFault(`its text would unpack to more than ${MOST_OF_XML / 1_048_576} MiB`)
    /* Whether they are as large as the list of the archive says. */
    for (const one of xml) await read(one)
  } catch (error) {
    throw error instanceof ArchiveFault ? new Unreadable(`It cannot be opened: ${error.message.replace(/\.$/u, "")}.`) : error
  }
  const value = await converted(file)
  const passages = passagesOfHtml(value)
  return { title: passages[0]?.heading[0] ?? null, language: null, ...upToMost(passages.map((one) => ({ ...one, place: {} }))), page: null }
}
