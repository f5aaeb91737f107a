import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import { inconsistencies } from "#schemas/content/consistency"
import { type Content, packFiles, type PackProblem } from "#schemas/content/pack"
import { Sector } from "#schemas/content/template"
import { nearest } from "#schemas/kernel/nearest"

/** The pack that comes with the product. */
export const SHIPPED = join(import.meta.dirname, "../content")

const TEMPLATES = "templates"
const MOST_BYTES = 4_194_304
const MOST_PROBLEMS = 50

/** A file of a pack: its name as a person writes it, and where it is. */
export interface PackFile {
  readonly name: string
  readonly at: string
  /** Changes when the file does. */
  readonly stamp: string
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const placeOf = (path: ReadonlyArray<PropertyKey>) =>
  path.reduce<string>((place, key) => typeof key === "number" ? `${place}[${key}]` : place === "" ? String(key) : `${place}.${String(key)}`, "")

const fault = (file: string, reason: string, path = ""): PackProblem => ({ file, path, reason })

const listed = async (folder: string, below = ""): Promise<ReadonlyArray<PackFile>> => {
  const files: Array<PackFile> = []
  for (const { name } of (await readdir(join(folder, below), { withFileTypes: true })).toSorted((a, b) => a.name < b.name ? -1 : 1)) {
    if (name.startsWith(".")) continue
    const path = below === "" ? name : `${below}/${name}`
    const at = join(folder, path)
    // Not what the entry is but what it leads to: mounted configuration is made of links.
    const { ino, isDirectory, mtimeMs, size } = await stat(at).then((found) => ({ ...found, isDirectory: found.isDirectory() }))
    if (!isDirectory) files.push({ name: path, at, stamp: `${path} ${ino} ${mtimeMs} ${size}` })
    else if (below === "" && name === TEMPLATES) files.push(...await listed(folder, TEMPLATES))
  }
  return files
}

const names = Object.keys(packFiles).map((name) => `${name}.json`)
const isTemplate = (name: string) => name.startsWith(`${TEMPLATES}/`) && name.endsWith(".json")

/** The files of the shipped pack, or of the operator's in their place. */
export const packList = (own: string | undefined) =>
  Effect.gen(function*() {
    const shipped = yield* Effect.promise(() => listed(SHIPPED))
    if (own === undefined) return { files: shipped, strange: [] as ReadonlyArray<string> }
    const theirs = yield* Effect.mapError(
      Effect.tryPromise(() => listed(own)),
      ({ cause }) => [fault("CONTENT_DIR", `the folder cannot be read (${(cause as NodeJS.ErrnoException).code}): make it, or unset CONTENT_DIR`)]
    )
    const known = theirs.filter(({ name }) => names.includes(name) || isTemplate(name))
    const files = new Map([...shipped, ...known].map((file) => [file.name, file]))
    return { files: [...files.values()], strange: theirs.filter((file) => !known.includes(file)).map(({ name }) => name) }
  })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const parsed = Effect.fnUntraced(function*({ at, name }: PackFile) {
  const bytes = yield* Effect.mapError(
    Effect.tryPromise(() => readFile(at)),
    ({ cause }) => [fault(name, `it cannot be read (${(cause as NodeJS.ErrnoException).code})`)]
  )
  if (bytes.byteLength > MOST_BYTES) return yield* Effect.fail([fault(name, `it is larger than ${MOST_BYTES / 1_048_576} MiB`)])
  return yield* Effect.try({
    try: () => JSON.parse(utf8.decode(bytes)) as unknown,
    catch: (error) => [fault(name, error instanceof SyntaxError ? `it is not JSON: ${error.message}` : "it is not UTF-8")]
  })
})

const decode = (name: string, schema: Schema.Top) => {
  const read = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>, { errors: "all", onExcessProperty: "error" })
  return (value: unknown): Effect.Effect<unknown, ReadonlyArray<PackProblem>> => {
    const result = read(value)
    return Result.isSuccess(result) ? Effect.succeed(result.success) : Effect.fail(
      issuesOf(result.failure.issue).issues.map(({ message, path = [] }) => fault(name, message, placeOf(path as ReadonlyArray<PropertyKey>)))
    )
  }
}

const strangers = (strange: ReadonlyArray<string>) =>
  strange.map((name) => {
    const near = nearest(name, names, 1)[0]
    return fault(name, `no file of a content pack is called so${near === undefined ? "" : `; did you mean ${near}?`}`)
  })

/** Reads a list of files and checks each by itself, then all together; fails with everything that is wrong. */
export const readPack = Effect.fnUntraced(function*({ files, strange }: Effect.Success<ReturnType<typeof packList>>) {
  const problems: Array<PackProblem> = strangers(strange).slice()
  const content: Record<string, unknown> = {}
  const templates: Array<unknown> = []
  for (const file of files) {
    const own = file.name.slice(0, -".json".length)
    const schema = isTemplate(file.name) ? Sector : packFiles[own as keyof typeof packFiles]
    if (schema === undefined) continue
    const value = yield* Effect.result(Effect.flatMap(parsed(file), decode(file.name, schema)))
    if (Result.isFailure(value)) problems.push(...value.failure)
    else if (isTemplate(file.name)) templates.push(value.success)
    else content[own] = value.success
  }
  for (const name of names) if (!files.some((file) => file.name === name)) problems.push(fault(name, "the file is missing"))
  if (problems.length > 0) return yield* Effect.fail(problems.slice(0, MOST_PROBLEMS) as ReadonlyArray<PackProblem>)
  const whole = { ...content, templates } as unknown as Content
  const wrong = inconsistencies(whole)
  return wrong.length === 0 ? whole : yield* Effect.fail(wrong.slice(0, MOST_PROBLEMS))
})
