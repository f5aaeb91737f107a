import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join, resolve } from "node:path"
import { Effect } from "effect"
import { inject } from "vitest"
import { dataOf } from "#layers/database/url"
import { copyData, temporary } from "../support/temporary.ts"

const repository = resolve(import.meta.dirname, "../..")

/** A folder of the test's own that everybody may enter, since PostgreSQL may run as somebody else. */
export const home = Effect.acquireRelease(
  Effect.sync(() => {
    const path = mkdtempSync(join(temporary, "process-"))
    chmodSync(path, 0o755)
    return path
  }),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
)

/** The same for a service that finds its database migrated already: where its first start is not what is tested, that spares a second. */
export const migratedHome = Effect.tap(home, (path) => Effect.sync(() => copyData(inject("migrated"), dataOf(path))))

type Variables = Readonly<Record<string, string>>

/** Only what a login has, so that the surroundings of the tests change nothing; and what spares compiling, which changes nothing else. */
const environment = (variables: Variables) => ({
  PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], PORT: "0", ...variables
})

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

const launch = (command: ReadonlyArray<string>, variables: Variables, program = repository) => {
  const child = spawn(process.execPath, ["src/cli.ts", ...command], {
    cwd: program,
    env: environment(variables),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const said = { out: "", err: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => said.out += text)
  child.stderr.setEncoding("utf8").on("data", (text: string) => said.err += text)
  const ended = once(child, "close").then(([code, signal]): Ended => ({ code, signal, ...said }))
  return { child, said, ended }
}

/** Milliseconds in which a process that should end has to. Its PostgreSQL alone may take a minute to write everything back. */
const END_WITHIN_MS = 90_000

/** Waits for the end of a process. One that does not come is killed and told of, with all that the process had said. */
const endOf = async ({ child, ended, said }: ReturnType<typeof launch>, what: string) => {
  const begun = performance.now()
  let late = false
  const timer = setTimeout(() => {
    late = true
    child.kill("SIGKILL")
  }, END_WITHIN_MS)
  const end = await ended
  clearTimeout(timer)
  if (!late) return end
  const waited = `${Math.round((performance.now() - begun) / 1_000)} s`
  throw new Error(`${what} had not ended after ${waited} and was killed.\nIts output:\n${said.out}\nIts errors:\n${said.err}`)
}

/** Runs a command of the service to its end, from another folder where one is named. */
export const run = (command: ReadonlyArray<string>, variables: Variables = {}, program?: string) =>
  Effect.promise(() => endOf(launch(command, variables, program), `service ${command.join(" ")}`))

/** Starts a command of the service, which is gone when the scope closes. */
export const begin = (command: ReadonlyArray<string>, variables: Variables = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const launched = launch(command, variables)
      return {
        pid: launched.child.pid!,
        said: launched.said,
        signal: (name: NodeJS.Signals) => void launched.child.kill(name),
        ended: Effect.promise(() => launched.ended)
      }
    }),
    ({ ended, signal }) => Effect.andThen(Effect.sync(() => signal("SIGKILL")), ended)
  )

/** A running service. */
export interface Service {
  readonly pid: number
  readonly port: number
  /** The demo company's test key; "" where there is no demo company. */
  readonly key: string
  /** Milliseconds until it said that it serves. */
  readonly startedIn: number
  readonly said: { readonly out: string; readonly err: string }
  readonly signal: (name: NodeJS.Signals) => void
  readonly ended: Effect.Effect<Ended>
}

const serving = /^Business Platform API on http:\/\/[^:]+:(\d+) /m

/** Starts the service, from another folder where one is named, and waits until it serves; it is gone when the scope closes. */
export const serve = (variables: Variables, program?: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const begun = performance.now()
      const launched = launch(["serve"], variables, program)
      const { child, ended, said } = launched
      const told = new Promise<number>((answer) => {
        child.stderr.on("data", () => {
          const [, port] = serving.exec(said.err) ?? []
          if (port !== undefined) answer(Number(port))
        })
      })
      const port = await Promise.race([told, ended.then(({ code, err }) => Promise.reject(new Error(`it left with ${code}: ${err}`)))])
      const service: Service = {
        pid: child.pid!,
        port,
        key: /sk_service_test_\w+/.exec(said.err)?.[0] ?? "",
        startedIn: performance.now() - begun,
        said,
        signal: (name) => void child.kill(name),
        ended: Effect.promise(() => endOf(launched, "The service"))
      }
      return { service, launched }
    }),
    ({ launched }) =>
      Effect.promise(async () => {
        const { child } = launched
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM")
        await endOf(launched, "The service, asked to end,")
      })
  ).pipe(Effect.map(({ service }) => service))

/** A port that was free a moment ago. */
export const freePort = Effect.promise(async () => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, "close")
  return port
})

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: any
}

/** Longer than any request takes, in milliseconds: one that is never answered is a failure, and not a wait without end. */
export const unanswered = () => AbortSignal.timeout(120_000)

/** Asks a service, with its demo key unless told otherwise. */
export const ask = ({ key, port }: Pick<Service, "key" | "port">, path: string, init: RequestInit = {}) =>
  Effect.promise(async (): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${key}` }, signal: unanswered(), ...init
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text.startsWith("{") ? JSON.parse(text) : text }
  })
