import { constants } from "node:fs"
import { open, opendir, stat } from "node:fs/promises"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { Effect, Result, Schema } from "effect"
import { inconsistencies } from "#schemas/content/consistency"
import { type Content, contentFiles, type ContentProblem } from "#schemas/content/content"
import { Sector } from "#schemas/content/template"
import { nearest } from "#schemas/kernel/nearest"
import { jsonFault } from "./json-fault.ts"
import { reasonsOf } from "./reasons.ts"

/** The content that comes with the product. */
export const SHIPPED = import.meta.dirname

const TEMPLATES = "templates"
/** Beside the content, for companies that begin: not what the operator tells of the service. */
const RECORDS = "industry-records"
const MOST_BYTES = 4_194_304
/** Of a folder: what is not content, a home directory say, is not read to its end every other second. */
const MOST_ENTRIES = 1_000

/** A file of content: its name as a person writes it, and where it is. */
export interface ContentFile {
  readonly name: string
  readonly at: string
  /** Changes when the file does. */
  readonly stamp: string
}

/** What content is made of, and what lies beside it and has no place in it. */
export interface ContentFiles {
  readonly files: ReadonlyArray<ContentFile>
  readonly strange: ReadonlyArray<ContentFile>
}

const fault = (file: string, reason: string, path = ""): ContentProblem => ({ file, path, reason })

const because: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  ENOTDIR: "it is not a folder",
  EACCES: "the service's account may not read it",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  NOT_A_FILE: "it is neither a file nor a link to one",
  TOO_MANY: `it has more than ${MOST_ENTRIES.toLocaleString("en")} entries, which no content pack has`
}

const saying = (code: string) => Object.assign(new Error(code), { code })

const cannotRead = (cause: unknown) => {
  const { code = "unknown" } = cause as NodeJS.ErrnoException
  return `it cannot be read: ${because[code] ?? code}`
}

/** Not what an entry is but what it leads to: mounted configuration is made of links. */
const found = (at: string) =>
  stat(at).then(
    (entry) => ({ isDirectory: entry.isDirectory(), stamp: `${entry.ino} ${entry.mtimeMs} ${entry.size}` }),
    () => ({ isDirectory: false, stamp: "" })
  )

const entriesOf = async (folder: string): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for await (const { name } of await opendir(folder)) {
    if (names.push(name) > MOST_ENTRIES) throw saying("TOO_MANY")
  }
  return names.sort()
}

const listed = async (folder: string, below = ""): Promise<ReadonlyArray<ContentFile>> => {
  const files: Array<ContentFile> = []
  for (const name of await entriesOf(join(folder, below))) {
    // The modules beside the shipped files are not content, nor are they in a copy of the folder.
    if (name.startsWith(".") || name.endsWith(".ts") || name === RECORDS) continue
    const path = below === "" ? name : `${below}/${name}`
    const at = join(folder, path)
    const { isDirectory, stamp } = await found(at)
    if (isDirectory && path === TEMPLATES) files.push(...await listed(folder, TEMPLATES))
    else files.push({ name: isDirectory ? `${path}/` : path, at, stamp: `${path} ${stamp}` })
  }
  return files
}

const names = Object.keys(contentFiles).map((name) => `${name}.json`)
const isTemplate = (name: string) => name.startsWith(`${TEMPLATES}/`) && name.endsWith(".json")

