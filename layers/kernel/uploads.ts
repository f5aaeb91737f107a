import { createHash } from "node:crypto"
import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Conflict } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import { countForLimit } from "./company-lock.ts"
import { inTenant } from "./sql.ts"
import { Tenancy } from "./tenancy.ts"

/** Bytes of a piece; all but the last have as many, so that an offset tells which holds it. */
const PIECE = 262_144

/** Files of one company that arrive or wait to be read. */
const MOST_WAITING = 10

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

    const begin = Effect.fnUntraced(function*(type: string) {
      const { company_id } = yield* Caller
      const waiting = yield* Effect.orDie(countForLimit(sql, "uploads", sql`uploads where ${ofTenant}`))
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
      Effect.asVoid(tenancy.transaction(Effect.orDie(sql`delete from uploads where ${ofTenant} and id = ${id} and not claimed`)))

    /** Keeps a body while it arrives; what came of one that breaks off is thrown away. No transaction is held meanwhile. */
    const receive = Effect.fnUntraced(function*<E>(body: Stream.Stream<Uint8Array, E>, type: string) {
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

      const taken = (chunk: Uint8Array) => {
        digest.update(chunk)
        bytes += chunk.length
        size += chunk.length
        held.push(chunk)
        return size < PIECE ? Effect.void : Effect.asVoid(tenancy.transaction(keep(PIECE)))
      }

      const whole = Effect.gen(function*() {
        yield* Stream.runForEach(body, (chunk) => Effect.suspend(() => taken(chunk)))
        const hash = new Uint8Array(digest.digest())
        const upload_id = yield* tenancy.transaction(Effect.tap(keep(1), (id) =>
          Effect.orDie(sql`update uploads set ${sql.update({ bytes, hash })} where ${ofTenant} and id = ${id}`)))
        return { id: upload_id, type, bytes, hash }
      })
      return yield* Effect.onError(whole, () => id === undefined ? Effect.void : discard(id))
    })

    return {
      receive,
      discard,
      claim: (id: number) => Effect.orDie(sql`update uploads set claimed = true where ${ofTenant} and id = ${id}`).pipe(Effect.asVoid),
      /** Up to `length` bytes from `offset` on; fewer where it ends. */
      read: Effect.fnUntraced(function*(id: number, offset: number, length: number) {
        const first = Math.floor(offset / PIECE)
        const pieces = yield* sql<{ bytes: Uint8Array }>`
          select bytes from upload_pieces where ${ofTenant} and upload_id = ${id}
            and position between ${first} and ${Math.floor((offset + length - 1) / PIECE)} order by position`
        const start = offset - first * PIECE
        return Buffer.concat(pieces.map(({ bytes }) => bytes)).subarray(start, start + length)
      }, Effect.orDie),
      /** Throws away one that was claimed, once it was read. */
      release: (id: number) => Effect.orDie(sql`delete from uploads where ${ofTenant} and id = ${id}`).pipe(Effect.asVoid)
    }
  })
}) {
  static readonly layer = Layer.effect(Uploads, Uploads.make)
}
