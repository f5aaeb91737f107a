import { Context, Effect, Layer } from "effect"
import { Pool } from "undici"
import { type AttemptResult, schedule } from "#schemas/webhooks/schedule"
import { Guard } from "../network/guard.ts"
import { failureOf } from "../network/failure.ts"

/** What is sent where. Each endpoint has connections of its own. */
export interface Post {
  readonly webhook_id: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Connections to one endpoint; the queue lets no more attempts through at a time. */
const CONNECTIONS = 32
/** Of an answer this much is read, and this much kept. */
const READ_BYTES = 65_536
const KEPT_BYTES = 2_048
const IDLE_MS = 60_000
const SWEEP_MS = 30_000

/** Seconds, or a date (RFC 9110); milliseconds from now. */
const retryAfterOf = (value: string | ReadonlyArray<string> | undefined): number | undefined => {
  if (typeof value !== "string") return undefined
  const ms = /^\d{1,9}$/u.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** Text that a database keeps, whatever the bytes are. */
const textOf = (chunks: ReadonlyArray<Buffer>) => {
  const bytes = Buffer.concat(chunks).subarray(0, KEPT_BYTES)
  return bytes.length === 0 ? null : new TextDecoder().decode(bytes, { stream: bytes.length === KEPT_BYTES }).replaceAll("\u0000", "\ufffd")
}

const problemOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  if (status === 410) return "The endpoint answered 410: it is gone."
  if (status >= 300 && status < 400) return `The endpoint answered ${status}; redirects are not followed.`
  return `The endpoint answered ${status}.`
}

/** A connection that was kept open and has just been closed by the other side. */
const wasStale = (error: unknown): boolean => {
  const { code, socket } = error as { readonly code?: string; readonly socket?: { readonly bytesRead?: number } }
  return code === "UND_ERR_SOCKET" && (socket?.bytesRead ?? 0) > 0
}

interface Connections {
  readonly pool: Pool
  usedAt: number
}

/** Makes one attempt: a POST, its answer up to 64 KiB, all of it within 15 seconds. It does not fail. */
export class Sender extends Context.Service<Sender>()("layers/webhooks/Sender", {
  make: Effect.gen(function*() {
    const guard = yield* Guard
    const connect = guard.connector(schedule.deadline)
    const endpoints = new Map<string, Connections>()

    const poolTo = (webhook: number, origin: string) => {
      const key = `${webhook} ${origin}`
      let found = endpoints.get(key)
      if (found === undefined) {
        const pool = new Pool(origin, {
          connect,
          connections: CONNECTIONS,
          pipelining: 1,
          allowH2: false,
          headersTimeout: schedule.deadline * 2,
          bodyTimeout: schedule.deadline * 2
        })
        endpoints.set(key, found = { pool, usedAt: 0 })
      }
      found.usedAt = Date.now()
      return found.pool
    }

    const sweep = setInterval(() => {
      const old = Date.now() - IDLE_MS
      for (const [key, { pool, usedAt }] of endpoints) {
        if (usedAt > old) continue
        endpoints.delete(key)
        void pool.destroy()
      }
    }, SWEEP_MS)
    sweep.unref()
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        clearInterval(sweep)
        await Promise.all([...endpoints.values()].map(({ pool }) => pool.destroy()))
      }))

    const post = ({ body, headers, url, webhook_id }: Post) =>
      Effect.callback<AttemptResult>((resume) => {
        const began = performance.now()
        const target = URL.parse(url)
        const chunks: Array<Buffer> = []
        let read = 0
        let status: number | null = null
        let retryAfter: number | undefined
        let over = false
        let abort: (() => void) | undefined

        const end = (error: string | null) => {
          if (over) return
          over = true
          clearTimeout(late)
          resume(Effect.succeed({ status, error, answer: textOf(chunks), retryAfter, latencyMs: Math.round(performance.now() - began) }))
        }
        const late = setTimeout(() => {
          end(status === null ? "There was no answer within 15 s." : "The answer did not end within 15 s.")
          abort?.()
        }, schedule.deadline)

        if (target === null) return end("The address cannot be read.")
        const objection = guard.objection(target)
        if (objection !== undefined) return end(objection)

        const send = (fresh: boolean): void => {
          const pool = poolTo(webhook_id, target.origin)
          pool.dispatch({ method: "POST", path: target.pathname + target.search, headers, body }, {
            onRequestStart: (controller) => {
              abort = () => controller.abort(new Error("over"))
              if (over) abort()
            },
            onResponseStart: (_, code, given) => {
              if (code < 200) return
              status = code
              retryAfter = retryAfterOf(given["retry-after"])
            },
            onResponseData: (_, chunk) => {
              if (read < KEPT_BYTES) chunks.push(Buffer.from(chunk.subarray(0, KEPT_BYTES - read)))
              read += chunk.length
              if (read < READ_BYTES) return
              end(problemOf(status!))
              abort?.()
            },
            onResponseEnd: () => end(problemOf(status!)),
            onResponseError: (_, error) => {
              if (!over && !fresh && status === null && wasStale(error)) return send(true)
              end(failureOf(error))
            }
          })
        }
        send(false)
        return Effect.sync(() => {
          over = true
          clearTimeout(late)
          abort?.()
        })
      })

    return { post }
  })
}) {
  static readonly layer = Layer.effect(Sender, Sender.make)
}
