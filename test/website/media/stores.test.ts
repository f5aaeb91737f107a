import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { bucket } from "../../providers/parties.ts"
import { s3Server } from "../../providers/s3-server.ts"
import { OwnerSql } from "../../support/database.ts"
import { eventually } from "../../support/eventually.ts"
import { send, TestServerWith } from "../../support/test-server.ts"
import { photo, settled, upload, uploaded, visited } from "./files.ts"

class Bucket extends Context.Service<Bucket, Effect.Success<ReturnType<typeof s3Server>>>()("test/Bucket") {}

const Server = Layer.unwrap(Effect.map(Bucket, ({ url }) =>
  TestServerWith({
    s3Endpoint: Option.some(new URL(url)), s3Bucket: Option.some(bucket.bucket), awsRegion: bucket.region,
    awsAccessKeyId: Option.some(Redacted.make(bucket.access)), awsSecretAccessKey: Option.some(Redacted.make(bucket.secret))
  }))).pipe(Layer.provideMerge(Layer.effect(Bucket, s3Server(bucket))))

const jpeg = (seed: number) => Effect.promise(async () => new Uint8Array(await photo(700, 500, seed).jpeg().toBuffer()))

layer(Server, { excludeTestServices: true })("media in a bucket", (it) => {
  it.effect("are stored under what they contain, served in parts, and removed with their record", () =>
    Effect.gen(function*() {
      const { objects } = yield* Bucket
      const file = yield* uploaded({ content: yield* jpeg(1) })
      assert.strictEqual(file.status, "ready")
      const keys = [...objects.keys()].toSorted()
      assert.deepStrictEqual(keys.map((key) => key.replace(/^1\/media\/[0-9a-f]{64}\/\d+\//u, "")), ["320.avif", "320.webp", "640.avif", "640.webp", "original"])
      assert.isTrue(keys.every((key) => key.startsWith(`1/media/${file.hash}/`)))
      const whole = yield* visited(file.path)
      assert.deepStrictEqual(whole.bytes, objects.get(keys.at(-1)!))
      const part = yield* visited(file.path, { headers: { range: "bytes=5-104" } })
      assert.deepStrictEqual([part.status, part.bytes], [206, whole.bytes.subarray(5, 105)])
      assert.strictEqual((yield* send(`/cms/media/${file.id}`, { key: "acme", method: "DELETE" })).status, 200)
      yield* eventually(Effect.sync(() => objects.size), (size) => size === 0)
    }))

  it.effect("while the store is away, an upload ends with a clear problem and keeps nothing; sent again it is stored", () =>
    Effect.gen(function*() {
      const store = yield* Bucket
      const sql = yield* OwnerSql
      const shown = yield* uploaded({ content: yield* jpeg(2) })
      const before = store.objects.size
      const content = yield* jpeg(3)

      /* It goes away in the middle: after the first object. */
      let writes = 0
      store.fail("broken", Number.POSITIVE_INFINITY, ({ method }) => method !== "PUT" || ++writes > 1)
      const lost = yield* uploaded({ content })
      assert.deepStrictEqual([lost.status, lost.problem], ["failed", "The store of files cannot be reached. Nothing was kept: upload it again later."])
      const away = yield* visited(shown.path)
      assert.deepStrictEqual([away.status, away.headers.get("retry-after")], [503, "5"])
      assert.strictEqual((yield* visited(lost.path)).status, 404)
      assert.deepStrictEqual(yield* sql`select 1 from uploads`, [])

      store.fail(undefined)
      yield* eventually(Effect.sync(() => store.objects.size), (size) => size === before)
      yield* eventually(visited(shown.path), ({ status }) => status === 200)
      const again = yield* upload({ content })
      assert.deepStrictEqual([again.status, again.json.id], [201, lost.id])
      const file = yield* settled(lost.id)
      assert.deepInclude(file, { status: "ready", problem: null })
      assert.strictEqual((yield* visited(file.path)).status, 200)
    }))
})
