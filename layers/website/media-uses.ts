import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ValidationError } from "#schemas/kernel/errors"
import { Caller } from "#schemas/kernel/tenancy"
import type { MediaId } from "#schemas/website/ids"
import type { MediaUse } from "#schemas/website/media"
import { execute, inTenant } from "../kernel/sql.ts"

const missing = (ids: ReadonlyArray<MediaId>) =>
  new ValidationError({
    message: `There is no media file ${ids.join(", ")}: upload it first, or leave it out.`,
    details: ids.map((id) => ({ field: "media_id", error: "there is no such media file", received: id }))
  })

/** Where the files of the caller's site are used. */
export class MediaUses extends Context.Service<MediaUses>()("layers/website/MediaUses", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const ofTenant = inTenant(sql)
    return {
      /**
       * These files, and no others, are used there from now on; 0 is the site's own document. Without any, nothing is used there any more.
       * Fails where there is no such file. The files are locked in order of their ids.
       */
      set: Effect.fnUntraced(function*(
        kind: MediaUse["kind"], document_id: number, place: MediaUse["place"], media_ids: Iterable<MediaId>
      ) {
        const { company_id } = yield* Caller
        const wanted = [...new Set(media_ids)].sort((a, b) => a - b)
        const found = wanted.length === 0 ? [] : yield* Effect.orDie(sql<{ id: MediaId }>`
          select id from media where ${ofTenant} and id = any(${wanted}::bigint[]) order by id for key share`)
        const known = new Set(found.map(({ id }) => id))
        if (known.size < wanted.length) return yield* missing(wanted.filter((id) => !known.has(id)))
        yield* execute(sql`delete from media_uses where ${ofTenant} and kind = ${kind} and document_id = ${document_id} and place = ${place}
          and media_id <> all(${wanted}::bigint[])`)
        if (wanted.length === 0) return
        yield* execute(sql`insert into media_uses (company_id, media_id, kind, document_id, place)
          select ${company_id}, id, ${kind}, ${document_id}, ${place} from unnest(${wanted}::bigint[]) as id on conflict do nothing`)
      })
    }
  })
}) {
  static readonly layer = Layer.effect(MediaUses, MediaUses.make)
}
