import { execFile } from "node:child_process"
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { unfetched } from "../support/fetched.ts"

const repository = resolve(import.meta.dirname, "../..")
const modules = join(repository, "node_modules")

/** What an install may take on the disk, in MB of 1,048,576 bytes as `du -sm` counts them. */
const MOST = 500
const MOST_WITHOUT_DEVELOPMENT = 400

const run = promisify(execFile)

/** Bytes of the disk below a folder; a file that has several names counts once. */
const usedBy = (folder: string, without: ReadonlyArray<string> = []) => {
  const seen = new Set<number>()
  const used = (path: string): number => {
    const { blocks, ino } = lstatSync(path)
    if (seen.has(ino)) return 0
    seen.add(ino)
    return blocks * 512
  }
  const below = (path: string): number =>
    readdirSync(path, { withFileTypes: true }).reduce(
      (sum, entry) => without.includes(entry.name) && path === folder ? sum
        : sum + (entry.isDirectory() ? below(join(path, entry.name)) : used(join(path, entry.name))),
      used(path)
    )
  return below(folder) / 1_048_576
}

/** Whether the step after the install has run. */
const slimmed = !existsSync(join(modules, "effect/src"))

/** What an install by npm of a clone says, and what it leaves on the disk. */
const installed = async (...options: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "install-"))
  try {
    mkdirSync(join(folder, "src"))
    for (const name of ["package.json", "package-lock.json", "src/slim.ts"]) cpSync(join(repository, name), join(folder, name))
    /* Without what hides warnings. */
    writeFileSync(join(folder, ".npmrc"), readFileSync(join(repository, ".npmrc"), "utf8").replace(/^loglevel=.*$/mu, ""))
    const { stderr } = await run("npm", ["ci", ...options], {
      cwd: folder, maxBuffer: 64 << 20,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/iu.test(name)))
    })
    return { said: stderr, used: usedBy(join(folder, "node_modules")) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Warnings, but for those of packages that want the Node on which the service runs and not the one that npm has. */
const warnings = (said: string) => said.split("\n").filter((line) => /^npm warn /iu.test(line) && !line.includes("EBADENGINE"))

describe("an install", () => {
  it.skipIf(slimmed ? undefined : "installed without its scripts")(`takes at most ${MOST} MB`, () => {
    assert.isAtMost(usedBy(modules, [".cache", ".vitest-cache", ".vite", ".vite-temp"]), MOST)
  })

  it.skipIf(unfetched)("takes no more from a clone, and warns of nothing that is ours", async ({ annotate }) => {
    const whole = await installed()
    const production = await installed("--omit=dev")
    await annotate(`npm ci ${Math.ceil(whole.used)} MB, with --omit=dev ${Math.ceil(production.used)} MB`)
    assert.deepStrictEqual(warnings(whole.said + production.said), [])
    assert.isAtMost(whole.used, MOST)
    assert.isAtMost(production.used, MOST_WITHOUT_DEVELOPMENT)
  })
})
