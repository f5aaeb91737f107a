import Paper from "pdfkit"

/** Where a PDF holds what nobody sees who looks at it. */
export const hidingPlaces = ["white", "tiny", "outside", "note", "metadata"] as const
export type HidingPlace = typeof hidingPlaces[number]

const hide: Readonly<Record<HidingPlace, (document: PDFKit.PDFDocument, text: string) => void>> = {
  white: (document, text) => void document.fontSize(6).fillColor("white").text(text),
  tiny: (document, text) => void document.fontSize(0.5).text(text),
  outside: (document, text) => void document.fontSize(6).text(text.replaceAll("\n", " "), -9_000, 100, { lineBreak: false }),
  note: (document, text) => void document.note(72, 400, 100, 20, text),
  metadata: () => undefined
}

/** A PDF that shows one text on each page, and hides another. */
export const injectedPdf = (where: HidingPlace, pages: ReadonlyArray<{ readonly shown: string; readonly hidden: string }>) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const parts: Array<Buffer> = []
    const told = pages.map(({ hidden }) => hidden).join(" ")
    const document = new Paper({ autoFirstPage: false, ...where === "metadata" && { info: { Title: told, Subject: told, Keywords: told, Author: told } } })
    document.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(new Uint8Array(Buffer.concat(parts))))
    for (const { hidden, shown } of pages) {
      document.addPage().fontSize(11).fillColor("black").text(shown)
      hide[where](document, hidden)
    }
    document.end()
  })