/** The files of the shipped content, or of the operator's in their place. */
export const listContent = (own: string | undefined): Effect.Effect<ContentFiles, ReadonlyArray<ContentProblem>> =>
  Effect.gen(function*() {
    const shipped = yield* Effect.promise(() => listed(SHIPPED))
    if (own === undefined) return { files: shipped, strange: [] }
    const theirs = yield* Effect.mapError(Effect.tryPromise(() => listed(own)), ({ cause }) => [fault(own, cannotRead(cause))])
    const isKnown = ({ name }: ContentFile) => names.includes(name) || isTemplate(name)
    const known = theirs.filter(isKnown)
    const files = new Map([...shipped, ...known].map((file) => [file.name, file]))
    return { files: [...files.values()], strange: theirs.filter((file) => !isKnown(file)) }
  })

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The beginning of a file, which is all of it unless it is too large. Whatever else is there, a pipe say, is not waited for. */
const bytesOf = async (at: string): Promise<Buffer> => {
  const file = await open(at, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const entry = await file.stat()
    if (entry.isDirectory()) throw saying("EISDIR")
    if (!entry.isFile()) throw saying("NOT_A_FILE")
    return await buffer(file.createReadStream({ end: MOST_BYTES, autoClose: false }))
  } finally {
    await file.close()
  }
}

const textOf = Effect.fnUntraced(function*({ at, name }: ContentFile) {
  const bytes = yield* Effect.mapError(Effect.tryPromise(() => bytesOf(at)), ({ cause }) => [fault(name, cannotRead(cause))])
  if (bytes.byteLength > MOST_BYTES) return yield* Effect.fail([fault(name, `it is larger than ${MOST_BYTES / 1_048_576} MiB`)])
  return yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => [fault(name, "it is not UTF-8: save it in that encoding")]
  })
})

const parsed = (file: ContentFile) =>
  Effect.flatMap(textOf(file), (text) => Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (error) => [fault(file.name, `it is not JSON: ${jsonFault(text) ?? (error as Error).message}`)]
  }))

const decode = (name: string, schema: Schema.Top) => {
  const read = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { errors: "all", onExcessProperty: "error", reportInput: true })
  return (value: unknown): Effect.Effect<unknown, ReadonlyArray<ContentProblem>> => {
    const result = read(value)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(reasonsOf(schema, result.failure).map(({ path, reason }) => fault(name, reason, path)))
  }
}

const misplaced = ({ name }: ContentFile) => {
  const near = name.startsWith(`${TEMPLATES}/`) ? `${name.replace(/\.\w+$/u, "")}.json` : nearest(name, [...names, `${TEMPLATES}/`], 1)[0]
  return fault(name, `nothing of a content pack is called so${near === undefined ? "" : `; did you mean ${near}?`}`)
}

/** A sector is found by the name of its file. */
const misnamed = (name: string, { sector }: Sector) =>
  name === `${TEMPLATES}/${sector}.json` ? [] : [fault(name, `it must be ${JSON.stringify(name.slice(TEMPLATES.length + 1, -".json".length))}, as the file is called`, "sector")]

/** Reads a list of files and checks each by itself, then all together; fails with everything that is wrong. */
export const readContent = Effect.fnUntraced(function*({ files, strange }: ContentFiles): Effect.fn.Return<Content, ReadonlyArray<ContentProblem>> {
  const problems: Array<ContentProblem> = strange.map(misplaced)
  const content: Record<string, unknown> = {}
  const templates: Array<Sector> = []
  for (const file of files) {
    const own = file.name.slice(0, -".json".length)
    const schema = isTemplate(file.name) ? Sector : contentFiles[own as keyof typeof contentFiles]
    if (schema === undefined) continue
    const value = yield* Effect.result(Effect.flatMap(parsed(file), decode(file.name, schema)))
    if (Result.isFailure(value)) problems.push(...value.failure)
    else if (isTemplate(file.name)) {
      const sector = value.success as Sector
      problems.push(...misnamed(file.name, sector))
      templates.push(sector)
    } else content[own] = value.success
  }
  for (const name of names) if (!files.some((file) => file.name === name)) problems.push(fault(name, "it is missing"))
  if (problems.length > 0) return yield* Effect.fail(problems)
  const whole = { ...content, templates } as unknown as Content
  const wrong = inconsistencies(whole)
  return wrong.length === 0 ? whole : yield* Effect.fail(wrong)
})
