import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Result, Schema } from "effect"
import { inconsistencies } from "#schemas/content/consistency"
import { type Content, packFiles, type PackProblem } from "#schemas/content/pack"
import { Sector } from "#schemas/content/template"
import { nearest } from "#schemas/kernel/nearest"
import { jsonFault } from "./json-fault.ts"
import { reasonsOf } from "./reasons.ts"

/** The pack that comes with the product. */
export const SHIPPED = join(import.meta.dirname, "../content")

const TEMPLATES = "templates"
const MOST_BYTES = 4_194_304

/** A file of a pack: its name as a person writes it, and where it is. */
export interface PackFile {
  readonly name: string
  readonly at: string
  /** Changes when the file does. */
  readonly stamp: string
}

/** What a pack is made of, and what lies beside it and has no place in it. */
export interface PackFiles {
  readonly files: ReadonlyArray<PackFile>
  readonly strange: ReadonlyArray<PackFile>
}

const fault = (file: string, reason: string, path = ""): PackProblem => ({ file, path, reason })

const because: Readonly<Record<string, string>> = {
  ENOENT: "it is not there",
  ENOTDIR: "it is not a folder",
  EACCES: "the service's account may not read it",
  EISDIR: "it is a folder"
}

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

const listed = async (folder: string, below = ""): Promise<ReadonlyArray<PackFile>> => {
  const files: Array<PackFile> = []
  for (const name of (await readdir(join(folder, below))).sort()) {
    if (name.startsWith(".")) continue
    const path = below === "" ? name : `${below}/${name}`
    const at = join(folder, path)
    const { isDirectory, stamp } = await found(at)
    if (isDirectory && path === TEMPLATES) files.push(...await listed(folder, TEMPLATES))
    else files.push({ name: isDirectory ? `${path}/` : path, at, stamp: `${path} ${stamp}` })
  }
  return files
}

const names = Object.keys(packFiles).map((name) => `${name}.json`)
const isTemplate = (name: string) => name.startsWith(`${TEMPLATES}/`) && name.endsWith(".json")

/** The files of the shipped pack, or of the operator's in their place. */
export const packList = (own: string | undefined): Effect.Effect<PackFiles, ReadonlyArray<PackProblem>> =>
  Effect.gen(function*() {
    const shipped = yield* Effect.promise(() => listed(SHIPPED))
    if (own === undefined) return { files: shipped, strange: [] }
    const theirs = yield* Effect.mapError(Effect.tryPromise(() => listed(own)), ({ cause }) => [fault(own, cannotRead(cause))])
    const known = theirs.filter(({ name }) => names.includes(name) || isTemplate(name))
    const files = new Map([...shipped, ...known].map((file) => [file.name, file]))
    return { files: [...files.values()], strange: theirs.filter((file) => !known.includes(file)) }
  })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const textOf = Effect.fnUntraced(function*({ at, name }: PackFile) {
  const bytes = yield* Effect.mapError(Effect.tryPromise(() => readFile(at)), ({ cause }) => [fault(name, cannotRead(cause))])
  if (bytes.byteLength > MOST_BYTES) return yield* Effect.fail([fault(name, `it is larger than ${MOST_BYTES / 1_048_576} MiB`)])
  return yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => [fault(name, "it is not UTF-8: save it in that encoding")]
  })
})

const parsed = (file: PackFile) =>
  Effect.flatMap(textOf(file), (text) => Effect.try({
    try: () => JSON.parse(text) as unknown,
    catch: (error) => [fault(file.name, `it is not JSON: ${jsonFault(text) ?? (error as Error).message}`)]
  }))

const decode = (name: string, schema: Schema.Top) => {
  const read = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { errors: "all", onExcessProperty: "error", reportInput: true })
  return (value: unknown): Effect.Effect<unknown, ReadonlyArray<PackProblem>> => {
    const result = read(value)
    return Result.isSuccess(result)
      ? Effect.succeed(result.success)
      : Effect.fail(reasonsOf(schema, result.failure).map(({ path, reason }) => fault(name, reason, path)))
  }
}

const stranger = ({ name }: PackFile) => {
  const near = name.startsWith(`${TEMPLATES}/`) ? `${name.replace(/\.\w+$/u, "")}.json` : nearest(name, [...names, `${TEMPLATES}/`], 1)[0]
  return fault(name, `nothing of a content pack is called so${near === undefined ? "" : `; did you mean ${near}?`}`)
}

/** A sector is found by the name of its file. */
const misnamed = (name: string, { sector }: Sector) =>
  name === `${TEMPLATES}/${sector}.json` ? [] : [fault(name, `it must be ${JSON.stringify(name.slice(TEMPLATES.length + 1, -".json".length))}, as the file is called`, "sector")]

/** Reads a list of files and checks each by itself, then all together; fails with everything that is wrong. */
export const readPack = Effect.fnUntraced(function*({ files, strange }: PackFiles): Effect.fn.Return<Content, ReadonlyArray<PackProblem>> {
  const problems: Array<PackProblem> = strange.map(stranger)
  const content: Record<string, unknown> = {}
  const templates: Array<Sector> = []
  for (const file of files) {
    const own = file.name.slice(0, -".json".length)
    const schema = isTemplate(file.name) ? Sector : packFiles[own as keyof typeof packFiles]
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
