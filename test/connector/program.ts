import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { fetched } from "../support/fetched.ts"

/** The address that a program would open in a browser, wherever it prints it. */
const opened = /https?:\/\/[^\s"']+\/oauth\/authorize\?[^\s"']+/u

/** A tool client that is a program of its own. */
export interface Running {
  readonly child: ChildProcess
  /** Where it sends its user's browser. */
  readonly browses: Effect.Effect<string>
  /** All that it said once it has ended. */
  readonly ended: Effect.Effect<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** Starts a program of a package, in a home of its own and without any browser. */
export const started = Effect.fnUntraced(function*(name: Parameters<typeof fetched>[0], script: string, args: ReadonlyArray<string>) {
  const folder = yield* Effect.promise(() => fetched(name))
  const home = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "client-"))),
    (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
  )
  return yield* Effect.acquireRelease(
    Effect.sync((): Running => {
      const child = spawn(process.execPath, [join(folder, "node_modules", name, script), ...args], {
        env: { PATH: home, HOME: home, MCP_REMOTE_CONFIG_DIR: home, MCP_AUTO_OPEN_ENABLED: "true", NODE_NO_WARNINGS: "1" }, stdio: ["pipe", "pipe", "pipe"]
      })
      let [stdout, stderr] = ["", ""]
      const address = Promise.withResolvers<string>()
      const look = () => {
        const found = opened.exec(stdout + stderr)
        if (found !== null) address.resolve(found[0])
      }
      child.stdout.on("data", (text: Buffer) => (stdout += text.toString(), look()))
      child.stderr.on("data", (text: Buffer) => (stderr += text.toString(), look()))
      const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
        child.once("close", (code) => {
          address.reject(new Error(`it ended without a browser: ${stdout} ${stderr}`))
          resolve({ code, stdout, stderr })
        }))
      address.promise.catch(() => {})
      return { child, browses: Effect.promise(() => address.promise), ended: Effect.promise(() => ended) }
    }),
    ({ child }) => Effect.sync(() => void child.kill("SIGKILL"))
  )
})

/** A free port of this machine, as far as anybody can tell. */
export const freePort = Effect.promise(async () => {
  const { createServer } = await import("node:net")
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as { readonly port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
})
