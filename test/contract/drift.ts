import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { isDeepStrictEqual } from "node:util"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { CompanyId } from "#schemas/kernel/ids"
import { manifestsOf, verbsOf } from "#schemas/kernel/manifest"
import type { Surface } from "#schemas/kernel/tenancy"
import { openapiOf } from "#src/surfaces/openapi/document"
import { toolsOpenapiOf } from "#src/tools/openapi"

const folder = new URL("golden/", import.meta.url)
const MOST_LINES = 60

const catalog = catalogOf(Api)
const manifest = manifestsOf(catalog)
const company = { id: CompanyId.make(1), tier: "enterprise" } as const
const shown = (surface: Surface) => manifest({ host: "api.example", company, surface })

/** What the contract says, by the file that keeps what it said when last somebody looked. */
export const projections: Readonly<Record<string, () => unknown>> = {
  "openapi.json": () => openapiOf("/"),
  "tools-openapi.json": () => toolsOpenapiOf("/"),
  "verbs.json": () => verbsOf(catalog),
  "manifest-public.json": () => shown("public"),
  "manifest-tenant-site.json": () => shown("tenant-site"),
  "manifest-developer.json": () => shown("developer")
}

const print = (value: unknown) => JSON.stringify(value, null, 2) + "\n"

const brief = (value: unknown) => {
  const text = JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}...` : text
}

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null

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

/** How the contract differs from the golden files, by file; a file that is missing differs in all. */
export const drift = (): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(projections).map(([name, make]) => {
      const file = new URL(name, folder)
      return [
        name,
        existsSync(file) ? differences(JSON.parse(readFileSync(file, "utf8")), JSON.parse(print(make()))) : ["+ the whole file"]
      ] as const
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

const write = () => {
  mkdirSync(folder, { recursive: true })
  for (const [name, make] of Object.entries(projections)) writeFileSync(new URL(name, folder), print(make()))
}

if (import.meta.main) {
  if (process.argv.includes("--write")) write()
  const found = drift()
  const changed = Object.keys(found).length > 0
  process.stdout.write(changed ? `${report(found)}\n` : `The contract is as the golden files say: ${catalog.length} operations.\n`)
  process.exitCode = changed ? 1 : 0
}
