import { createHash } from "node:crypto"
import { Context, Effect, Layer, Option, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import type { Upload } from "#schemas/kernel/streams"
import { Caller } from "#schemas/kernel/tenancy"
import { InBackground, JobsSql } from "../database/connections.ts"
import { FairLimit } from "../database/fair-limit.ts"
import { countForLimit } from "./company-lock.ts"
import { execute, inTenant } from "./sql.ts"
import { Tenancy } from "./tenancy.ts"

/** Bytes of a piece; all but the last have as many, so that an offset tells which holds it. */
const PIECE = 262_144

/** Files of one company that arrive or wait to be read; those that are stored do not count. */
const MOST_WAITING = 10

/**
 * Pieces that are written at a time, of all companies together: as many as arrive would take the processors and the connections that
 * quick requests need. The others wait, and their senders with them, since nothing more of a body is read meanwhile.
 */
const WRITTEN_AT_ONCE = 2
const MOST_WAIT_MS = 120_000

/** How often a process says of which files that nobody has claimed yet it is the receiver. */
const ALIVE_EVERY = "10 seconds"

const tooMany = new Conflict({
  message: `${MOST_WAITING} files of this company are waiting to be worked through; send the next when one is done.`
})

/**
 * Files on their way from a request to the run that reads them, kept in pieces, so that none is ever whole in memory.
 * Until a program has claimed it in its transaction a file belongs to nobody and may be thrown away.
 */
export class Uploads extends Context.Service<Uploads>()("layers/Uploads", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tenancy = yield* Tenancy
    const ofTenant = inTenant(sql)
    const turns = new FairLimit<number>({
      permits: WRITTEN_AT_ONCE, perKey: WRITTEN_AT_ONCE, reserved: 0, waiting: 1_000, maxWaitMs: MOST_WAIT_MS
    })

    /** Files on their way to this process, by id, and whose they are. */
    const arrivals = new Map<number, number>()
    const jobs = yield* JobsSql
    yield* Effect.suspend(() =>
      arrivals.size === 0 ? Effect.void : execute(jobs`update uploads u set alive_at = now()
        from unnest(${[...arrivals.values()]}::bigint[], ${[...arrivals.keys()]}::bigint[]) as a (company_id, id)
        where u.company_id = a.company_id and u.id = a.id`)).pipe(
      Effect.tapCause((cause) => Effect.logWarning(`files on their way are told of again in ${ALIVE_EVERY}`, cause)),
      Effect.exit,
      Effect.repeat(Schedule.spaced(ALIVE_EVERY)),
      Effect.forkScoped
    )

    /** A transaction that writes pieces, in its turn and on the connections of work that may take long. */
    const written = <A, E>(work: Effect.Effect<A, E, Caller>) =>
      Effect.flatMap(Caller, ({ company_id }) =>
        turns.use(company_id, Effect.provideService(tenancy.transaction(work), InBackground, true)))

    const begin = Effect.fnUntraced(function*(type: string) {
      const { company_id } = yield* Caller
      const waiting = yield* Effect.orDie(countForLimit(sql, "uploads", sql`uploads where ${ofTenant} and not stored`))
      if (waiting >= MOST_WAITING) return yield* tooMany
      const row = sql.insert({ company_id, type })
      const [made] = yield* Effect.orDie(sql<{ id: number }>`insert into uploads ${row} returning id`)
      return made!.id
    })

    const put = Effect.fnUntraced(function*(upload_id: number, position: number, bytes: Uint8Array) {
      const { company_id } = yield* Caller
      yield* Effect.orDie(sql`insert into upload_pieces ${sql.insert({ company_id, upload_id, position, bytes })}`)
    })

    /** Throws it away if no program has claimed it. */
    const discard = (id: number) =>
      Effect.suspend(() => {
        arrivals.delete(id)
        return Effect.asVoid(tenancy.transaction(Effect.orDie(sql`delete from uploads where ${ofTenant} and id = ${id} and not claimed`)))
      })

    /** A file that arrives: what is taken is kept a piece at a time. No transaction is held between two pieces. */
    const arriving = (type: string) => {
      const digest = createHash("sha256")
      let id: number | undefined
      let bytes = 0
      let position = 0
      let held: Array<Uint8Array> = []
      let size = 0

      const keep = Effect.fnUntraced(function*(least: number) {
        id ??= yield* begin(type)
        const whole = Buffer.concat(held)
        let at = 0
        for (; whole.length - at >= least; at += PIECE) {
          if (at < whole.length) yield* put(id, position++, whole.subarray(at, at + PIECE))
        }
        held = at < whole.length ? [whole.subarray(at)] : []
        size = Math.max(0, whole.length - at)
        return id
      })

      return {
        take: (chunk: Uint8Array) =>
          Effect.suspend(() => {
            digest.update(chunk)
            bytes += chunk.length
            size += chunk.length
            held.push(chunk)
            return size < PIECE ? Effect.void : Effect.asVoid(written(keep(PIECE)))
          }),
        /** Nothing follows. */
        end: Effect.suspend(() => {
          const hash = new Uint8Array(digest.digest())
          return Effect.map(
            written(Effect.tap(keep(1), (id) =>
              Effect.orDie(sql`update uploads set ${sql.update({ bytes, hash })} where ${ofTenant} and id = ${id}`))),
            (id): Upload => ({ id, type, bytes, hash })
          )
        }),
        /** Throws away what came of it. */
        abandon: Effect.suspend(() => id === undefined ? Effect.void : discard(id))
      }
    }

    /** Keeps a body while it arrives; what came of one that breaks off is thrown away. */
    const receive = <E, R>(body: Stream.Stream<Uint8Array, E, R>, type: string) =>
      Effect.suspend(() => {
        const file = arriving(type)
        return Effect.onError(Effect.andThen(Stream.runForEach(body, file.take), file.end), () => file.abandon)
      })

    /** Up to `length` bytes from `offset` on; fewer where it ends. */
    const read = Effect.fnUntraced(function*(id: number, offset: number, length: number) {
      const first = Math.floor(offset / PIECE)
      const pieces = yield* sql<{ bytes: Uint8Array }>`
        select bytes from upload_pieces where ${ofTenant} and upload_id = ${id}
          and position between ${first} and ${Math.floor((offset + length - 1) / PIECE)} order by position`
      const start = offset - first * PIECE
      return Buffer.concat(pieces.map(({ bytes }) => bytes)).subarray(start, start + length)
    }, Effect.orDie)

    /** `length` bytes from `offset` on, read piece by piece as they are asked for. */
    const range = (id: number, offset: number, length: number): Stream.Stream<Uint8Array, never, Caller> =>
      Stream.paginate(offset, Effect.fnUntraced(function*(at: number) {
        /* Up to the end of the piece, so that none is read twice. */
        const bytes = yield* read(id, at, Math.min(PIECE - at % PIECE, offset + length - at))
        const next = at + bytes.length
        return [[bytes], bytes.length > 0 && next < offset + length ? Option.some(next) : Option.none<number>()] as const
      }))

    return {
      arriving,
      receive,
      discard,
      claim: (id: number) => Effect.orDie(sql`update uploads set claimed = true where ${ofTenant} and id = ${id}`).pipe(Effect.asVoid),
      /** Claims one that stays as a file of the company, until it is released: it is neither counted nor thrown away by itself. */
      store: (id: number) =>
        Effect.orDie(sql`update uploads set claimed = true, stored = true where ${ofTenant} and id = ${id}`).pipe(Effect.asVoid),
      /** One that is stored, as the content of a `Download`: any part of it can be read. */
      open: Effect.fnUntraced(function*(id: number) {
        const [file] = yield* Effect.orDie(sql<{ type: string; bytes: number; hash: Uint8Array }>`
          select type, bytes, hash from uploads where ${ofTenant} and id = ${id} and stored`)
        if (file === undefined) return undefined
        const { bytes, hash, type } = file
        const context = yield* Effect.context<Caller>()
        const from = (offset: number, length: number) => Stream.provideContext(range(id, offset, length), context)
        return { type, etag: Buffer.from(hash).toString("base64url"), content: { bytes, from } }
      }),
      read,
      /** Throws away one that was claimed or stored, once nobody reads it any more. */
      release: (id: number) => Effect.orDie(sql`delete from uploads where ${ofTenant} and id = ${id}`).pipe(Effect.asVoid)
    }
  })
}) {
  static readonly layer = Layer.effect(Uploads, Uploads.make)
}
