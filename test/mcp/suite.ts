import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const home = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"))

const BOUND_MS = 120_000

/** By scenario, what became of each check: `id` or, where one is made several times, `id #n`. */
export type Checked = Readonly<Record<string, Readonly<Record<string, string>>>>

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

/** What did not pass, in the suite's words. */
export const complaints: Array<string> = []

const checkNames = (scenario: string, checks: ReadonlyArray<Check>) => {
  const seen = new Map<string, number>()
  return Object.fromEntries(checks.flatMap(({ errorMessage, id, status }) => {
    // Remarks are not checks, and there are as many as there were events.
    if (status === "INFO") return []
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    if (status !== "SUCCESS") complaints.push(`${scenario} ${id} ${status}: ${(errorMessage ?? "").slice(0, 300)}`)
    return [[times === 1 ? id : `${id} #${times}`, status]]
  }))
}

/** The conformance suite of the protocol against an address on this machine; `what` are its own arguments. */
const run = async (url: string, what: ReadonlyArray<string>): Promise<Checked> => {
  const results = mkdtempSync(join(tmpdir(), "mcp-conformance-"))
  try {
    const child = spawn(process.execPath, [join(home, "dist/index.js"), "server", "--url", url, "-o", results, ...what], {
      stdio: "ignore", timeout: BOUND_MS
    })
    await once(child, "exit")
    const folders = readdirSync(results).sort()
    return Object.fromEntries(folders.map((folder) => {
      const scenario = /^server-(.*?)-\d{4}-\d{2}-\d{2}T/u.exec(folder)![1]!
      return [scenario, checkNames(scenario, JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")) as ReadonlyArray<Check>)]
    }))
  } finally {
    rmSync(results, { recursive: true, force: true })
  }
}

/** Every scenario that a revision asks of a server, those that are not scored too. */
export const conformance = (url: string, revision: string) => run(url, ["--requirements", revision])

/** One scenario. */
export const scenario = async (url: string, name: string, revision: string) =>
  (await run(url, ["--scenario", name, "--spec-version", revision]))[name] ?? {}

/** The scenarios that count for a revision, and those that are only told of. */
export const scored = (revision: string): { readonly scored: ReadonlyArray<string>; readonly unscored: ReadonlyArray<string> } => {
  const text = readFileSync(join(home, `requirements/${revision}.yaml`), "utf8")
  const section = (name: string) => text.split(new RegExp(`^${name}:$`, "mu"))[1]!.split(/^\w+:$/mu)[0]!
  return {
    scored: [...section("server").matchAll(/^ {2}- (\S+)$/gmu)].map(([, name]) => name!),
    unscored: [...section("not_scored").matchAll(/scenario: (\S+)\n\s+leg: server/gu)].map(([, name]) => name!)
  }
}
