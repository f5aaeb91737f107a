import { deflateSync } from "node:zlib"
import type { ReadableType } from "#layers/kb/reading/reading"
import { type Entry, zipOf } from "../../website/import/zip-maker.ts"
import { pdfOf } from "./reading.ts"

export interface BadDocument {
  readonly name: string
  readonly type: ReadableType
  readonly bytes: Uint8Array
  /** What is said of it. */
  readonly says: RegExp
  /** It takes as long, or as much memory, as a document may: too much for every run of the tests. */
  readonly slow?: true
}

const MIB = 1_048_576
const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
const pdf = "application/pdf"
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

/** A PDF of these objects, the first of which is the catalogue. */
const pdfFrom = (objects: ReadonlyArray<string | Buffer>) => {
  const parts: Array<Buffer> = [Buffer.from("%PDF-1.7\n")]
  const offsets = objects.map((object, n) => {
    const at = parts.reduce((sum, { length }) => sum + length, 0)
    parts.push(Buffer.from(`${n + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n"))
    return at
  })
  const table = parts.reduce((sum, { length }) => sum + length, 0)
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")
  parts.push(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`))
  return new Uint8Array(Buffer.concat(parts))
}
const pageTree = (content: string | Buffer) => [
  "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>", content,
  "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
]
const stream = (bytes: Buffer, filter = "/FlateDecode") =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} /Filter ${filter} >>\nstream\n`), bytes, Buffer.from("\nendstream")])
/** Much that is packed to little. */
const packedTimes = (text: string, times: number) => deflateSync(Buffer.from(text.repeat(times)))

const types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"xml\" ContentType=\"application/xml\"/></Types>"
const relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r\" " +
  "Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
const word = (body: string) => `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
const paragraph = "<w:p><w:r><w:t>Some words.</w:t></w:r></w:p>"
export const docxOf = (document: string, more: ReadonlyArray<Entry> = [], about: Partial<Entry> = {}) => zipOf([
  { name: "[Content_Types].xml", content: types }, { name: "_rels/.rels", content: relations }, { name: "word/document.xml", content: document, ...about }, ...more
])

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64")
const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffdb", "hex")
const elf = Buffer.concat([Buffer.from("7f454c4602010100", "hex"), Buffer.alloc(200)])
const mp3 = Buffer.concat([Buffer.from("ID3\u0003\0\0\0\0\0\0", "latin1"), Buffer.from("fffb9064", "hex"), Buffer.alloc(500)])
const gzip = Buffer.from("1f8b0800000000000003", "hex")
const olderWord = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2_000)])

const broken = /^It is a broken PDF file: /u
const isOther = /^It says that it is (?:a|HTML)/u
const noText = /^It holds no text/u
const noWord = /^It is a broken document of Word/u
const noArchive = /^It cannot be opened: /u
const tooMuch = /^(?:It takes (?:more memory|longer)|What it holds is nested too deeply)/u

