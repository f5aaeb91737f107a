import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import Paper from "pdfkit"

/** A document on paper of A4: who writes to whom, facts, a table with figures, and what they come to. */
export interface Sheet {
  /** Of BCP 47. */
  readonly language: string
  readonly title: string
  /** Lines of text; the first is a name. */
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>
  /** The first column has the width that the others leave; they hold figures. Widths are in points, of which there are 483. */
  readonly table: {
    readonly columns: readonly [string, ...ReadonlyArray<readonly [name: string, width: number]>]
    readonly rows: ReadonlyArray<ReadonlyArray<string>>
  }
  /** The last is what all comes to. */
  readonly sums: ReadonlyArray<readonly [name: string, value: string]>
  readonly notes: ReadonlyArray<string>
  /** When it was made, which stands in the file: the same sheet makes the same bytes. */
  readonly at: Date
}

const SIZE: [number, number] = [595.28, 841.89]
const EDGE = 56
const WIDTH = SIZE[0] - 2 * EDGE
const BOTTOM = SIZE[1] - EDGE - 24
const GAP = 12
const GREY = "#555555"

const fontAt = (path: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${path}`)))

/** Noto Sans has letters of Latin, Greek and Cyrillic and all signs of currencies. */
const fonts = Promise.all([fontAt("400Regular/NotoSans_400Regular.ttf"), fontAt("700Bold/NotoSans_700Bold.ttf")])

type Doc = PDFKit.PDFDocument

/** Writes cells beside each other, the first to the left and figures to the right. */
const row = (doc: Doc, widths: ReadonlyArray<number>, cells: ReadonlyArray<string>, y: number) => {
  let x = EDGE
  let below = y
  for (const [n, cell] of cells.entries()) {
    doc.text(cell, x, y, { width: widths[n]! - (n === 0 ? GAP : 0), align: n === 0 ? "left" : "right" })
    below = Math.max(below, doc.y)
    x += widths[n]!
  }
  return below
}

const rule = (doc: Doc, y: number) => doc.moveTo(EDGE, y).lineTo(SIZE[0] - EDGE, y).lineWidth(0.5).strokeColor("#bbbbbb").stroke()

const party = (doc: Doc, lines: ReadonlyArray<string>, x: number, y: number) => {
  doc.font("bold").text(lines[0] ?? "", x, y, { width: WIDTH / 2 - 12 }).font("regular").fillColor(GREY)
  for (const line of lines.slice(1)) doc.text(line, { width: WIDTH / 2 - 12 })
  doc.fillColor("black")
  return doc.y
}

const drawTable = (doc: Doc, { columns: [name, ...figures], rows }: Sheet["table"], from: number) => {
  const widths = [WIDTH - figures.reduce((sum, [, width]) => sum + width, 0), ...figures.map(([, width]) => width)]
  const head = (y: number) => {
    doc.font("bold").fontSize(9)
    const below = row(doc, widths, [name, ...figures.map(([name]) => name)], y) + 4
    rule(doc, below)
    doc.font("regular")
    return below + 6
  }
  let y = head(from)
  for (const cells of rows) {
    if (y + doc.heightOfString(cells[0]!, { width: widths[0]! - GAP }) > BOTTOM) {
      doc.addPage()
      y = head(EDGE)
    }
    y = row(doc, widths, cells, y) + 4
  }
  rule(doc, y)
  return y + 8
}

/** Goes on to another page where so much does not fit on this one. */
const room = (doc: Doc, y: number, height: number) => {
  if (y + height <= BOTTOM) return y
  doc.addPage()
  return EDGE
}

const draw = (doc: Doc, { facts, from, notes, sums, table, title, to }: Sheet) => {
  doc.fontSize(20).font("bold").text(title, EDGE, EDGE, { width: WIDTH }).fontSize(9)
  let y = doc.y + 12
  y = Math.max(party(doc, from, EDGE, y), party(doc, to, EDGE + WIDTH / 2, y)) + 16
  for (const [name, value] of facts) {
    doc.fillColor(GREY).text(name, EDGE, y, { width: 150 }).fillColor("black").text(value, EDGE + 150, y, { width: WIDTH - 150 })
    y = doc.y + 1
  }
  y = drawTable(doc, table, y + 14)
  y = room(doc, y, sums.length * 16)
  for (const [n, sum] of sums.entries()) {
    if (n === sums.length - 1) doc.font("bold").fontSize(11)
    doc.text(sum[0], EDGE + WIDTH / 2, y, { width: WIDTH / 2 - 120 }).text(sum[1], SIZE[0] - EDGE - 120, y, { width: 120, align: "right" })
    y = doc.y + 3
  }
  doc.font("regular").fontSize(9)
  for (const note of notes) {
    y = room(doc, y + 12, doc.heightOfString(note, { width: WIDTH }))
    doc.text(note, EDGE, y, { width: WIDTH })
    y = doc.y
  }
}

const number = (doc: Doc, title: string) => {
  const { count } = doc.bufferedPageRange()
  for (let n = 0; n < count; n++) {
    doc.switchToPage(n)
    doc.page.margins.bottom = 0
    doc.fontSize(8).fillColor(GREY).text(`${title} · ${n + 1} / ${count}`, EDGE, SIZE[1] - EDGE, { width: WIDTH, align: "center", lineBreak: false })
  }
}

export const printed = async (sheet: Sheet): Promise<Uint8Array> => {
  const [regular, bold] = await fonts
  const doc = new Paper({
    size: SIZE, margin: EDGE, bufferPages: true, lang: sheet.language, displayTitle: true, pdfVersion: "1.7",
    info: { Title: sheet.title, Author: sheet.from[0] ?? "", CreationDate: sheet.at, ModDate: sheet.at }
  })
  const chunks: Array<Uint8Array> = []
  const ended = new Promise<void>((resolve, reject) => doc.on("data", (chunk: Uint8Array) => void chunks.push(chunk)).on("end", resolve).on("error", reject))
  doc.registerFont("regular", regular).registerFont("bold", bold).font("regular")
  draw(doc, sheet)
  number(doc, sheet.title)
  doc.end()
  await ended
  return Buffer.concat(chunks)
}
