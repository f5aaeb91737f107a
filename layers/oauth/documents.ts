import { Context, Effect, Layer } from "effect"
import { Agent, fetch as request, type Response as Fetched } from "undici"
import { ServiceConfig } from "../config.ts"
import { guarding, NotPublic } from "../network/guard.ts"
import { Recent } from "../recent.ts"

/** How long a document may take to come, and how many are fetched at a time: strangers name the addresses. */
const PATIENCE_MS = 2_500
const AT_A_TIME = 8

const isJson = (type: string | null) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/iu.test(type ?? "")

/** How long one that did not come is not asked for again, and how many of them are remembered. */
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
export class ClientDocuments extends Context.Service<ClientDocuments, {
  readonly fetch: (url: string, options: { readonly signal?: AbortSignal | null }) => Promise<Response>
}>()("layers/oauth/ClientDocuments") {
  static readonly layer = Layer.effect(ClientDocuments, Effect.gen(function*() {
    const { oauthAllowHosts } = yield* ServiceConfig
    const guard = yield* guarding({ hosts: oauthAllowHosts, http: false })
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({ connect: guard.connector(PATIENCE_MS), headersTimeout: PATIENCE_MS, bodyTimeout: PATIENCE_MS, allowH2: false })),
      (agent) => Effect.promise(() => agent.destroy())
    )
    const failures = new Recent<{ readonly until: number; readonly error: unknown }>(FAILURES)
    let fetching = 0
    return ClientDocuments.of({
      fetch: async (url, { signal }) => {
        const failure = failures.get(url)
        if (failure !== undefined && Date.now() < failure.until) throw failure.error
        const objection = guard.objection(new URL(url))
        if (objection !== undefined) throw new NotPublic(objection)
        if (fetching >= AT_A_TIME) throw new Error("too many documents are being fetched")
        fetching++
        try {
          const response = await request(url, {
            dispatcher: agent,
            redirect: "manual",
            headers: { accept: "application/json" },
            ...signal !== undefined && signal !== null && { signal }
          })
          if (response.status === 200 && !isJson(response.headers.get("content-type"))) {
            await response.body?.cancel()
            throw new Error("the document is not JSON by its content type")
          }
          const { headers, status } = response
          return new Response(status === 200 ? await bodyOf(response) : null, { status, headers: [...headers] })
        } catch (error) {
          failures.set(url, { until: Date.now() + FAILED_FOR_MS, error })
          throw error
        } finally {
          fetching--
        }
      }
    })
  }))
}
