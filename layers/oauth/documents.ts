import { Context, Effect, Layer } from "effect"
import { LRUCache } from "lru-cache"
import { Agent, fetch as request, type Response as Fetched } from "undici"
import { ServiceConfig } from "../kernel/config.ts"
import { SystemSql } from "../database/connections.ts"
import { exists } from "../kernel/sql.ts"
import { guarding, NotPublic } from "../network/guard.ts"
import { FetchQueue } from "./fetch-queue.ts"

/** How long each part of an answer may take: a connection with its name and its handshake, the headers, the body. Anybody names the addresses. */
const CONNECT_MS = 1_500
const HEADERS_MS = 1_000
const BODY_MS = 1_000

/** An attacker with one network, or one host, gets two fetches of the six that are for all. */
const limits = { atATime: 8, forKnown: 2, ofHost: 2, ofNetwork: 2, waiting: 64, waitingOfNetwork: 4, waitMs: 3_000 }

const isJson = (type: string | null) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu.test(type ?? "")

/** How long what did not come is not asked for again, a document or all of a server that did not answer, and how many are remembered. */
const FAILED_FOR_MS = 5_000
const FAILURES = 200

/** What such a document may take, as the draft has it. */
const MOST_BYTES = 5_120

const bodyOf = async ({ body }: Fetched): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES) throw new Error("the document is too large")
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
}

/**
 * Fetches what tool clients publish about themselves (draft-ietf-oauth-client-id-metadata-document), from public addresses only,
 * without following redirects.
 */
export class ClientDocuments extends Context.Service<ClientDocuments>()("layers/oauth/ClientDocuments", {
  make: Effect.gen(function*() {
    const { oauthAllowHosts } = yield* ServiceConfig
    const sql = yield* SystemSql
    const guard = yield* guarding({ hosts: oauthAllowHosts, http: false })
    const failures = new LRUCache<string, { readonly until: number; readonly error: unknown }>({ max: FAILURES })
    const failedWith = (key: string, error: unknown) => failures.set(key, { until: Date.now() + FAILED_FOR_MS, error })
    const connector = guard.connector(CONNECT_MS)
    /* What cannot be connected to is remembered for all its documents. A document that is slow says nothing of the others. */
    const connect: typeof connector = (options, callback) =>
      connector(options, (...[error, socket]) => {
        if (error === null) return callback(null, socket)
        failedWith(new URL(`${options.protocol}//${options.host ?? options.hostname}`).origin, error)
        callback(error, null)
      })
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ connect, allowH2: false })),
      (agent) => Effect.promise(() => agent.destroy())
    )
    const queue = new FetchQueue(limits)
    const run = Effect.runPromiseWith(yield* Effect.context<never>())

    /** Whether somebody has connected it to a company. */
    const isConnected = (url: string) =>
      run(exists(sql`
        select from oauth_grants g join api_keys k on k.company_id = g.company_id and k.id = g.key_id
        where g.client_id = ${url} and k.revoked_at is null and k.expires_at > now() limit 1`))

    const failedLately = (key: string) => {
      const failure = failures.get(key)
      if (failure !== undefined && Date.now() < failure.until) throw failure.error
    }

    const document = async (url: string): Promise<Response> => {
      const ending = new AbortController()
      const late = (what: string, ms: number) => setTimeout(() => ending.abort(new Error(what)), ms)
      let timer = late("the server of the document did not answer in time", CONNECT_MS + HEADERS_MS)
      try {
        const response = await request(url, { dispatcher: agent, redirect: "manual", headers: { accept: "application/json" }, signal: ending.signal })
        clearTimeout(timer)
        timer = late("the document did not come in time", BODY_MS)
        if (response.status === 200 && !isJson(response.headers.get("content-type"))) {
          await response.body?.cancel()
          throw new Error("the document is not JSON by its content type")
        }
        const { headers, status } = response
        return new Response(status === 200 ? await bodyOf(response) : null, { status, headers: [...headers] })
      } catch (error) {
        failedWith(url, error)
        throw error
      } finally {
        clearTimeout(timer)
      }
    }

    return {
      /** `network` is that of whoever names the client. */
      fetch: async (url: string, network: string) => {
        const address = new URL(url)
        const objection = guard.objection(address)
        if (objection !== undefined) throw new NotPublic(objection)
        const refuseFailed = () => [address.origin, url].forEach(failedLately)
        refuseFailed()
        const leave = await queue.enter({ host: address.hostname, network, known: await isConnected(url) })
        try {
          refuseFailed()
          return await document(url)
        } finally {
          leave()
        }
      }
    }
  })
}) {
  static readonly layer = Layer.effect(ClientDocuments, ClientDocuments.make)
}
