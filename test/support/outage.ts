import { mkdtempSync, rmSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Redacted } from "effect"

const SOCKET = ".s.PGSQL.5432"

/**
 * A way to the database that can be cut: `away` refuses and drops every connection, `stuck` keeps them and passes nothing
 * on, `deaf` does so to those on which `word` was said until then, `back` lets everybody through again.
 */
export const cuttable = (url: Redacted.Redacted) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const there = new URL(Redacted.value(url))
      const target = join(there.searchParams.get("host")!, SOCKET)
      const folder = mkdtempSync(join(tmpdir(), "cut-"))
      const pairs = new Set<readonly [Socket, Socket]>()
      const said = new Map<Socket, string>()
      const deaf = new Set<Socket>()
      let stuck = false
      const server = createServer((near) => {
        const far = connect(target)
        const pair = [near, far] as const
        pairs.add(pair)
        const end = () => {
          near.destroy()
          far.destroy()
          pairs.delete(pair)
          said.delete(near)
        }
        said.set(near, "")
        near.on("data", (chunk) => void said.set(near, said.get(near) + chunk.toString("latin1")))
        for (const [from, to] of [pair, [far, near]] as const) {
          from.on("data", (chunk) => stuck || deaf.has(near) || to.write(chunk))
          from.on("error", end)
          from.on("close", end)
        }
      })
      const drop = () => {
        for (const [near] of pairs) near.destroy()
      }
      const listen = () => new Promise<void>((resolve) => server.listen(join(folder, SOCKET), resolve))
      await listen()
      there.searchParams.set("host", folder)
      return {
        url: Redacted.make(there.href),
        away: () => {
          server.close()
          drop()
        },
        stuck: () => void (stuck = true),
        deaf: (word: string) => {
          for (const [near] of pairs) if (said.get(near)?.includes(word)) deaf.add(near)
          return deaf.size
        },
        back: async () => {
          stuck = false
          drop()
          if (!server.listening) await listen()
        },
        end: () => {
          server.close()
          drop()
          rmSync(folder, { recursive: true, force: true })
        }
      }
    }),
    ({ end }) => Effect.sync(end)
  )
