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

/** Which floor an import leads to, if to one of ours. */
const floorOf = (file: string, path: string) =>
  path.startsWith("#")
    ? path.slice(1, path.indexOf("/"))
    : path.startsWith(".") && path.endsWith(".ts")
    ? join(file, "..", path).split("/")[0]!
    : undefined

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
