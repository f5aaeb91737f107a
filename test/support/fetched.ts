import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { goal } from "./goals.ts"

/**
 * What others wrote and only `npm run goals` and `npm run bench` try, because together it is larger than all that tests need otherwise. npm
 * installs each where it is asked for, in the version given here.
 */
const versions = {
  "@hey-api/openapi-ts": "0.99.0",
  "@modelcontextprotocol/inspector": "2.12.0",
  "@redocly/cli": "2.77.0",
  "gpt-tokenizer": "4.0.0",
  "graphile-worker": "0.18.0",
  "lighthouse": "13.5.0",
  "mcp-remote": "0.15.1",
  "openapi-typescript": "7.13.0",
  "orval": "8.38.0",
  "pg-boss": "12.30.0",
  "stripe": "23.1.0",
  "twilio": "6.2.0"
} as const

/** For `skipIf`: why a test that needs one of them does not run. */
export const unfetched = goal(1) === 1 ? undefined : "npm run goals fetches what it needs"

const kept = join(import.meta.dirname, "../../node_modules/.cache/fetched")
const run = promisify(execFile)

/** The folder whose `node_modules` holds a package and what it needs, together with others of the same folder. */
export const fetched = async (name: keyof typeof versions, ...others: ReadonlyArray<string>): Promise<string> => {
  const packages = [`${name}@${versions[name]}`, ...others]
  const folder = join(kept, packages.join("+").replaceAll("/", "-"))
  if (existsSync(folder)) return folder
  await mkdir(kept, { recursive: true })
  const begun = await mkdtemp(`${folder}.`)
  try {
    /* A root of its own, or npm installs into the project. */
    await writeFile(join(begun, "package.json"), JSON.stringify({ private: true, type: "module" }))
    await run("npm", ["install", "--prefix", begun, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--save-exact", ...packages], { cwd: begun })
    await rename(begun, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(begun, { recursive: true, force: true })
  }
}

/** A module of such a package, without its types. */
export const fetchedModule = async (name: keyof typeof versions, path: string = name): Promise<any> => {
  const require = createRequire(join(await fetched(name), "package.json"))
  return import(pathToFileURL(require.resolve(path)).href)
}
