import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative, sep } from "node:path"
import { rolldown } from "rolldown"
import manifest from "../package.json" with { type: "json" }

/**
 * Packs the commands that ask a service which runs elsewhere into a tarball for npx: one package of plain JavaScript that holds all it
 * needs, so that nothing else is installed with it.
 */

const project = join(import.meta.dirname, "..")

const NAME = `${manifest.name}-client`
const ENTRY = "client.js"

const packed = {
  name: NAME,
  version: manifest.version,
  description: "Command line client of the business platform API",
  license: manifest.license,
  type: "module",
  engines: { node: ">=22" },
  bin: { [NAME]: ENTRY }
}

/** The folder of the package that a module is of. */
const packageOf = (module: string) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(module.split(sep).join("/"))?.[0]

const licenceOf = (folder: string) => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/iu.test(name))
  const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return `${name} ${version}, ${license}\n\n${file === undefined ? "" : readFileSync(join(folder, file), "utf8")}`
}

/** Writes the tarball into a folder; tells its path, and which modules of ours and which packages are in it. */
export const packClient = async (into: string) => {
  const stage = mkdtempSync(join(tmpdir(), "client-"))
  try {
    const bundle = await rolldown({
      input: join(project, "src/commands/client.ts"),
      cwd: project,
      platform: "node",
      /* The client calls itself by its own name and version, and carries nothing else of what this one lists. */
      plugins: [{ name: "manifest", load: (id) => id === join(project, "package.json") ? JSON.stringify(packed) : null }]
    })
    const { output } = await bundle.write({ dir: stage, format: "esm", entryFileNames: ENTRY, chunkFileNames: "chunk-[hash].js" })
    const all = output.flatMap((one) => one.type === "chunk" ? one.moduleIds : []).filter((id) => id.startsWith(project))
    const folders = [...new Set(all.flatMap((id) => packageOf(id) ?? []))].toSorted()
    writeFileSync(join(stage, "package.json"), `${JSON.stringify(packed, null, 2)}\n`)
    /* The contract's pages of a website read these beside themselves. */
    cpSync(join(project, "schemas/website/style"), join(stage, "style"), { recursive: true })
    writeFileSync(join(stage, "LICENSE"), readFileSync(join(project, "LICENSE")))
    writeFileSync(join(stage, "LICENSES-OF-OTHERS.txt"), folders.map(licenceOf).join(`\n${"-".repeat(80)}\n\n`))
    mkdirSync(into, { recursive: true })
    const written = execFileSync("npm", ["pack", stage, "--silent", "--pack-destination", into], { encoding: "utf8", shell: process.platform === "win32" })
    return {
      file: join(into, basename(written.trim().split("\n").at(-1)!)),
      modules: all.filter((id) => packageOf(id) === undefined).map((id) => relative(project, id).split(sep).join("/")).toSorted(),
      packages: folders.map((folder) => folder.split("/node_modules/").at(-1)!)
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const { file, modules, packages } = await packClient(process.cwd())
  process.stdout.write(`${file}: ${modules.length} modules of ours, and of ${packages.join(", ")}.\n`)
}
