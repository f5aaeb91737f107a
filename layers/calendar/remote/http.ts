import { Context, Data, Effect, Layer, Option, Redacted, Semaphore } from "effect"
import { Agent, fetch, type Headers } from "undici"
import { failureOf } from "../../network/failure.ts"
import { Guard } from "../../network/guard.ts"

/** Why a calendar elsewhere could not be read or written, for whoever connected it. */
export class CalendarFault extends Data.TaggedError("CalendarFault")<{
  readonly kind: "unauthorized" | "missing" | "not_a_calendar" | "unreachable" | "too_large" | "refused" | "changed"
  readonly message: string
  /** What the other side answered, if it did. */
  readonly status?: number
}> {}

/** How a calendar is reached. It is kept sealed. */
export interface Access {
  readonly address: string
  readonly username: string | null
  readonly password: Redacted.Redacted | null
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Asked {
  readonly method: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** How many are followed; with none, the caller looks at them itself. */
  readonly redirects?: number
}

/** Milliseconds: to connect, and for one answer as a whole. */
const CONNECT_MS = 5_000
const ANSWER_MS = 30_000
const MOST_BYTES = 32 * 1_048_576
const MOST_REDIRECTS = 3
/** While somebody waits: milliseconds that it may take, and how many do so at a time. */
const PATIENCE_MS = 12_000
const WAITING = 4
const AGENT = "BusinessPlatform-Calendar/1.0"

const fault = (kind: CalendarFault["kind"], message: string, status?: number) =>
  new CalendarFault({ kind, message, ...status !== undefined && { status } })

/** What an answer other than a success means; nothing where the caller has to look at it. */
export const refusedBy = ({ status }: { readonly status: number }, host: string): CalendarFault | undefined => {
  if (status < 400) return undefined
  if (status === 401) return fault("unauthorized", `${host} does not accept the user name and password.`, status)
  if (status === 404 || status === 410) return fault("missing", `${host} has no calendar at this address.`, status)
  if (status === 429 || status >= 500) return fault("unreachable", `${host} answered ${status}: it cannot answer now.`, status)
  return fault("refused", `${host} answered ${status} and refuses this.`, status)
}

/** Calls to the calendars of companies: to public addresses, or hosts that the operator has named, and with a limit to everything. */
export class CalendarHttp extends Context.Service<CalendarHttp>()("layers/calendar/CalendarHttp", {
  make: Effect.gen(function*() {
    const guard = yield* Guard
    const agent = yield* Effect.acquireRelease(
      Effect.sync(() => new Agent({
        connect: guard.connector(CONNECT_MS), allowH2: false, connections: 4, maxHeaderSize: 16_384, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS
      })),
      (agent) => Effect.promise(() => agent.destroy())
    )

    const whole = async (body: AsyncIterable<Uint8Array> | null, host: string) => {
      const chunks: Array<Uint8Array> = []
      let bytes = 0
      for await (const chunk of body ?? []) {
        bytes += chunk.length
        if (bytes > MOST_BYTES) throw fault("too_large", `The calendar at ${host} is larger than ${MOST_BYTES / 1_048_576} MiB.`)
        chunks.push(chunk)
      }
      return new TextDecoder().decode(Buffer.concat(chunks))
    }

    /** One answer, after the redirects to it. A redirect to elsewhere takes no credentials with it. */
    const ask = async (
      { password, username }: Pick<Access, "password" | "username">, address: string, { body, headers, method, redirects: most = MOST_REDIRECTS }: Asked, signal?: AbortSignal
    ): Promise<Answered> => {
      let url = new URL(address)
      const { origin } = url
      const late = AbortSignal.timeout(ANSWER_MS)
      for (let redirects = 0; ; redirects++) {
        const objection = guard.objection(url)
        if (objection !== undefined) throw fault("refused", objection)
        const known = username !== null && password !== null && url.origin === origin
        try {
          const response = await fetch(url, {
            method, redirect: "manual", dispatcher: agent, signal: signal === undefined ? late : AbortSignal.any([signal, late]),
            ...body !== undefined && { body },
            headers: {
              "user-agent": AGENT, ...headers,
              ...known && { authorization: `Basic ${Buffer.from(`${username}:${Redacted.value(password)}`).toString("base64")}` }
            }
          })
          const to = response.status >= 300 && response.status < 400 && response.status !== 304 ? response.headers.get("location") : null
          const text = await whole(response.body, url.host)
          if (to === null || redirects >= most || !URL.canParse(to, url)) {
            return { status: response.status, headers: response.headers, text }
          }
          url = new URL(to, url)
        } catch (error) {
          if (error instanceof CalendarFault) throw error
          if (late.aborted) throw fault("unreachable", `There was no whole answer of ${url.host} within ${ANSWER_MS / 1_000} s.`)
          throw fault("unreachable", failureOf((error as Error).cause ?? error))
        }
      }
    }

    const places = yield* Semaphore.make(WAITING)
    return {
      ask,
      /** Asks a calendar for somebody who waits, and holds a transaction: so nobody waits for a place, and none waits long. */
      answering: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | CalendarFault, R> =>
        places.withPermitsIfAvailable(1)(Effect.timeoutOrElse(work, {
          duration: PATIENCE_MS, orElse: () => Effect.fail(fault("unreachable", `It did not answer within ${PATIENCE_MS / 1_000} s.`))
        })).pipe(Effect.flatMap(Option.match({
          onNone: () => Effect.fail(fault("unreachable", "Many calendars are being connected at the moment: try again in some seconds.")),
          onSome: (found) => Effect.succeed(found)
        })))
    }
  })
}) {
  static readonly layer = Layer.effect(CalendarHttp, CalendarHttp.make).pipe(Layer.provide(Guard.layer))
}

/** What a promise of `CalendarHttp` fails with; anything else is a defect. */
export const asked = <A>(work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, CalendarFault> =>
  Effect.tryPromise({ try: work, catch: (error) => error }).pipe(
    Effect.catch((error) => error instanceof CalendarFault ? Effect.fail(error) : Effect.die(error))
  )
