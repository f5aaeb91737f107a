import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { CompanyId } from "#schemas/kernel/ids"
import { manifestsOf, verbsOf } from "#schemas/kernel/manifest"
import type { Surface } from "#schemas/kernel/tenancy"
import { tools } from "#schemas/tools/catalog"
import { openapiOf } from "#src/surfaces/openapi/document"
import { pascal } from "#src/surfaces/openapi/refusals"
import { toolsOpenapiOf } from "#src/tools/openapi"
import { changelog, changesOf, extended, shapesOf, standing, writeChangelog } from "./changes.ts"
import { byCategory, type Files, isNode, listByCategory, print } from "./golden-files.ts"

const folder = new URL("golden/", import.meta.url)
const MOST_LINES = 60

const catalog = catalogOf(Api)
const categories = new Map(catalog.map(({ category, name }) => [name, category]))
const categoryOf = (name: string) => categories.get(name)

/** The schemas of a tool start with its name, and a tool is a category of its own. */
const toolOf = (() => {
  const owners = new Map(tools.flatMap(({ name }) =>
    ["Arguments", "Request", "Response"].map((part) => [`${pascal(name)}${part}`, name])))
  return (name: string) => owners.get(name)
})()

const manifest = manifestsOf(catalog)
const company = { id: CompanyId.make(1), tier: "enterprise" } as const
const shown = (surface: Surface) => () =>
  listByCategory("tools", manifest({ host: "api.example", company, surface }), categoryOf)

/** What the contract says, by the folder of golden files that keep what it said when last somebody looked. */
export const projections: Readonly<Record<string, () => Files>> = {
  "openapi": () => byCategory(openapiOf("/") as any, categoryOf),
  "tools-openapi": () => byCategory(toolsOpenapiOf("/") as any, toolOf),
  "verbs": () => listByCategory("verbs", verbsOf(catalog), categoryOf),
  "manifest-public": shown("public"),
  "manifest-tenant-site": shown("tenant-site"),
  "manifest-developer": shown("developer")
}

const brief = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

/** Tools and verbs are told apart by name, so that a new one in the middle is one difference. */
const keyed = (value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Array.isArray(value) && value.every((one) => isNode(one) && typeof one["name"] === "string")
    ? Object.fromEntries(value.map((one) => [one.name, one]))
    : value

/** Where two values differ, a line for each place: `+` is new, `-` is gone, `~` is another value. */
export const differences = (before: unknown, after: unknown, path = ""): ReadonlyArray<string> => {
  if (isDeepStrictEqual(before, after)) return []
  if (!isNode(before) || !isNode(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [`~ ${path || "/"}: ${brief(before)} -> ${brief(after)}`]
  }
  const [old, now] = [keyed(before), keyed(after)]
  const found = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) => {
    const at = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`
    if (!(key in now)) return [`- ${at}: ${brief(old[key])}`]
    return key in old ? differences(old[key], now[key], at) : [`+ ${at}: ${brief(now[key])}`]
  })
  return found.length > 0 ? found : [`~ ${path || "/"}: another order`]
}

const written = (name: string): Files => {
  const from = new URL(`${name}/`, folder)
  return existsSync(from)
    ? Object.fromEntries(readdirSync(from).map((file) => [file.replace(/\.json$/, ""), JSON.parse(readFileSync(new URL(file, from), "utf8"))]))
    : {}
}

/** How the contract differs from the golden files, by file; a file that is missing differs in all. */
export const drift = (): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(projections).flatMap(([name, make]) => {
      const [before, after] = [written(name), make()]
      return [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted().map((file) =>
        [`${name}/${file}.json`, differences(before[file] ?? {}, JSON.parse(print(after[file] ?? {})))] as const)
    }).filter(([, lines]) => lines.length > 0)
  )

/** The differences as one reads them, and what to do. */
export const report = (found: ReturnType<typeof drift>): string =>
  [
    ...Object.entries(found).flatMap(([name, lines]) => [
      `test/contract/golden/${name}`,
      ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
      ...lines.length > MOST_LINES ? [`  and ${lines.length - MOST_LINES} more`] : []
    ]),
    "The contract is not what it was. If that is meant: npm run contract -- --write, and commit the golden files with the change."
  ].join("\n")

/** Tells the changelog what the golden files do not know yet, and of operations that it has not heard of. */
const tell = () => {
  const [before, after] = [shapesOf(Object.values(written("openapi"))), shapesOf([openapiOf("/") as any])]
  const told = standing(changelog())
  const { added, changed, date, removed } = changesOf(before, after, new Date().toISOString().slice(0, 10))
  writeChangelog(extended(changelog(), {
    date, changed,
    added: [...new Set([...added, ...[...after.keys()].filter((name) => !told.has(name))])].toSorted(),
    removed: [...new Set([...removed, ...[...told].filter((name) => !after.has(name))])].toSorted()
  }))
}

const write = () => {
  tell()
  for (const [name, make] of Object.entries(projections)) {
    const to = new URL(`${name}/`, folder)
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to, { recursive: true })
    for (const [file, content] of Object.entries(make())) writeFileSync(new URL(`${file}.json`, to), print(content))
  }
}

if (import.meta.main) {
  if (process.argv.includes("--write")) {
    for (const file of Object.keys(drift())) process.stdout.write(`written: test/contract/golden/${file}\n`)
    write()
  }
  const found = drift()
  const changed = Object.keys(found).length > 0
  process.stdout.write(changed ? `${report(found)}\n` : `The contract is as the golden files say: ${catalog.length} operations.\n`)
  process.exitCode = changed ? 1 : 0
}
