import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"

const root = join(import.meta.dirname, "../..")

/** From the ground up: each may look down only. */
const floors = ["schemas", "layers", "workflows", "src"]

const MOST_LINES = 300

const tracked = execFileSync(
  "git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" }
).trim().split("\n")
const sources = tracked.filter((file) => /\.(ts|tsx)$/.test(file)).map(
  (file) => ({ file, text: readFileSync(join(root, file), "utf8") })
)
const below = (floor: string) => sources.filter(({ file }) => file.startsWith(`${floor}/`))
const programs = floors.flatMap(below)

const importsOf = (text: string) => [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, path]) => path!)

const files = new Set(sources.map(({ file }) => file))

/** The file that an import leads to, if it is one of ours. */
const targetOf = (file: string, path: string) => {
  const to = path.startsWith("#") ? path.slice(1) : path.startsWith(".") ? join(file, "..", path) : undefined
  return to === undefined ? undefined : [to, `${to}.ts`].find((name) => files.has(name))
}

/** Which floor an import leads to, if to one of ours. */
const floorOf = (file: string, path: string) => targetOf(file, path)?.split("/")[0]

/** What else a folder must not import: it would look up within its floor. */
const upward: ReadonlyArray<readonly [folder: string, upper: RegExp]> = [
  ["src/http", /^src\/(?!http\/)/],
  ["schemas/kernel", /^schemas\/(?!kernel\/|categories\.ts$)/]
]

/** The code of a file, without its comments and texts. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|"(?:[^"\\\n]|\\.)*"|`[^`]*`/gm, "")

/** Where the type `any` stands besides the binder, which takes programs of all types, and how often at most. Fewer is better. */
const anys: Readonly<Record<string, number>> = {
  /* What the binder binds: a handler or a program of any operation. The binder checks their types. */
  "src/http/program.ts": 8,
  /* Results of steps of any workflow. */
  "workflows/workflows/kept-json.ts": 1
}

const forbidden: ReadonlyArray<readonly [
  what: string, pattern: RegExp, where: ReadonlyArray<{ file: string; text: string }>
]> = [
  ["SQL outside layers", /\bsql`|SqlClient|PgClient|effect\/sql|sql-pg/, [...below("schemas"), ...below("workflows"), ...below("src")]],
  ["the console beside the log", /\bconsole\.(log|error|warn|info|debug)\b/, programs],
  ["hole in the types but where programs are bound", /@ts-|\bas any\b/, programs.filter(({ file }) => file !== "src/http/binder.ts")],
  ["a test that does not run", /\.(only|todo)\(|it\.fails/, below("test")],
  ["unfinished words", /\b(TODO|FIXME|XXX|HACK|not implemented|placeholder|for now|stub(bed)?)\b/i, programs],
  ["a folder for what has no place", /\/(utils?|helpers?|common|misc|shared)(\/|\.ts"|")/, programs]
]

describe("the folders", () => {
  it("has four floors, a test for each, and nothing beside them", () => {
    const folders = new Set(sources.map(({ file }) => file.split("/")[0]!).filter((name) => !name.endsWith(".ts")))
    assert.sameMembers([...folders], [...floors, "test"])
  })

  for (const [height, floor] of floors.entries()) {
    it(`${floor} never looks up`, () => {
      for (const { file, text } of below(floor)) {
        for (const path of importsOf(text)) {
          const to = floorOf(file, path)
          if (to !== undefined) assert.include([floor, ...floors.slice(0, height)], to, `${file} imports ${path}`)
        }
      }
    })
  }

  it("programs never import tests, and tests no build", () => {
    for (const { file, text } of programs) for (const path of importsOf(text)) assert.notStrictEqual(floorOf(file, path), "test", file)
  })

  it(`has no file of more than ${MOST_LINES} lines`, () => {
    const long = sources.map(({ file, text }) => [file, text.split("\n").length - 1] as const).filter(([, lines]) => lines > MOST_LINES)
    assert.deepStrictEqual(long, [])
  })

  it("imports in one direction: no file is above another and below it", () => {
    const targets = new Map(programs.map(({ file, text }) =>
      [file, importsOf(text).flatMap((path) => targetOf(file, path) ?? [])] as const))
    const done = new Set<string>()
    const visit = (file: string, above: ReadonlyArray<string>): void => {
      if (above.includes(file)) assert.fail(`a cycle: ${[...above.slice(above.indexOf(file)), file].join(" -> ")}`)
      if (done.has(file)) return
      for (const target of targets.get(file) ?? []) visit(target, [...above, file])
      done.add(file)
    }
    for (const file of targets.keys()) visit(file, [])
  })

  for (const [folder, upper] of upward) {
    it(`${folder} never looks up within its floor`, () => {
      for (const { file, text } of below(folder)) {
        for (const path of importsOf(text)) assert.notMatch(targetOf(file, path) ?? "", upper, `${file} imports ${path}`)
      }
    })
  }

  it("has the type any where programs are bound, and hardly elsewhere", () => {
    const more = programs.flatMap(({ file, text }) => {
      const count = [...codeOf(text).matchAll(/(?:[:<,|=(]\s*|\bas )any\b(?=\s*(?:[,>)[\]|&;=]|$))/gm)].length
      return file !== "src/http/binder.ts" && count > (anys[file] ?? 0) ? [`${file}: ${count}`] : []
    })
    assert.deepStrictEqual(more, [])
  })

  for (const [what, pattern, where] of forbidden) {
    it(`has no ${what}`, () => {
      const found = where.flatMap(({ file, text }) =>
        text.split("\n").flatMap((line, n) => pattern.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : []))
      assert.deepStrictEqual(found, [])
    })
  }

  it("re-exports nothing but the programs of a category", () => {
    const barrels = programs.filter(({ text }) => /^export \* from/m.test(text)).map(({ file }) => file)
    for (const file of barrels) assert.match(file, /^workflows\/[a-z-]+\/index\.ts$/)
  })
})
