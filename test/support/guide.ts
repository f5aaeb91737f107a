import { type ChildProcess, execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { guidePath } from "#src/surfaces/docs/guide"
import type { Language } from "#src/surfaces/docs/samples/values"
import { type Key, secrets, send } from "./test-server.ts"

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }
export const unescaped = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => entities[entity]!)

const joined = (lines: ReadonlyArray<string>) => lines.join("\n")

/** What runs a guide, the name of its file, and how its lines become one; an empty line between two answers of the shell. */
const runners: Readonly<Record<Language, readonly [program: string, file: string, text: (lines: ReadonlyArray<string>) => string]>> = {
  curl: ["sh", "guide.sh", (lines) => ["set -e", ...lines.flatMap((line) => [line, "echo; echo"])].join("\n")],
  typescript: [process.execPath, "guide.mts", joined],
  python: ["python3", "guide.py", joined]
}

/** Runs the lines of a guide under `/docs` as they are printed, in one shell: how many they were, what was answered, and where they ran. */
export const ranGuide = Effect.fnUntraced(function*(id: string, key: Key, person?: Key, language: Language = "curl", environment: Readonly<Record<string, string>> = {}, meanwhile: (child: ChildProcess) => Effect.Effect<void> = () => Effect.void) {
  const { status, text } = yield* send(guidePath(id, language))
  if (status !== 200) throw new Error(`${guidePath(id, language)} answered ${status}`)
  const section = text.slice(text.indexOf(`<section id="${id}">`))
  const lines = [...section.slice(0, section.indexOf("</section>")).matchAll(/<pre [^>]*><code>([\s\S]*?)<\/code><\/pre>/gu)].map(([, line]) => unescaped(line!))
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "guide-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true })))
  const [program, file, made] = runners[language]
  writeFileSync(join(folder, file), made(lines))
  const running = promisify(execFile)(program, [file], {
    cwd: folder, timeout: 120_000, env: { ...process.env, API_KEY: secrets[key], ...person !== undefined && { ACCESS_TOKEN: secrets[person] }, ...environment }
  })
  running.catch(() => undefined)
  yield* meanwhile(running.child)
  const { stdout } = yield* Effect.promise(() => running)
  /* Programs begin with what their lines stand on. */
  return { lines: language === "curl" ? lines.length : lines.length - 1, answers: stdout.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line)), folder }
})
