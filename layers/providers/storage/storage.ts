import { join } from "node:path"
import { Context, Effect, Layer, Option } from "effect"
import { ServiceConfig } from "../../kernel/config.ts"
import { ProviderHttp } from "../http.ts"
import { folder } from "./folder.ts"
import { s3, s3Party } from "./s3.ts"

/**
 * Where files are kept: in the bucket of the settings, else in `objects` in DATA_DIR. Both are real: files are shared by both modes, so a
 * test key gets no other.
 */
export class Storage extends Context.Service<Storage>()("layers/providers/Storage", {
  make: Effect.gen(function*() {
    const { awsAccessKeyId, awsRegion, awsSecretAccessKey, dataDir, s3Bucket, s3Endpoint } = yield* ServiceConfig
    const account = Option.all({ bucket: s3Bucket, access_key_id: awsAccessKeyId, secret_access_key: awsSecretAccessKey })
    if (Option.isNone(account)) return { ...folder(join(dataDir, "objects")), configured: false }
    const way = yield* (yield* ProviderHttp).party(s3Party(s3Endpoint, awsRegion))
    return { ...s3(way, { ...account.value, region: awsRegion }), configured: true }
  })
}) {
  static readonly layer = Layer.effect(Storage, Storage.make)
}
