import { Context, Data, Effect, Layer } from "effect"
import { Agent, fetch } from "undici"
import { ServiceConfig } from "../kernel/config.ts"
import { failureOf } from "../network/failure.ts"
import { guarding } from "../network/guard.ts"

/** Why something of another site was not had, for whoever asked for it. */
export class NotHad extends Data.TaggedError("NotHad")<{
  readonly message: string
  /** What the other side answered, if it did. */
  readonly status: number | null
}> {}

export interface Had {
  readonly type: string
  readonly bytes: Buffer
}

/** Milliseconds: to connect, for an answer to begin, and for a whole file. */
const CONNECT_MS = 5_000
const BEGIN_MS = 15_000
const FILE_MS = 120_000
const MOST_REDIRECTS = 5
const MOST_BYTES = 25 * 1_048_576
const MIB = 1_048_576
const AGENT = "BusinessPlatform-Site/1.0"

const notHad = (message: string, status: number | null = null) => new NotHad({ message, status })

/** Reads of other people's sites: public addresses, or hosts that the operator has named, and with a limit to everything. */
export class OtherSites extends Context.Service<OtherSites>()("layers/website/OtherSites", {
  make: Effect.gen(function*() {
    const { webhookAllowHosts } = yield* ServiceConfig
    /* Sites that move are often old: what is read there is public, so that http will do. */
    const guard = yield* guarding({ hosts: webhookAllowHosts, http: true })
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({
        connect: guard.connector(CONNECT_MS), allowH2: false, connections: 2, maxHeaderSize: 16_384, headersTimeout: BEGIN_MS, bodyTimeout: BEGIN_MS
      })),
      (agent) => Effect.promise(() => agent.destroy())
    )

    const answer = async (method: "GET" | "HEAD", address: string, signal: AbortSignal) => {
      let url = URL.parse(address)
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
        if (url === null) throw notHad("Its address cannot be read.")
        const objection = guard.objection(url)
        if (objection !== undefined) throw notHad(objection)
        const response = await fetch(url, { method, redirect: "manual", dispatcher: agent, signal, headers: { "user-agent": AGENT, accept: "*/*" } })
        const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null
        if (to === null) return response
        await response.body?.cancel()
        url = URL.parse(to, url)
      }
      throw notHad(`It leads from one address to the next, more than ${MOST_REDIRECTS} times.`)
    }

    const asked = <A>(ms: number, work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, NotHad> =>
      Effect.tryPromise({
        try: (signal) => {
          const late = AbortSignal.timeout(ms)
          return work(AbortSignal.any([signal, late])).catch((error: unknown) => {
            if (late.aborted) throw notHad(`There was no whole answer within ${ms / 1_000} s.`)
            throw error
          })
        },
        catch: (error) => error instanceof NotHad ? error : notHad(failureOf((error as Error).cause ?? error))
      })

    return {
      /** A file, up to 25 MiB. */
      file: (address: string): Effect.Effect<Had, NotHad> =>
        asked(FILE_MS, async (signal) => {
          const response = await answer("GET", address, signal)
          if (!response.ok) {
            await response.body?.cancel()
            throw notHad(`The old site answered ${response.status}.`, response.status)
          }
          const chunks: Array<Uint8Array> = []
          let bytes = 0
          for await (const chunk of response.body ?? []) {
            bytes += chunk.length
            if (bytes > MOST_BYTES) throw notHad(`It is larger than ${MOST_BYTES / MIB} MiB.`)
            chunks.push(chunk)
          }
          return { type: (response.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase(), bytes: Buffer.concat(chunks) }
        }),
      /** What is answered at an address: its status. Many servers know no HEAD, so that what it refuses is asked for in full. */
      status: (address: string): Effect.Effect<number, NotHad> =>
        asked(BEGIN_MS, async (signal) => {
          const head = await answer("HEAD", address, signal)
          await head.body?.cancel()
          if (head.ok || head.status === 404 || head.status === 410 || head.status === 429) return head.status
          const whole = await answer("GET", address, signal)
          await whole.body?.cancel()
          return whole.status
        })
    }
  })
}) {
  static readonly layer = Layer.effect(OtherSites, OtherSites.make)
}
