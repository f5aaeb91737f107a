import { readdirSync, rmSync } from "node:fs"
import { join, sep } from "node:path"

/**
 * Runs after `npm ci`: removes from `node_modules` files of kinds that Node never loads. What runs is left as its authors published it, so that an
 * install without scripts is larger and otherwise the same.
 */

const modules = join(import.meta.dirname, "../node_modules")

/** Maps to sources, sources beside what was compiled of them, declarations for CommonJS, notes; the headers and the manual of Node. */
const unread = /\.map$|\.flow$|\.d\.cts$|(?<!\.d)\.[cm]?tsx?$|(?<!LICENSE)\.(?:md|markdown)$|\/node-linux-[^/]+\/(?:include|share)$/iu

/** Who writes programs here reads Effect's sources and guides. */
const guides = /\/node_modules\/effect$/u

const declarations = /\.d\.[cm]?ts$/u

/** Removes below a folder what nothing loads; with `production`, where nobody checks types or reads guides, what is for that too. */
const slim = (folder: string, production: boolean): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = path.split(sep).join("/")
    if (!production && guides.test(name)) continue
    if (unread.test(name) || production && declarations.test(name)) rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) slim(path, production)
  }
}

slim(modules, /\bdev\b|\bproduction\b/u.test(process.env["npm_config_omit"] ?? ""))
