import type { Effect } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Body } from "./fingerprint.ts"

/** A program of a category, of any input; the binder checks its type. */
export type Program<A = any> = (input: any) => Effect.Effect<A, any, any>

/** The decoded parts of a request, as the framework hands them over. */
export interface Decoded {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly params?: object
  readonly query?: object
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly payload?: object
  /** The body that `payload` was decoded from. */
  readonly body?: Body
}

/** What a program, and what surrounds it, answers with. */
export type Response<A> = ReturnType<Program<A>>

/** What a handler does. Programs are of any error and any service here; their types are checked where they are bound. */
export type Handling<A = HttpServerResponse.HttpServerResponse> = Effect.fn.Return<A, any, any>

export type Handler = (input: Decoded) => Effect.Effect<HttpServerResponse.HttpServerResponse, any, any>
