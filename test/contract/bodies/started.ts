import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync, readlinkSync } from "node:fs"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import { Effect, Redacted } from "effect"
import { DatabaseUrl } from "../../support/database.ts"

const contract = resolve(import.meta.dirname, "child.ts")

/** Starts a process that serves these tests' contract, or what another file serves, on the database of the test; it is gone when the scope closes. */
export const started = (variables: Readonly<Record<string, string>> = {}, file = contract) =>
  Effect.flatMap(DatabaseUrl, (url) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        const child = spawn(process.execPath, ["--max-semi-space-size=16", "--heap-growing-percent=40", "--v8-pool-size=1", "--no-allocation-site-pretenuring", file], {
          env: {
            PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], PORT: "0",
            DATABASE_URL: Redacted.value(url), COMPANY_RATE_LIMIT: "1000000", PUBLIC_RATE_LIMIT: "1000000", ...variables
          },
          stdio: ["ignore", "pipe", "inherit"]
        })
        const ended = once(child, "close")
        const [line] = await Promise.race([once(createInterface(child.stdout), "line"), ended.then(() => Promise.reject(new Error("it did not start")))])
        const { port } = JSON.parse(line) as { readonly port: number }
        return {
          port,
          signal: (name: NodeJS.Signals) => void child.kill(name),
          kill: async () => (child.kill("SIGKILL"), void await ended),
          sockets: () => readdirSync(`/proc/${child.pid}/fd`).filter((fd) => {
            try {
              return readlinkSync(`/proc/${child.pid}/fd/${fd}`).startsWith("socket:")
            } catch {
              return false
            }
          }).length,
          residentMb: () => Number(/VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1_024
        }
      }),
      ({ kill }) => Effect.promise(kill)
    ))
