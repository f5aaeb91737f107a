import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { dirname, join, sep } from "node:path"

/**
 * Runs after `npm ci`: removes from `node_modules` what neither Node nor, where people develop, the type checker loads. What runs is left as its
 * authors published it, so that an install without scripts is larger and otherwise the same.
 */

const project = join(import.meta.dirname, "..")
const modules = join(project, "node_modules")

/** Maps to sources, sources beside what was compiled of them, declarations for CommonJS, notes, libraries to link programs with, package managers. */
const unread = /\.map$|\.flow$|\.d\.cts$|(?<!\.d)\.[cm]?tsx?$|(?<!LICENSE)\.(?:md|markdown)$|\.a$|\/\.yarn$/iu

/** Guides of Effect, for who writes programs here. */
const guide = /\/effect\/(?:ai-docs\/.*|[^/]+\.md)$/u

/**
 * The headers and the manual of Node; builds for CommonJS of what only ES modules import here; fonts and tables, which are read by their names,
 * that no program names.
 */
const unnamed = new RegExp(`/(?:${[
  "node-linux-[^/]+/(?:include|share)", "astronomia/lib", "date-holidays/(?:dist|lib)",
  "noto-sans/(?!400Regular$|700Bold$)\\d00\\w+", "iptoasn-country-ipv[46]\\.mmdb"
].join("|")})$`, "u")

/** Those of the language itself are the compiler's own. */
const declaration = /(?<!\/@typescript\/[^/]+\/lib\/lib(?:\.[\w.]+)?)\.d\.[cm]?ts$/u

/** Files below a folder, without those of the packages in it. */
const filesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? entry.name === "node_modules" ? [] : filesOf(join(folder, entry.name)) : [join(folder, entry.name)])

/** Where a package is found from a folder. */
const found = (from: string, name: string): string | undefined => {
  const folder = join(from, "node_modules", name)
  return existsSync(folder) ? folder : from === project ? undefined : found(dirname(from), name)
}

const imported = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*|\btypes=)["']((?:@[^/"']+\/)?[^@./"'][^/"']*)/gu

/** Packages whose declarations the type checker reads: those that the project names, and those that declarations import. */
const checked = () => {
  const packages = new Set<string>()
  const visit = (from: string, name: string): void => {
    for (const one of [name, `@types/${name.replace(/^@([^/]+)\//u, "$1__")}`]) {
      const folder = found(from, one)
      if (folder === undefined || packages.has(folder)) continue
      packages.add(folder)
      for (const file of filesOf(folder)) {
        if (declaration.test(file)) for (const [, next] of readFileSync(file, "utf8").matchAll(imported)) visit(folder, next!)
      }
    }
  }
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, "package.json"), "utf8"))
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) visit(project, name)
  return packages
}

const packageOf = (path: string) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)![0]

/** Removes below a folder what nothing loads. With guides, where people develop. */
const slim = (folder: string, isChecked: (path: string) => boolean, guides: boolean): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const name = path.split(sep).join("/")
    /* What tools keep there between runs is theirs. */
    if (folder === modules && entry.name.startsWith(".") || guides && guide.test(name)) continue
    const isForCommonJS = name.includes("/cjs/") && name.endsWith(".d.ts")
    if (unread.test(name) || isForCommonJS || unnamed.test(name) || declaration.test(name) && !isChecked(path)) rmSync(path, { recursive: true, force: true })
    else if (entry.isDirectory()) slim(path, isChecked, guides)
  }
}

const production = /\bdev\b|\bproduction\b/u.test(process.env["npm_config_omit"] ?? "")
const packages = production ? new Set<string>() : checked()

slim(modules, (path) => packages.has(packageOf(path)), !production)
