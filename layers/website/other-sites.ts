import { Context, Data, Effect, Layer } from "effect"
import { Agent, fetch, type Headers } from "undici"
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

/** What is at one address. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  /** Nothing where it was not wanted, or is larger than it may be. */
  readonly body: Buffer | undefined
  readonly tooLarge: boolean
}

export interface Ask {
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for all of it, and bytes. */
  readonly ms: number
  readonly most: number
  /** Whether a body of this media type, of an answer of 200, is wanted. */
  readonly takes: (type: string) => boolean
}

/** Milliseconds: to connect, for an answer to begin, and for a whole file. */
const CONNECT_MS = 5_000
const BEGIN_MS = 15_000
const FILE_MS = 120_000
const MOST_REDIRECTS = 5
const MOST_BYTES = 25 * 1_048_576
const MIB = 1_048_576
const AGENT = "BusinessPlatform-Site/1.0"

/** A media type without its parameters. */
export const typeIn = (headers: Pick<Headers, "get">): string => (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase()

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
      /** Why an address is never asked, as far as can be said at once; nothing if it may be. */
      objection: (address: string) => {
        const url = URL.parse(address)
        return url === null ? Effect.succeed("Its address cannot be read.") : guard.inspect(url)
      },
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
          return { type: typeIn(response.headers), bytes: Buffer.concat(chunks) }
        }),
      /** What is at one address: where that leads elsewhere, the one who asks decides. */
      one: (address: string, { headers, most, ms, takes }: Ask): Effect.Effect<Answered, NotHad> =>
        asked(ms, async (signal) => {
          const url = URL.parse(address)
          const objection = url === null ? "Its address cannot be read." : guard.objection(url)
          if (objection !== undefined) throw notHad(objection)
          const response = await fetch(url!, { redirect: "manual", dispatcher: agent, signal, headers: { "user-agent": AGENT, ...headers } })
          const told = { status: response.status, headers: response.headers }
          if (response.status !== 200 || !takes(typeIn(response.headers))) {
            await response.body?.cancel()
            return { ...told, body: undefined, tooLarge: false }
          }
          const chunks: Array<Uint8Array> = []
          let bytes = 0
          for await (const chunk of response.body ?? []) {
            bytes += chunk.length
            if (bytes > most) return { ...told, body: undefined, tooLarge: true }
            chunks.push(chunk)
          }
          return { ...told, body: Buffer.concat(chunks), tooLarge: false }
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
