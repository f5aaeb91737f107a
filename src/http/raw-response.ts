import { randomUUID } from "node:crypto"
import { STATUS_CODES } from "node:http"
import { statusOf } from "#schemas/kernel/errors"
import { type ApiError, envelopeOf } from "./error-response.ts"
import { security, unusedRateHeaders } from "./response-headers.ts"

/** A response that is written without the application. */
export interface RawResponse {
  readonly id: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * An error for a request that no application sees: it has not started or has ended, or the request is not valid HTTP. It is not
 * counted, so that its rate headers are those of an unused limit.
 */
export const rawResponse = (error: ApiError, limit: number, more: Readonly<Record<string, string>> = {}): RawResponse => {
  const id = randomUUID()
  const body = envelopeOf(error, id)
  return {
    id,
    status: statusOf[error.code],
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "x-request-id": id,
      ...unusedRateHeaders(limit),
      ...security,
      connection: "close",
      ...more
    },
    body
  }
}

/** The same as bytes of HTTP/1.1, for a socket without a request. */
export const toWire = ({ body, headers, status }: RawResponse): string => {
  const lines = Object.entries({ date: new Date().toUTCString(), ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}
