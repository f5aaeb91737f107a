import { randomUUID } from "node:crypto"
import { createReadStream } from "node:fs"
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect, Exit, Stream } from "effect"
import { type ProviderError, ProviderInvalidRequest, ProviderUnavailable } from "../errors.ts"
import { isKey, type ObjectStorage } from "./provider.ts"

/** Where objects are while they are written. It is no part of a key. */
export const BEGUN = ".begun~"
/** Milliseconds after which one that nobody writes to counts as left. */
const LEFT_MS = 30_000

const about = (operation: string, reason: string, message: string) => ({ provider: "folder", operation, reason, message, attempts: 1 })

const failed = (operation: string) => (thrown: unknown): ProviderError => {
  const { code = "error" } = thrown as NodeJS.ErrnoException
  return code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR"
    ? new ProviderInvalidRequest(about(operation, "not_found", "There is no such object."))
    : new ProviderUnavailable(about(operation, code, `The folder of objects cannot be used (${code}).`))
}

const trying = <A>(operation: string, run: () => Promise<A>) => Effect.tryPromise({ try: run, catch: failed(operation) })

/** Objects in a folder of this machine: for one process, or for several that share the folder. */
export const folder = (root: string): ObjectStorage => {
  const fileOf = (operation: string, key: string) =>
    isKey(key)
      ? Effect.succeed(join(root, key))
      : Effect.fail(new ProviderInvalidRequest(about(operation, "key", "The key is not one.")))

  const putStream = <E>(key: string, bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<number, ProviderError | E> =>
    Effect.flatMap(fileOf("put", key), (file) => {
      const begun = join(root, BEGUN, randomUUID())
      let size = 0
      return Effect.acquireUseRelease(
        trying("put", async () => {
          await mkdir(dirname(begun), { recursive: true, mode: 0o700 })
          await mkdir(dirname(file), { recursive: true, mode: 0o700 })
          return open(begun, "wx", 0o600)
        }),
        (handle) =>
          Effect.andThen(
            Stream.runForEach(bytes, (chunk) => {
              size += chunk.length
              return trying("put", () => handle.writeFile(chunk))
            }),
            trying("put", () => handle.sync())
          ),
        (handle, exit) =>
          Effect.andThen(
            Effect.promise(() => handle.close()),
            Exit.isSuccess(exit) ? trying("put", () => rename(begun, file)) : Effect.promise(() => rm(begun, { force: true }))
          )
      ).pipe(Effect.map(() => size))
    })

  return {
    name: "folder",
    put: (key, bytes) => Effect.asVoid(putStream(key, Stream.make(bytes))),
    putStream,
    get: Effect.fnUntraced(function*(key, range) {
      const file = yield* fileOf("get", key)
      const found = yield* trying("get", () => stat(file))
      if (!found.isFile()) return yield* new ProviderInvalidRequest(about("get", "not_found", "There is no such object."))
      const { first = 0, last } = range ?? {}
      if (range !== undefined && first >= found.size) {
        return yield* new ProviderInvalidRequest(about("get", "range", "The object ends before the range."))
      }
      const body = Stream.fromAsyncIterable<Uint8Array, ProviderError>(
        createReadStream(file, { start: first, ...last !== undefined && { end: last } }), failed("get")
      )
      return { size: found.size, body }
    }),
    remove: (key) => Effect.flatMap(fileOf("remove", key), (file) => trying("remove", () => rm(file, { force: true }))),
    tidy: trying("tidy", async () => {
      const begun = join(root, BEGUN)
      for (const name of await readdir(begun).catch(() => [])) {
        const at = await stat(join(begun, name)).catch(() => undefined)
        if (at !== undefined && at.mtimeMs < Date.now() - LEFT_MS) await rm(join(begun, name), { force: true })
      }
    })
  }
}
