import { monitorEventLoopDelay } from "node:perf_hooks"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DocumentReader } from "#layers/kb/reading/reader"
import { badDocuments, docxOf } from "./bad-documents.ts"
import { pdfOf } from "./reading.ts"

const all = process.env["FAULTS"] === "all"
const MIB = 1_048_576

layer(DocumentReader.layer, { excludeTestServices: true })("documents that cannot be read", (it) => {
  it.effect("each gets a reason that tells what is wrong with it, and the service goes on as before", () =>
    Effect.gen(function*() {
      const reader = yield* DocumentReader
      const documents = yield* Effect.promise(badDocuments)
      assert.isAtLeast(documents.length, 60)
      const good = yield* Effect.promise(() => pdfOf([["Arrival", "From three in the afternoon on."]]))
      yield* reader.read({ bytes: new Uint8Array(good), type: "application/pdf" })
      const before = process.memoryUsage.rss()
      const loop = monitorEventLoopDelay({ resolution: 5 })
      loop.enable()
      const taken = documents.filter(({ slow }) => all || slow === undefined)
      let longest = 0
      const wrong: Array<string> = []
      for (const { bytes, name, says, type } of taken) {
        const began = performance.now()
        const had = yield* Effect.result(reader.read({ bytes, type }))
        longest = Math.max(longest, performance.now() - began)
        const said = had._tag === "Failure" ? had.failure.problem : `read: ${JSON.stringify(had.success).slice(0, 200)}`
        if (all) console.log(`${name}: ${said} (${Math.round(performance.now() - began)} ms)`)
        if (!says.test(said) || /node_modules|\/work\/|undefined/u.test(said)) wrong.push(`${name}: ${said}`)
      }
      loop.disable()
      const p99 = loop.percentile(99) / 1e6
      console.log(`${taken.length} documents: event loop p99 ${p99.toFixed(1)} ms, longest ${Math.round(longest)} ms, ` +
        `memory ${Math.round((process.memoryUsage.rss() - before) / MIB)} MiB more`)
      assert.deepStrictEqual(wrong, [])
      assert.isAtMost(p99, 100)
      const { passages } = yield* reader.read({ bytes: new Uint8Array(good), type: "application/pdf" })
      assert.strictEqual(passages[0]!.text, "From three in the afternoon on.")
    }))

  it.effect("a document of Word is read by its headings", () =>
    Effect.gen(function*() {
      const style = (name: string, text: string) => `<w:p><w:pPr><w:pStyle w:val="${name}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
      const styles = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${
        [1, 2].map((n) => `<w:style w:type="paragraph" w:styleId="Heading${n}"><w:name w:val="heading ${n}"/></w:style>`).join("")}</w:styles>`
      const relations = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"s\" " +
        "Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/></Relationships>"
      const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${style("Heading1", "Garden")}${
        style("Heading2", "Roses")}<w:p><w:r><w:t>Cut them in March.</w:t></w:r></w:p></w:body></w:document>`
      const bytes = docxOf(document, [{ name: "word/styles.xml", content: styles }, { name: "word/_rels/document.xml.rels", content: relations }])
      const reading = yield* DocumentReader.use((reader) =>
        reader.read({ bytes: new Uint8Array(bytes), type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document" }))
      assert.deepInclude(reading, { title: "Garden", passages: [{ heading: ["Garden", "Roses"], place: {}, text: "Cut them in March." }] })
    }))
})
