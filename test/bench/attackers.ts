import { setPriority } from "node:os"
import { Connection } from "./connection.ts"

/** One kind of attack: requests that are sent again and again over so many connections. */
export interface Attack {
  readonly name: string
  readonly connections: number
  readonly requests: ReadonlyArray<string>
  /** Paths to read to the end with this key instead. */
  readonly downloads?: { readonly key: string; readonly paths: ReadonlyArray<string> }
}

export interface Attacked {
  readonly name: string
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>
}

/* Attackers have processors of their own; here they share two with the server, so they get what it leaves. */
setPriority(10)

const PAUSE_MS = 50

const downloaded = async (port: number, path: string, key: string) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
  await response.body!.pipeTo(new WritableStream())
  return String(response.status)
}

const attack = async (port: number, { connections, downloads, name, requests }: Attack, stop: () => boolean): Promise<Attacked> => {
  const statuses: Record<string, number> = {}
  const count = (status: string) => void (statuses[status] = (statuses[status] ?? 0) + 1)
  let n = 0
  await Promise.all(Array.from({ length: connections }, async () => {
    let connection: Connection | undefined
    while (!stop()) {
      try {
        if (downloads !== undefined) {
          count(await downloaded(port, downloads.paths[n++ % downloads.paths.length]!, downloads.key))
          continue
        }
        connection ??= await Connection.open(port)
        const open = connection
        await new Promise<void>((resolve, reject) =>
          open.send(requests[n++ % requests.length]!, false, ({ status }) => {
            count(String(status))
            resolve()
          }, reject))
      } catch {
        count("closed")
        connection = undefined
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    connection?.close()
  }))
  return { name, statuses }
}

process.once("message", async ({ attacks, port }: { readonly port: number; readonly attacks: ReadonlyArray<Attack> }) => {
  let ended = false
  process.once("message", () => void (ended = true))
  process.send!(await Promise.all(attacks.map((one) => attack(port, one, () => ended))))
})
process.once("disconnect", () => process.exit(0))
