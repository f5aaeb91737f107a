import { Effect, Option } from "effect"
import type { Envelope, MessageStorage, Reply } from "effect/cluster"
import { ClusterError } from "effect/cluster"
import type { SqlClient } from "effect/sql"
import { textOf } from "./json-text.ts"

/** Characters of JSON that are kept where they belong; what is longer is kept apart. */
export const LONG = 65_536

/** What stands in place of what is kept apart. */
interface Reference {
  readonly $apart: string
}

export const isReference = (value: unknown): value is Reference =>
  typeof value === "object" && value !== null && typeof (value as Partial<Reference>).$apart === "string" && Object.keys(value).length === 1

export const referenceTo = ($apart: string): Reference => ({ $apart })

type Json = { readonly [key: string]: unknown } | null | undefined

/** Where the result stands in what a step, a run or a signal ended with; nothing where it failed. */
const pathOf = (exit: unknown): ReadonlyArray<string> | undefined => {
  const { _tag, value } = exit as { readonly _tag: string; readonly value?: Json }
  if (_tag !== "Success" || typeof value !== "object" || value === null) return undefined
  if (value["_tag"] === "Complete" && (value["exit"] as Json)?.["_tag"] === "Success") return ["value", "exit", "value"]
  return value["_tag"] === "Success" ? ["value", "value"] : undefined
}

const at = (value: unknown, path: ReadonlyArray<string>): unknown => path.reduce((inner, key) => (inner as Json)?.[key], value)

const put = (value: unknown, [key, ...rest]: ReadonlyArray<string>, inner: unknown): unknown =>
  key === undefined ? inner : { ...value as object, [key]: put((value as Json)?.[key], rest, inner) }

/** A long reply without its result, and that; nothing of one that is short. */
export const split = (exit: unknown, text: string) => {
  const path = text.length > LONG ? pathOf(exit) : undefined
  return path === undefined ? undefined : { path, shell: textOf(put(exit, path, null)), body: textOf(at(exit, path)) }
}

const MESSAGE = ["exit", "value"]

type Message = { readonly envelope: Envelope.Encoded; readonly lastSentReply: Option.Option<Reply.Encoded> }

/** Puts back into what the engine reads what is kept apart. Only a result may be, or the value of a signal; a run reads its payload itself. */
export const wholes = (sql: SqlClient.SqlClient) => {
  const bodies = (wanted: ReadonlyArray<readonly [request: string, place: string]>) =>
    sql<{ request: string; place: string; body: unknown }>`
      select m.id::text as request, c.place, c.body from unnest(${wanted.map(([request]) => request)}::bigint[], ${wanted.map(([, place]) => place)}::text[]) as w (id, place)
      join cluster_messages m on m.id = w.id
      join workflow_contents c on c.company_id = split_part(m.entity_id, '.', 1)::bigint and c.run_id = split_part(m.entity_id, '.', 2)::bigint and c.place = w.place`.pipe(
        ClusterError.PersistenceError.refail, Effect.map((rows) => new Map(rows.map(({ body, place, request }) => [`${request} ${place}`, body])))
      )

  const putBack = <A>(
    all: ReadonlyArray<A>, part: (one: A) => readonly [request: string, value: unknown, path: ReadonlyArray<string> | undefined], back: (one: A, value: unknown) => A
  ): Effect.Effect<Array<A>, ClusterError.PersistenceError> => {
    const wanted = all.flatMap((one): Array<readonly [string, string]> => {
      const [request, value, path] = part(one)
      const held = path === undefined ? undefined : at(value, path)
      return isReference(held) ? [[request, held.$apart]] : []
    })
    return wanted.length === 0 ? Effect.succeed(all as Array<A>) : Effect.map(bodies(wanted), (found) =>
      all.map((one) => {
        const [request, value, path] = part(one)
        const held = path === undefined ? undefined : at(value, path)
        const key = isReference(held) ? `${request} ${held.$apart}` : ""
        return found.has(key) ? back(one, put(value, path!, found.get(key))) : one
      }))
  }

  const replies = (all: ReadonlyArray<Reply.Encoded>) =>
    putBack(all, (reply) => [String(reply.requestId), reply._tag === "WithExit" ? reply.exit : null, reply._tag === "WithExit" ? pathOf(reply.exit) : undefined],
      (reply, exit) => ({ ...reply, exit } as Reply.Encoded))

  return {
    replies,
    messages: (all: ReadonlyArray<Message>): Effect.Effect<Array<Message>, ClusterError.PersistenceError> =>
      putBack(all, ({ envelope }) => envelope._tag === "Request" && envelope.tag === "deferred" ? [String(envelope.requestId), envelope.payload, MESSAGE] : ["", null, undefined],
        (message, payload) => ({ ...message, envelope: { ...message.envelope, payload } as Envelope.Encoded })),
    saved: (result: MessageStorage.SaveResult.Encoded) =>
      result._tag === "Success" || Option.isNone(result.lastReceivedReply) ? Effect.succeed(result) :
        Effect.map(replies([result.lastReceivedReply.value]), ([reply]): MessageStorage.SaveResult.Encoded => ({ ...result, lastReceivedReply: Option.some(reply!) }))
  }
}
