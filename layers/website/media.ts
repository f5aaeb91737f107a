import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { media, type Media } from "#schemas/website/media"
import type { MediaId } from "#schemas/website/ids"
import { companyLock } from "../kernel/company-lock.ts"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { execute, first, one } from "../kernel/sql.ts"

const UNDESCRIBED = "kind = 'image' and alt is null and not decorative"

const USES = `(select coalesce(jsonb_agg(jsonb_build_object('kind', u.kind, 'document_id', u.document_id, 'place', u.place)
  order by u.kind, u.document_id, u.place), '[]') from media_uses u where u.company_id = media.company_id and u.media_id = media.id)`

/** Files of the caller's site. */
export class MediaFiles extends Context.Service<MediaFiles>()("layers/website/MediaFiles", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const used = sql`exists (select from media_uses u where u.company_id = media.company_id and u.media_id = media.id)`
    const undescribed = sql.literal(`(${UNDESCRIBED})`)
    const files = yield* repository(media, {
      table: "media",
      noun: "media file",
      sort: { name: { column: "name", type: "text" }, bytes: { column: "bytes", type: "bigint" } },
      filter: {
        search: (text: string) => sql`position(lower(${text}) in lower(name || ' ' || coalesce(alt, ''))) > 0`,
        tag: (tag: string) => sql`tags @> array[${tag}]`,
        used: (asked: boolean) => asked ? used : sql`not ${used}`,
        undescribed: (asked: boolean) => asked ? undescribed : sql`not ${undescribed}`
      },
      computed: { path: "'/media/' || hash || '/' || file_name", uses: USES },
      internal: { prefix: Schema.NullOr(Schema.String), upload_id: Schema.NullOr(Schema.Int) }
    })
    const { columns, inTenant, table } = files.sql

    const among = (ids: Iterable<MediaId>) => sql`${inTenant} and id = any(${[...ids]}::bigint[])`

    return {
      ...files,
      /** Those of these that there are, by id. */
      byIds: (ids: Iterable<MediaId>) =>
        Effect.map(Effect.orDie(sql<Media>`select ${columns} from ${table} where ${among(ids)}`), (found) =>
          new Map(found.map((file) => [file.id, file]))),
      /** Images among these that have no alternative text and are not said to only decorate. */
      undescribed: (ids: Iterable<MediaId>) =>
        Effect.orDie(sql<Pick<Media, "id" | "name">>`select id, name from ${table} where ${among(ids)} and ${undescribed} order by id`),
      /** The one with this content. */
      byHash: (hash: string, how: { readonly lock?: boolean } = {}): Effect.Effect<Option.Option<Media>> =>
        first(sql<Media>`select ${columns} from ${table} where ${inTenant} and hash = ${hash} ${sql.literal(how.lock === true ? "for update" : "")}`),
      /** What visitors may see of this content, and where it lies. */
      shown: (hash: string) =>
        first(sql<Pick<Media, "name" | "type" | "bytes" | "sizes"> & { readonly prefix: string }>`
          select name, type, bytes, sizes, prefix from ${table} where ${inTenant} and hash = ${hash} and status = 'ready'`),
      /** Bytes of all files of the company; until the transaction ends nobody else adds one. */
      usedBytes: Effect.andThen(
        Effect.orDie(companyLock(sql, "media")),
        Effect.map(
          one(sql<{ bytes: number }>`select coalesce(sum(bytes), 0)::bigint as bytes from ${table} where ${inTenant}`), ({ bytes }) => Number(bytes)
        )
      ),
      /** Notes an object before it is written, so that it is found if nobody needs it in the end. */
      noteObject: (company_id: number, prefix: string, name: string) =>
        execute(sql`insert into media_objects ${sql.insert({ company_id, prefix, name })} on conflict do nothing`),
      /** For good. What it has in the store is removed by a background job. */
      delete: Effect.fnUntraced(function*(before: Media) {
        yield* execute(sql`delete from ${table} where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: media.object, id: before.id, before, after: null })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(MediaFiles, MediaFiles.make)
}
