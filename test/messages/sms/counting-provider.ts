import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { TWILIO_SID } from "../../support/test-server.ts"

interface Taken {
  readonly sid: string
  readonly to: string
  readonly from: string
  readonly body: string
  /** Milliseconds, when all of the request was here. */
  readonly at: number
}

/** Of a hundred requests to send: so many are refused with 500 and nothing is done, and so many are done and never answered. */
const FAILS = 5
const HANGS = 1

/** What becomes of each number, the same in each run: the provider is as unreliable as its numbers say. */
const fateOf = (to: string, attempt: number) => {
  const lot = (Number(to.slice(-4)) * 7_919 + attempt * 104_729) % 100
  return lot < FAILS ? "fails" : lot < FAILS + HANGS ? "hangs" : "works"
}

/** A provider that speaks Twilio's protocol of messages, counts what it takes, and fails and hangs as agreed. */
export const countingProvider = Effect.acquireRelease(
  Effect.promise(async () => {
    const taken: Array<Taken> = []
    const byNumber = new Map<string, Array<Taken>>()
    const asked = new Map<string, number>()
    /** When each request to send came, of those that failed too. */
    const arrivals: Array<number> = []
    const counts = { fails: 0, hangs: 0, works: 0 }
    const path = `/2010-04-01/Accounts/${TWILIO_SID}/Messages`
    const shown = ({ body, from, sid, to }: Taken) => ({ sid, to, from, body, status: "sent", error_code: null })
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("error", () => {}).on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
        const url = new URL(request.url!, "http://provider")
        const answer = (status: number, value: object) =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
        if (request.method === "GET") {
          const one = url.pathname.startsWith(`${path}/`) ? taken.find(({ sid }) => url.pathname === `${path}/${sid}.json`) : undefined
          if (one !== undefined) return answer(200, shown(one))
          return answer(200, { messages: (byNumber.get(url.searchParams.get("To") ?? "") ?? []).toReversed().map(shown) })
        }
        arrivals.push(performance.now())
        const form = new URLSearchParams(Buffer.concat(chunks).toString())
        const to = form.get("To")!
        const attempt = (asked.get(to) ?? 0) + 1
        asked.set(to, attempt)
        const fate = fateOf(to, attempt)
        counts[fate]++
        if (fate === "fails") return answer(500, { code: 20_500, message: "Internal error" })
        const one: Taken = { sid: `SM${String(taken.length + 1).padStart(32, "0")}`, to, from: form.get("From")!, body: form.get("Body")!, at: arrivals.at(-1)! }
        taken.push(one)
        byNumber.set(to, [...byNumber.get(to) ?? [], one])
        if (fate === "works") answer(201, shown(one))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, taken, byNumber, asked, arrivals, counts, server }
  }),
  ({ server }) =>
    Effect.promise(async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    })
)

/** The most that arrived within any second, wherever it begins. */
export const mostInASecond = (arrivals: ReadonlyArray<number>): number => {
  let [most, first] = [0, 0]
  for (let last = 0; last < arrivals.length; last++) {
    while (arrivals[last]! - arrivals[first]! >= 1_000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}
