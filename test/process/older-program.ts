import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { home } from "./service.ts"

const repository = resolve(import.meta.dirname, "../..")
const git = (...args: ReadonlyArray<string>) => execFileSync("git", ["-C", repository, ...args], { maxBuffer: 256 * 1024 * 1024, stdio: ["ignore", "pipe", "ignore"] })

/** The whole name of a commit, tag or branch; nothing where the repository's history is not there. */
export const commitOf = (name: string) => {
  try {
    return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).toString().trim()
  } catch {
    return undefined
  }
}

/** The commit before the newest migration came; nothing where the repository's history is not there. */
export const before = (() => {
  const newest = readdirSync(join(repository, "layers/migrations")).filter((file) => /^\d+_.*\.ts$/u.test(file)).toSorted().at(-1)!
  try {
    const added = git("log", "--diff-filter=A", "--format=%H", "-1", "--", `layers/migrations/${newest}`).toString().trim()
    return added === "" ? undefined : commitOf(`${added}^`)
  } catch {
    return undefined
  }
})()

/** When a commit was made, and what it did. */
export const titleOf = (commit: string) => git("log", "-1", "--format=%h of %ad: %s", "--date=format:%F %H:%M", commit).toString().trim()

/** The newest migration of a commit. */
export const newestOf = (commit: string) =>
  Math.max(...git("ls-tree", "--name-only", commit, "layers/migrations/").toString().split("\n").flatMap((path) => /\/(\d+)_.*\.ts$/u.exec(path)?.[1] ?? []).map(Number))

/** The program of a commit, with the libraries of today where it names the same ones, and else with its own. */
export const programOf = Effect.fnUntraced(function*(commit: string) {
  const folder = join(yield* home, "program")
  mkdirSync(folder)
  execFileSync("tar", ["-x", "-C", folder], { input: git("archive", commit) })
  const lock = (of: string) => readFileSync(join(of, "package-lock.json"), "utf8")
  if (lock(folder) === lock(repository)) symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"))
  else execFileSync("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
  return folder
})
