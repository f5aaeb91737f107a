import { existsSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Stream } from "effect"
import { folder } from "#layers/providers/storage/folder"
import type { ObjectStorage } from "#layers/providers/storage/provider"
import { bucket, Http, logged, s3At } from "./parties.ts"
import { s3Server } from "./s3-server.ts"

const MIB = 1_048_576
/** No part of it equals another of the same place in its megabyte. */
const bytes = (size: number) => Buffer.alloc(size, "the quick brown fox jumps over 13 lazy dogs; ")

const all = Effect.fnUntraced(function*(storage: ObjectStorage, key: string, range?: Parameters<ObjectStorage["get"]>[1]) {
  const { body, size } = yield* storage.get(key, range)
  return { size, bytes: Buffer.concat(yield* Stream.runCollect(body)) }
})

const s3Here = Effect.gen(function*() {
  const server = yield* s3Server(bucket)
  return { server, storage: yield* s3At(server.url), left: () => [...server.objects.keys(), ...server.uploads.keys()] }
})

const folderHere = Effect.map(
  Effect.acquireRelease(Effect.sync(() => join(tmpdir(), `objects-${crypto.randomUUID()}`)), (root) =>
    Effect.sync(() => rmSync(root, { recursive: true, force: true }))),
  (root) => ({
    storage: folder(root),
    left: () => existsSync(root) ? readdirSync(root, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map(({ name }) => name) : []
  })
)

for (const [name, here] of [["s3", s3Here], ["folder", folderHere]] as const) {
  describe(`objects in ${name}`, () => {
    const test = (title: string, run: (how: { storage: ObjectStorage; left: () => ReadonlyArray<string> }) => Effect.Effect<void, unknown>) =>
      it.live(title, () => Effect.flatMap<any, any, any, any, any, any>(here, run).pipe(Effect.provide([Http, logged().layer]), Effect.scoped))

    test("are written, read in ranges, written again and removed", Effect.fnUntraced(function*({ left, storage }) {
      const body = bytes(100_000)
      yield* storage.put("7/media/a-b_c.1.png", body, "image/png")
      assert.deepStrictEqual(yield* all(storage, "7/media/a-b_c.1.png"), { size: 100_000, bytes: body })
      assert.deepStrictEqual(yield* all(storage, "7/media/a-b_c.1.png", { first: 10, last: 19 }), { size: 100_000, bytes: body.subarray(10, 20) })
      assert.deepStrictEqual((yield* all(storage, "7/media/a-b_c.1.png", { first: 99_990 })).bytes, body.subarray(99_990))
      assert.deepStrictEqual((yield* all(storage, "7/media/a-b_c.1.png", { first: 99_990, last: 999_999 })).bytes, body.subarray(99_990))
      assert.strictEqual((yield* Effect.flip(storage.get("7/media/a-b_c.1.png", { first: 100_000 }))).reason, "range")
      yield* storage.put("7/media/a-b_c.1.png", Buffer.from("new"), "image/png")
      assert.strictEqual((yield* all(storage, "7/media/a-b_c.1.png")).bytes.toString(), "new")
      yield* storage.remove("7/media/a-b_c.1.png")
      yield* storage.remove("7/media/a-b_c.1.png")
      assert.deepInclude(yield* Effect.flip(storage.get("7/media/a-b_c.1.png")), { _tag: "ProviderInvalidRequest", reason: "not_found" })
      assert.deepStrictEqual(left(), [])
    }))

    for (const size of [0, 5, 8 * MIB, 20 * MIB + 3]) {
      test(`of ${size} bytes are written as they come`, Effect.fnUntraced(function*({ storage }) {
        const body = bytes(size)
        const pieces = Array.from({ length: Math.ceil(size / 300_000) }, (_, at) => body.subarray(at * 300_000, (at + 1) * 300_000))
        assert.strictEqual(yield* storage.putStream("1/big", Stream.fromIterable(pieces), "application/octet-stream"), size)
        const found = yield* all(storage, "1/big")
        assert.strictEqual(found.size, size)
        assert.isTrue(found.bytes.equals(body))
      }))
    }

    test("whose writing fails or is interrupted are not there", Effect.fnUntraced(function*({ left, storage }) {
      const some = Stream.fromIterable([bytes(9 * MIB), bytes(9 * MIB)])
      assert.strictEqual(yield* Effect.flip(storage.putStream("1/cut", Stream.concat(some, Stream.fail("cut" as const)), "a/b")), "cut")
      assert.deepStrictEqual(left(), [])
      const reached = yield* Latch.make()
      const hanging = Stream.concat(some, Stream.fromEffect(Effect.andThen(reached.open, Effect.never)))
      const fiber = yield* Effect.forkChild(storage.putStream("1/cut", hanging, "a/b"))
      yield* reached.await
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(left(), [])
    }))

    test("have no keys that lead elsewhere", Effect.fnUntraced(function*({ storage }) {
      for (const key of ["", "/", "a//b", "../a", "a/../b", "a/./b", "/a", "a/", "a b", "a?x=1", "a#b", "a\u0000", "ä", "a%2fb", "a\\b", "x".repeat(201)]) {
        for (const call of [storage.put(key, bytes(1), "a/b"), storage.get(key), storage.remove(key), storage.putStream(key, Stream.empty, "a/b")]) {
          assert.deepInclude(yield* Effect.flip(call as Effect.Effect<unknown, any>), { _tag: "ProviderInvalidRequest", reason: "key" }, key)
        }
      }
    }))
  })
}

describe("S3", () => {
  it.live("gets all parts though each fails at first", () =>
    Effect.gen(function*() {
      const { server, storage } = yield* s3Here
      const body = bytes(17 * MIB)
      let chunk = 0
      const failing = Stream.fromIterable([body.subarray(0, 9 * MIB), body.subarray(9 * MIB)]).pipe(
        Stream.tap(() => Effect.sync(() => server.fail(chunk++ === 0 ? "broken" : "cut", 1)))
      )
      yield* storage.putStream("1/big", failing, "a/b")
      assert.isTrue(server.objects.get("1/big")!.equals(body))
      assert.strictEqual(server.uploads.size, 0)
    }).pipe(Effect.provide([Http, logged().layer]), Effect.scoped))
})
