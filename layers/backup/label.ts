import { Parser, type ReadEntry } from "tar"
import { opened } from "./sealed-file.ts"

/** Where PostgreSQL notes what a backup begins with: the first file of its archive, so that little has to be opened for it. */
export const LABEL = "backup_label"

/** When a backup was begun, and the first segment of the log that follows it. */
export const readLabel = (text: string) => ({
  first: /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(text)?.[1] ?? "",
  begun: new Date(`${/^START TIME: (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) UTC$/m.exec(text)?.[1]?.replace(" ", "T")}Z`)
})

/** The same of a sealed backup, whose beginning alone is read. */
export const labelIn = async (file: string, passphrases: ReadonlyArray<string>) => {
  const bytes = await opened(file, passphrases)
  try {
    return await new Promise<ReturnType<typeof readLabel>>((resolve, reject) => {
      let first = true
      const parser = new Parser({
        strict: true,
        onReadEntry: (entry: ReadEntry) => {
          if (!first) return entry.resume()
          first = false
          if (entry.path !== LABEL) return reject(new Error(`it begins with ${entry.path}`))
          entry.concat().then((text) => resolve(readLabel(text.toString())), reject)
        }
      })
      parser.once("error", reject)
      parser.once("end", () => reject(new Error("it is empty")))
      bytes.once("error", reject)
      bytes.on("data", (chunk: Buffer) => void parser.write(chunk)).once("end", () => void parser.end())
    })
  } finally {
    bytes.destroy()
  }
}
