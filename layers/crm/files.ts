import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { file, type File, type FileId } from "#schemas/crm/file"
import { recordChange } from "../kernel/receipts/change-log.ts"
import { repository } from "../kernel/repository.ts"
import { one } from "../kernel/sql.ts"

/** Files on records of the caller's company. */
export class Files extends Context.Service<Files>()("layers/crm/Files", {
  make: Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const files = yield* repository(file, { computed: { url: "'/api/v1/crm/files/' || id || '/content'" } })
    const { inTenant, table } = files.sql
    return {
      ...files,
      /** The upload that has its bytes. */
      uploadOf: (id: FileId) =>
        Effect.map(one(sql<{ upload_id: number }>`select upload_id from ${table} where ${inTenant} and id = ${id}`), ({ upload_id }) => upload_id),
      /** For good, with its bytes. */
      delete: Effect.fnUntraced(function*(before: File) {
        yield* Effect.orDie(sql`delete from ${table} where ${inTenant} and id = ${before.id}`)
        yield* recordChange({ object: "file", id: before.id, before, after: null })
      })
    }
  })
}) {
  static readonly layer = Layer.effect(Files, Files.make)
}
