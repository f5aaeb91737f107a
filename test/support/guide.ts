import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { type Key, secrets, send } from "./test-server.ts"

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

/** Runs the lines of a guide under `/docs` as they are printed, in one shell: how many they were, what was answered, and where they ran. */
export const ranGuide = Effect.fnUntraced(function*(id: string, key: Key, person?: Key) {
  const { text } = yield* send(`/docs/guides/${id}`)
  const section = text.slice(text.indexOf(`<section id="${id}">`))
  const lines = [...section.slice(0, section.indexOf("</section>")).matchAll(/<code>((?:curl|until|[A-Z]+=)[\s\S]*?)<\/code><\/pre>/gu)]
    .map(([, line]) => unescaped(line!))
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "guide-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true })))
  /* An empty line between two answers. */
  const script = ["set -e", ...lines.flatMap((line) => [line, "echo; echo"])].join("\n")
  const { stdout } = yield* Effect.promise(() => promisify(execFile)("sh", ["-c", script], {
    cwd: folder, timeout: 120_000, env: { ...process.env, API_KEY: secrets[key], ...person !== undefined && { ACCESS_TOKEN: secrets[person] } }
  }))
  return { lines: lines.length, answers: stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)), folder }
})