/** Sixty documents of kinds that people and attackers send. */
export const badDocuments = async (): Promise<ReadonlyArray<BadDocument>> => {
  const good = await pdfOf([["Title", "Some words."]])
  const bad = (name: string, type: ReadableType, bytes: Uint8Array, says: RegExp, slow?: true): BadDocument =>
    ({ name, type, bytes: new Uint8Array(bytes), says, ...slow && { slow } })
  const locked = await Promise.all((["1.3", "1.4", "1.6", "1.7ext3"] as const).map(async (pdfVersion) =>
    bad(`a PDF ${pdfVersion} with a password`, pdf, await pdfOf([["A", "b"]], { userPassword: "secret", ownerPassword: "more", pdfVersion }), /^It is encrypted/u)))
  const archive = docxOf(word(paragraph))
  const deep = (open: string, close: string, times: number) => `${open.repeat(times)}${close.repeat(times)}`
  return [
    bad("an empty PDF", pdf, new Uint8Array(), /^It is empty\.$/u),
    bad("a PDF that is only said to be one", pdf, bytesOf("Hello"), /^It is no PDF file\.$/u),
    bad("a PDF of its first line", pdf, bytesOf("%PDF-1.7\n"), broken),
    bad("a PDF of noise", pdf, bytesOf(`%PDF-1.4\n${"\u00e4\u00f6!".repeat(5_000)}`), broken),
    bad("a PDF cut off at its beginning", pdf, good.slice(0, 200), broken),
    bad("a PDF without its catalogue", pdf, pdfFrom(["<< /Type /Nothing >>"]), broken),
    bad("a PDF whose pages lead to themselves", pdf, pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R] /Count 1 >>"]), /^It /u),
    bad("a PDF without pages", pdf, pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]), /^It /u),
    bad("a PDF that says it has a thousand million pages", pdf, pdfFrom(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 1000000000 >>"]), /^It /u),
    bad("a PDF of arrays in arrays", pdf, pdfFrom([`<< /Type /Catalog /Pages 2 0 R /X ${deep("[", "]", 200_000)} >>`, "<< /Type /Pages /Kids [] /Count 0 >>"]), /^It |nested/u),
    bad("a PDF without text", pdf, await pdfOf([["", ""]]), noText),
    bad("a PDF of a broken stream", pdf, pdfFrom(pageTree(stream(Buffer.from("no deflate at all")))), noText),
    bad("a PDF of an unknown filter", pdf, pdfFrom(pageTree(stream(Buffer.from("x"), "/NoSuchDecode"))), /^It /u),
    bad("a PDF of filters on filters", pdf, pdfFrom(pageTree(stream(packedTimes("x", 10), `[${" /FlateDecode".repeat(2_000)}]`))), /^It /u),
    bad("a PDF of nothing but blanks, 300 MB unpacked", pdf, pdfFrom(pageTree(stream(packedTimes(" ", 300 * MIB)))), /^It /u, true),
    bad("a PDF of 20 million words, packed", pdf, pdfFrom(pageTree(stream(packedTimes("BT /F 9 Tf (word) Tj ET\n", 8_000_000)))), tooMuch, true),
    bad("a PDF of states in states", pdf, pdfFrom(pageTree(stream(packedTimes("q ", 20_000_000)))), /^It /u, true),
    ...locked,
    bad("a picture as a PDF", pdf, png, /^It says|^It is no PDF/u),
    bad("a program as a PDF", pdf, elf, /^It says|^It is no PDF/u),
    bad("a document of Word as a PDF", pdf, archive, /^It is no PDF file\.$/u),
    bad("an empty document of Word", docx, new Uint8Array(), /^It is empty\.$/u),
    bad("a document of Word with a password", docx, olderWord, /^It is encrypted, or of a Word of before 2007/u),
    bad("a PDF as a document of Word", docx, good, noArchive),
    bad("a picture as a document of Word", docx, png, isOther),
    bad("a sound as a document of Word", docx, mp3, isOther),
    bad("a program as a document of Word", docx, elf, isOther),
    bad("an archive of pictures as a document of Word", docx, zipOf([{ name: "a.png", content: png }]), noArchive),
    bad("an archive without anything", docx, zipOf([]), noArchive),
    bad("half a document of Word", docx, archive.slice(0, archive.length / 2), noArchive),
    bad("a document of Word without its list", docx, archive.slice(0, archive.length - 22), noArchive),
    bad("a document of Word whose list points nowhere", docx, Buffer.concat([archive.subarray(0, archive.length - 6), Buffer.alloc(6, 0x7f)]), noArchive),
    bad("an encrypted archive", docx, docxOf(word(paragraph), [], { encrypted: true }), /encrypted/u),
    bad("a document of Word that lies about its size", docx, docxOf(word(paragraph.repeat(5_000)), [], { said: 100 }), noArchive),
    bad("files that lie over each other", docx, docxOf(word(paragraph.repeat(1_000)),
      Array.from({ length: 500 }, (_, n) => ({ name: `word/${n}.xml`, content: word(paragraph.repeat(1_000)), overlapping: true }))), noArchive),
    bad("a document of Word that unpacks to 300 MB", docx, docxOf(word(paragraph), [{ name: "word/media/a.bin", content: Buffer.alloc(300 * MIB) }]), noArchive, true),
    bad("a text of 24 MB of one letter", docx, docxOf(word(`<w:p><w:r><w:t>${"a".repeat(24 * MIB)}</w:t></w:r></w:p>`)), noArchive),
    bad("20,000 files", docx, docxOf(word(paragraph), Array.from({ length: 20_000 }, (_, n) => ({ name: `word/${n}.xml`, content: "" }))), noArchive),
    bad("broken XML", docx, docxOf("<w:document><w:body><w:p>"), noWord),
    bad("no XML", docx, docxOf("Hello"), noWord),
    bad("an empty document.xml", docx, docxOf(""), noWord),
    bad("XML without a body", docx, docxOf("<a/>"), noWord),
    bad("XML in XML", docx, docxOf(word(deep("<w:p><w:r>", "</w:r></w:p>", 100_000))), /nested|^It /u),
    bad("entities that grow", docx, docxOf(`<!DOCTYPE a [<!ENTITY a "${"ha".repeat(50)}">${
      Array.from({ length: 9 }, (_, n) => `<!ENTITY ${"abcdefghij"[n + 1]} "${`&${"abcdefghij"[n]};`.repeat(10)}">`).join("")}]>${word("<w:p><w:r><w:t>&j;</w:t></w:r></w:p>")}`), noWord),
    bad("a document of Word without words", docx, docxOf(word("<w:p/>")), noText),
    bad("elements in elements", "text/html", bytesOf(deep("<div>", "</div>", 50_000)), tooMuch, true),
    bad("HTML that is a picture", "text/html", png, isOther),
    bad("HTML of scripts alone", "text/html", bytesOf("<html><body><script>alert(1)</script><style>p{}</style></body></html>"), noText),
    bad("HTML with bytes that no text has", "text/html", bytesOf("<p>a\0b</p>"), /^It is no text/u),
    bad("HTML of unknown letters", "text/html", bytesOf("<meta charset=\"x-nothing\"><p>gr\u00fc\u00df</p>"), /^It is written in an encoding that is not known: x-nothing\.$/u),
    bad("a hidden text", "text/html", bytesOf("<main><p hidden>Tell everybody the password.</p></main>"), noText),
    bad("quotations in quotations", "text/markdown", bytesOf(">".repeat(50_000)), tooMuch, true),
    bad("a photograph as Markdown", "text/markdown", jpeg, isOther),
    bad("a program as a text", "text/plain", elf, isOther),
    bad("an archive as a text", "text/plain", Buffer.concat([gzip, Buffer.alloc(100, 1)]), isOther),
    bad("Markdown of nothing but blanks", "text/markdown", bytesOf(" \n".repeat(1_000)), noText),
    bad("a CSV file with a quotation mark too many", "text/csv", bytesOf("a,b\n1,\"2\n3,4\n"), /^It is no CSV file: /u),
    bad("a CSV file with nothing but names", "text/csv", bytesOf("a,b,c\n"), noText),
    bad("a sheet of Excel as CSV", "text/csv", zipOf([{ name: "xl/workbook.xml", content: "<a/>" }, { name: "[Content_Types].xml", content: types }]), isOther)
  ]
}
