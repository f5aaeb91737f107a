import { Context, type Effect, type Stream } from "effect"
import type { Session } from "#layers/auth/dashboard-sessions"
import type { InProcessClient } from "../http/in-process-client.ts"
import type { Node } from "./html.ts"
import { type Text } from "./words/spoken.ts"

/** A page to show. */
export interface Page {
  readonly title: Text
  readonly content: Node
  /** The section that it belongs to, by its path. */
  readonly section?: string
  /** The page above it. */
  readonly trail?: { readonly title: Text; readonly to: string }
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The browser goes there by itself, at once. */
  readonly forwardTo?: string
  /** The address of the stream that tells of changes of what is shown. */
  readonly live?: string | undefined
  /** What the browser keeps of the first steps. */
  readonly getStarted?: string
  /** A module of ours that makes the page handier; it does all it does without. */
  readonly script?: string
}

/** A document of its own, to be shown within a page: nothing of ours surrounds it. */
export interface Document {
  readonly document: string
}

/** A file that somebody else made, to be shown by itself where it is a picture, and saved otherwise. */
export interface File {
  readonly file: Uint8Array
  readonly type: string
  readonly name: string
}

/** What a page that stays open hears of: server-sent events. */
export interface Events {
  readonly events: Stream.Stream<Uint8Array>
}

/** Another page follows. */
export interface Redirect {
  readonly to: string
  /** The token of a session that was opened: the browser is signed in with it. */
  readonly sessionToken?: string
  /** The browser is signed out. */
  readonly signedOut?: true
  /** A sign-in that still needs its second factor, sealed. */
  readonly pendingSignIn?: string
  /** What the browser keeps of the first steps. */
  readonly getStarted?: string
}

interface PageRequest {
  /** Calls the API in the caller's name. */
  readonly api: InProcessClient["Service"]
  /** The token of the cookie, which only this browser knows. */
  readonly token: string
  readonly query: URLSearchParams
  readonly form: URLSearchParams
}

/** A request of a signed-in browser. */
export class SessionRequest extends Context.Service<SessionRequest, PageRequest & {
  readonly session: Session
  readonly params: Readonly<Record<string, string | undefined>>
}>()("src/dashboard/SessionRequest") {}

/** A request of a browser that is not signed in. */
export class AnonymousRequest extends Context.Service<AnonymousRequest, PageRequest & {
  /** Why the form that was sent was not accepted at all. */
  readonly rejection: Node | undefined
}>()("src/dashboard/AnonymousRequest") {}

/** Answers a request with a page. */
export type Handler<R> = Effect.Effect<Page | Redirect | Document | File | Events, unknown, R>
