import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"

export const executable = [process.env["RADICALE_PATH"], "/usr/bin/radicale", "/usr/local/bin/radicale"].find((path) => path !== undefined && existsSync(path))
export const NO_SERVER = "there is no radicale here: install it, or say where it is in RADICALE_PATH"

export const USER = "ada"
export const PASSWORD = "correct-horse-7"

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port
const listening = async (server: ReturnType<typeof createServer>) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return server
}

const freePort = async () => {
  const server = await listening(createServer())
  const port = portOf(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/** What stands between the service and the server: a network that can be cut, also in the midst of the answer to the nth `REPORT`. */
const network = async (to: number) => {
  const sockets = new Set<Socket>()
  let reports = Number.POSITIVE_INFINITY
  let up = true
  let connections = 0
  const server = await listening(createServer((near) => {
    connections++
    const far = connect(to, "127.0.0.1")
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => {}).on("close", () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (!up) return near.destroy()
    near.on("data", (chunk: Buffer) => {
      if (chunk.toString("latin1", 0, 7) === "REPORT ") reports--
      far.write(chunk)
    })
    far.on("data", (chunk: Buffer) => {
      if (reports > 0) return near.write(chunk)
      up = false
      near.write(chunk.subarray(0, chunk.length / 2), () => near.destroy())
    })
  }))
  return {
    port: portOf(server),
    connections: () => connections,
    cut: () => {
      up = false
      for (const socket of sockets) socket.destroy()
    },
    cutAtReport: (n: number) => void (reports = n),
    mend: () => {
      up = true
      reports = Number.POSITIVE_INFINITY
    },
    end: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
  }
}

const basic = (password: string) => `Basic ${Buffer.from(`${USER}:${password}`).toString("base64")}`

/** It writes every entry through to the disk; what is in memory need not wait for that. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** Debian's CalDAV server, as a process of its own, with an account. */
export const radicale = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = mkdtempSync(join(memory, "radicale-"))
    const port = await freePort()
    const users = join(folder, "users")
    const setPassword = (password: string) => writeFileSync(users, `${USER}:${password}\n`)
    setPassword(PASSWORD)
    const config = join(folder, "config")
    writeFileSync(config, [
      "[server]", `hosts = 127.0.0.1:${port}`, "max_connections = 20", "[auth]", "type = htpasswd", `htpasswd_filename = ${users}`, "htpasswd_encryption = plain",
      "delay = 0", "[storage]", `filesystem_folder = ${join(folder, "collections")}`, "[logging]", "level = error", ""
    ].join("\n"))
    const child = spawn(executable!, ["--config", config], { stdio: "ignore" })
    const direct = `http://127.0.0.1:${port}`
    for (let tries = 0; ; tries++) {
      const up = await fetch(`${direct}/.web/`).then(() => true, () => false)
      if (up) break
      if (tries > 600) throw new Error("radicale does not start")
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const cable = await network(port)
    const ask = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${direct}${path}`, { method, headers: { authorization: basic(PASSWORD), ...headers }, ...body !== undefined && { body } })
      const text = await response.text()
      if (response.status >= 400 && response.status !== 404) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
      return { status: response.status, text }
    }
    return {
      url: `http://127.0.0.1:${cable.port}/`,
      network: cable,
      setPassword,
      ask,
      /** Makes a calendar of the account, which may hold events. */
      calendar: (name: string, events: string = "") =>
        events === ""
          ? ask("MKCALENDAR", `/${USER}/${name}/`, `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
            <d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`, { "content-type": "text/xml" })
          : ask("PUT", `/${USER}/${name}/`, events, { "content-type": "text/calendar" }),
      put: (calendar: string, uid: string, event: string) => ask("PUT", `/${USER}/${calendar}/${uid}.ics`, event, { "content-type": "text/calendar" }),
      remove: (calendar: string, uid: string) => ask("DELETE", `/${USER}/${calendar}/${uid}.ics`),
      /** All of a calendar. */
      read: (calendar: string) => ask("GET", `/${USER}/${calendar}/`).then(({ text }) => text),
      end: async () => {
        await cable.end()
        child.kill("SIGKILL")
        await new Promise((resolve) => child.exitCode === null && child.signalCode === null ? child.on("exit", resolve) : resolve(undefined))
        rmSync(folder, { recursive: true, force: true })
      }
    }
  }),
  ({ end }) => Effect.promise(end)
)
export type Radicale = Effect.Success<typeof radicale>
