import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { statusOf } from "#schemas/kernel/errors"
import { rateHeaders, security } from "./response-headers.ts"
import { envelopeOf, type No } from "./error-response.ts"

/** An answer that no application gave. */
export interface Bare {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * A no for a request that no application sees: before it is there, after it is gone, or that is not quite HTTP. It counts
 * against no rate, so the one it tells is an untouched one.
 */
export const bare = (no: No, limit: number, more: Readonly<Record<string, string>> = {}): Bare => {
  const id = randomUUID()
  const body = envelopeOf(no, id)
  return {
    id,
    status: statusOf[no.code],
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "x-request-id": id,
      ...rateHeaders({ allowed: true, limit, remaining: limit, reset: Math.ceil(Date.now() / 1_000) + 60, retryAfter: 60 }),
      ...security,
      connection: "close",
      ...more
    },
    body
  }
}

/** The same as it goes over the wire, for a socket without a request. */
export const wire = ({ body, headers, status }: Bare): string => {
  const lines = Object.entries({ date: new Date().toUTCString(), ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}
