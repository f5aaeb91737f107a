import { Context, Effect } from "effect"
import type { Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { ApiKeys } from "#layers/api-keys"
import { Idempotency } from "#layers/idempotency"
import type { Vault } from "#layers/identity/vault"
import { CurrentChanges, Journal } from "#layers/journal"
import { Tenancy } from "#layers/tenancy"
import { Batches } from "#layers/transaction"
import type { Uploads } from "#layers/uploads"
import { catalogOf, type Entry, type Input, type Output } from "#schemas/kernel/catalog"
import { CONFIRMATION_HEADER, summaryOf } from "#schemas/kernel/consent"
import { type Refusal, RequestId, statusOf, Unauthorized } from "#schemas/kernel/errors"
import type { Change } from "#schemas/kernel/events"
import { IfMatch, isHeld } from "#schemas/kernel/headers"
import { Caller } from "#schemas/kernel/tenancy"
import { agreedTo, isRefusedConfirmation, settled, unconfirmed } from "#workflows/agents/agreement"
import { ask } from "#workflows/agents/propose"
import { type Answer, answerOf, send } from "./operation-response.ts"
import { isReadable } from "./input-errors.ts"
import { inFlight, keptFingerprintOf as hashOf, receiptHashOf, unreadable, usedOtherwise } from "./fingerprint.ts"
import { openWriter, visited } from "./public-writer.ts"
import { challenge } from "./response-headers.ts"
import { readmitted } from "./reauthorization.ts"
import { envelopeOf, refuse } from "./error-response.ts"
import { fingerprintOf as fileHashOf, receiving, sending } from "./file-streams.ts"

type Program = (input: any) => Effect.Effect<any, any, any>
type Services = ApiKeys | Idempotency | Journal | Tenancy | Uploads | Vault

/** What a category owes its contract: one program per endpoint, by name. */
export type Programs<Endpoints extends HttpApiEndpoint.Constraint> = {
  readonly [E in Endpoints as HttpApiEndpoint.Identifier<E>]: (input: Input<E>) => Effect.Effect<
    Output<E>,
    HttpApiEndpoint.Error<E>["Type"] | HttpApiEndpoint.MiddlewareError<E>,
    any
  >
}
type Needs<P> = { [K in keyof P]: P[K] extends (...args: any) => Effect.Effect<any, any, infer R> ? R : never }[keyof P]

/** Answers of the program itself are kept under a key; what a gate said is not, and may be tried again. */
const isKept = ({ code }: Refusal) =>
  code === "not_found" || code === "conflict" || code === "address_retired" || code === "precondition_failed"

const reader = (entry: Entry, program: Program) => {
  const answer = answerOf(entry)
  return ({ params, payload, query, request }: any) =>
    Effect.map(program({ ...params, ...query, ...payload }), (value) => {
      const ready = answer(value)
      const etag = ready.headers["etag"]
      const held = (request as HttpServerRequest.HttpServerRequest).headers["if-none-match"]
      return !entry.composite && etag !== undefined && isHeld(etag, held)
        ? HttpServerResponse.empty({ status: 304, headers: ready.headers })
        : send(ready)
    })
}

/**
 * A write: one transaction that holds the work, its receipt, its events and the answer under its key. The last three
 * leave in the same socket write as COMMIT.
 */
const writer = (entry: Entry, program: Program) => {
  const answer = answerOf(entry)
  const hasBody = entry.endpoint.payload.size > 0 && entry.upload === undefined

  return Effect.fnUntraced(function*({ headers, params, payload, query, request }: any): Effect.fn.Return<
    HttpServerResponse.HttpServerResponse, any, any
  > {
    const context = yield* Effect.context<Services | Caller>()
    const idempotency = Context.get(context, Idempotency)
    const journal = Context.get(context, Journal)
    const tenancy = Context.get(context, Tenancy)
    const caller = Context.get(context, Caller)
    if (hasBody && !(yield* isReadable(context as never))) return yield* Effect.fail(unreadable)

    const input = { ...params, ...query, ...payload }
    const key: string | undefined = headers?.["idempotency-key"]
    const body: string = hasBody
      ? yield* Effect.orDie((request as HttpServerRequest.HttpServerRequest).text)
      : entry.upload === undefined ? "" : fileHashOf(payload.body)
    const fingerprint = hashOf(context, entry, { params, query }, body)
    const payloadHash = entry.category === "auth" ? receiptHashOf(entry, { params, query }, body) : fingerprint

    const performed = Effect.fnUntraced(function*(batches: Batches): Effect.fn.Return<Answer, any, any> {
      const changes: Array<Change> = []
      const agreement = entry.requiresConsent
        ? yield* agreedTo(entry.name, fingerprint, request.headers[CONFIRMATION_HEADER])
        : undefined
      const value = yield* Effect.provideService(program(input), CurrentChanges, changes)
      const consent = agreement && (yield* settled(agreement, changes))
      batches.closing.push(...yield* journal.entries({ verb: entry.name, payloadHash, changes, consent, audit: entry.category === "auth" }))
      return answer(value)
    })

    const perform = (batches: Batches) => readmitted(entry, performed(batches))

    /** Under its key: `make` unless the key was used before. */
    const once = (key: string, make: (batches: Batches) => Effect.Effect<Answer, any, any>) => {
      const batches = new Batches(true)
      return tenancy.transaction(Effect.gen(function*() {
        const earlier = yield* idempotency.earlier(key)
        if (earlier !== undefined) {
          if (Buffer.compare(earlier.fingerprint, fingerprint) !== 0) return yield* Effect.fail(usedOtherwise)
          return { ...earlier, headers: { ...earlier.headers, "idempotent-replayed": "true" } }
        }
        const made = yield* make(batches)
        batches.closing.push(idempotency.keep(caller, { key, fingerprint }, made))
        return made
      }), batches)
    }

    /** The program's own no is an answer too: it is kept, once what the program did is undone. */
    const kept = (key: string) => (no: Refusal) =>
      isKept(no) && no !== usedOtherwise && !isRefusedConfirmation(no)
        ? once(key, () => Effect.map(RequestId, (id) => ({ status: statusOf[no.code], headers: {}, body: envelopeOf(no, id) })))
        : Effect.fail(no)

    const guarded = headers?.["if-match"] === undefined
      ? (effect: Effect.Effect<Answer, any, any>) => effect
      : Effect.provideService(IfMatch, headers["if-match"] as string)

    /** Nothing that needs a person happens without one: where nobody has agreed, what was begun is undone and somebody is asked. */
    const asking = entry.requiresConsent
      ? Effect.catchIf((no) => no === unconfirmed, () =>
        ask({
          verb: entry.name,
          summary: summaryOf(entry, input),
          payloadHash: fingerprint,
          request: { params: params ?? {}, query: query ?? {}, payload: payload ?? {} }
        }))
      : (effect: Effect.Effect<Answer | undefined, any, any>) => effect

    if (key === undefined || !entry.keyed) {
      const batches = new Batches(false)
      return send((yield* asking(guarded(tenancy.transaction(perform(batches), batches))))!)
    }
    const made = yield* asking(idempotency.inTurn(key, guarded(Effect.catch(once(key, perform), kept(key)))))
    return made === undefined ? yield* Effect.fail(inFlight) : send(made)
  })
}

const nobody = new Unauthorized({ message: "Send an API key as a bearer token." })

/** What a refusal says in headers. */
const saidBy = (no: Refusal): Readonly<Record<string, string>> =>
  no.code === "idempotency_in_flight" || no.code === "unavailable"
    ? { "retry-after": "1" }
    : no.code === "rate_limit_exceeded"
    ? { "retry-after": String(no.retry_after ?? 1) }
    : statusOf[no.code] === 401 ? challenge : {}

const refused = (no: Refusal) => refuse(no, saidBy(no))

/** Never seen while the door and the router agree; the second lock for when they do not. */
const behindDoor = (handle: (request: any) => Effect.Effect<any, any, any>) => (request: any) =>
  Effect.withFiber((fiber) =>
    Context.getOrUndefined(fiber.context as Context.Context<Caller>, Caller) === undefined
      ? Effect.fail(nobody)
      : handle(request))

/**
 * The group without its marks. They tell clients and documents what can be refused; here the door and the edge have seen
 * to it, and a mark's service would be looked up again with each request.
 */
const unmarked = (api: HttpApi.HttpApi<any, any>, name: string) => {
  const group = (api.groups as any)[name]
  const endpoints = Object.fromEntries(
    Object.entries(group.endpoints as Record<string, object>).map(([id, endpoint]) =>
      [id, Object.create(endpoint, { middlewares: { value: new Set() } })])
  )
  return { annotations: api.annotations, groups: { [name]: Object.create(group, { endpoints: { value: endpoints } }) } }
}

/**
 * The framework's decoding and encoding around a handler. It copies the services it is made with into the context of each
 * request; it is made with none, and the programs find theirs in the server's own context.
 */
const handled = (api: object, name: string, id: string, handler: (request: any) => Effect.Effect<any, any, any>) =>
  Effect.runSync(Effect.updateContext(
    HttpApiBuilder.endpoint(api as any, name as never, id as never, handler as never) as Effect.Effect<Effect.Effect<any>>,
    () => Context.empty()
  ))

/**
 * Binds a category's programs to its contract by name. A missing program, a wrong input or an undeclared error does not
 * compile.
 */
export const implement = <
  Id extends string,
  Groups extends HttpApiGroup.Constraint,
  const Name extends HttpApiGroup.Identifier<Groups>,
  Endpoints extends HttpApiGroup.EndpointsWithIdentifier<Groups, Name>,
  P extends Programs<Endpoints>
>(
  api: HttpApi.HttpApi<Id, Groups>,
  name: Name,
  programs: P
): Layer.Layer<never, never, HttpRouter.HttpRouter | Exclude<Needs<P>, Caller> | Services> => {
  const bare = unmarked(api, name)
  return HttpRouter.addAll(catalogOf(api).filter(({ category }) => category === name).map((entry) => {
    const program: Program = (programs as any)[entry.name]
    const handle: (request: any) => Effect.Effect<any, any, any> = entry.download !== undefined
      ? sending(entry, program)
      : entry.readOnly
      ? reader(entry, program)
      : entry.access === "public"
      ? openWriter(entry, program)
      : entry.upload === undefined ? writer(entry, program) : receiving(entry, writer(entry, program))
    const placed = entry.category === "auth" ? visited(handle) : handle
    const known = entry.access === "public" ? placed : behindDoor(placed)
    return HttpRouter.route(entry.method, entry.path as HttpRouter.PathInput, handled(bare, name, entry.name, (request) =>
      Effect.catch(known(request) as Effect.Effect<any, Refusal>, refused)))
  })) as any
}
