import { layerClientProtocol } from "@effect/platform-node/NodeClusterSocket"
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net"
import { randomBytes } from "node:crypto"
import * as Tls from "node:tls"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { ServiceConfig } from "#layers/kernel/config"
import { owner } from "#layers/database/connections"
import { Installation } from "#layers/kernel/installation/installation"
import { clusterClient } from "#layers/workflows/cluster-socket"
import { freePort } from "../process/service.ts"
import { DatabaseUrl, OwnerSql } from "../support/database.ts"
import { acme, committed, EngineClient, until } from "../support/nodes/client.ts"
import { Hop } from "../support/nodes/programs.ts"
import { receiver } from "../support/nodes/receiver.ts"
import { worker, type Worker } from "../support/nodes/worker.ts"

/** Two processes that share the durable work. */
class Nodes extends Context.Service<Nodes, readonly [Worker, Worker]>()("test/Nodes") {
  static readonly layer = Layer.effect(Nodes, Effect.gen(function*() {
    const node = Effect.flatMap(freePort, (port) => worker({ programs: ["hop"], port }))
    return [yield* node, yield* node] as const
  }))
}

const PSK = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2", checkServerIdentity: () => undefined } as const

/** How a connection ended, by itself; "open" if it did not within ten seconds. */
const endOf = (socket: Socket) =>
  Effect.callback<string>((resume) => {
    const end = (how: string) => resume(Effect.succeed(how))
    if (socket.closed) return end("closed")
    socket.on("error", ({ code }: NodeJS.ErrnoException) => end(code ?? "error"))
    socket.on("close", () => end("closed"))
    socket.resume()
  }).pipe(Effect.timeoutOrElse({ duration: "10 seconds", orElse: () => Effect.sync(() => (socket.destroy(), "open")) }))

const opened = (socket: Socket, event: "connect" | "secureConnect" = "connect") =>
  Effect.callback<Socket, string>((resume) => {
    socket.once(event, () => resume(Effect.succeed(socket)))
    socket.once("error", ({ code }: NodeJS.ErrnoException) => resume(Effect.fail(code ?? "error")))
  })

const plain = (port: number) => opened(connect(port, "127.0.0.1"))

const secure = (port: number, options: Tls.ConnectionOptions) =>
  opened(Tls.connect({ host: "127.0.0.1", port, ...options }), "secureConnect")

const installation = Effect.flatMap(DatabaseUrl, (url) => Effect.provide(Installation.read, [owner(url), ServiceConfig.layerOf()]))

const clusterKey = Effect.map(installation, ({ clusterKey }) => Buffer.from(Redacted.value(clusterKey)))

const listening = <S extends Server>(server: S) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.address() as AddressInfo).port)))),
    () => Effect.sync(() => void server.close())
  )

/** Somebody on the way to a node, who keeps all that passes and may change what the client sends. */
const listenerBetween = Effect.fnUntraced(function*(port: number) {
  const heard = { fromClient: Array<Buffer>(), fromNode: Array<Buffer>(), change: (bytes: Buffer) => bytes }
  const between = yield* listening(createServer((client) => {
    const node = connect(port, "127.0.0.1")
    for (const [from, to] of [[client, node], [node, client]] as const) {
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
    }
    client.on("data", (bytes) => (heard.fromClient.push(bytes), void node.write(heard.change(bytes))))
    node.on("data", (bytes) => (heard.fromNode.push(bytes), void client.write(bytes)))
  }))
  return { heard, port: between }
})

/** What a process of the service says first to one that it takes for another, by its own code. */
const pinged = (port: number) =>
  Effect.gen(function*() {
    const { make } = yield* Runners.RpcClientProtocol
    const protocol = yield* make({ host: "127.0.0.1", port } as never)
    const client = yield* Effect.provideService(Runners.makeRpcClient, RpcClient.Protocol, protocol)
    return (yield* client.Ping().pipe(Effect.timeout("3 seconds"), Effect.exit))._tag
  }).pipe(Effect.scoped, Effect.provide(Layer.unwrap(Effect.map(installation, (read) =>
    clusterClient.pipe(Layer.provide(Layer.succeed(Installation, read)), Layer.provide(RpcSerialization.layerSchemaBinary()))))))

/** Runs of both processes go on. */
const works = Effect.gen(function*() {
  const { url } = yield* receiver
  const runs = yield* committed(Effect.forEach(Array.from({ length: 20 }), () => Hop.start({ receiver: url, nap: 10 }))).pipe(acme)
  const ended = yield* until(runs, "runs while the port is attacked", "completed", "failed", "canceled")
  assert.deepStrictEqual(ended.filter(({ status }) => status !== "completed"), [])
})

const nodesSeen = OwnerSql.use((sql) => sql<{ healthy: boolean }>`select healthy from engine.cluster_runners`)

layer(Nodes.layer.pipe(Layer.provideMerge(EngineClient)), { excludeTestServices: true })("the port of the cluster", (it) => {
  it.effect("lets in nobody without the key, however they ask", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      for (const bytes of ["GET / HTTP/1.1\r\nhost: x\r\n\r\n", randomBytes(1_000_000), Buffer.from([0, 0, 0, 0, 0, 0]), Buffer.alloc(64, 0xff)]) {
        const socket = yield* plain(port)
        socket.write(bytes)
        assert.notStrictEqual(yield* endOf(socket), "open")
      }
      for (const options of [
        { rejectUnauthorized: false }, { minVersion: "TLSv1.3", rejectUnauthorized: false }, { ciphers: "aNULL:eNULL", rejectUnauthorized: false },
        { ...PSK, pskCallback: () => ({ psk: randomBytes(32), identity: "service" }) }, { ...PSK, pskCallback: () => ({ psk: Buffer.alloc(32), identity: "service" }) }
      ] satisfies ReadonlyArray<Tls.ConnectionOptions>) {
        assert.match(yield* Effect.flip(secure(port, options)), /SSL|ECONNRESET/)
      }
      yield* works
    }))

  it.effect("hears no process of the engine that does not have it", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      const { make } = yield* Runners.RpcClientProtocol
      const protocol = yield* make({ host: "127.0.0.1", port } as never)
      const client = yield* Effect.provideService(Runners.makeRpcClient, RpcClient.Protocol, protocol)
      const heard = yield* client.Ping().pipe(Effect.timeout("3 seconds"), Effect.exit)
      assert.isTrue(heard._tag === "Failure")
    }).pipe(Effect.provide(layerClientProtocol.pipe(Layer.provide(RpcSerialization.layerSchemaBinary())))))

  it.effect("lets go of connections that say nothing, and is back for those who belong to it", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      const idle = yield* Effect.forEach(Array.from({ length: 600 }), () => Effect.option(plain(port)), { concurrency: 50 })
      const slow = idle.flatMap((socket) => socket._tag === "Some" ? [socket.value] : [])
      /* A handshake that is begun and not ended counts as one that says nothing. */
      for (const socket of slow.slice(0, 50)) socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]))
      yield* works
      const ends = yield* Effect.forEach(slow, endOf, { concurrency: "unbounded" })
      assert.notInclude(ends, "open")
      const psk = yield* clusterKey
      const socket = yield* secure(port, { ...PSK, pskCallback: () => ({ psk, identity: "service" }) })
      socket.destroy()
    }))

  it.effect("ends a connection whose messages make no sense, though it has the key", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      const psk = yield* clusterKey
      const frames = [randomBytes(100_000), Buffer.concat([Buffer.from([0x7f, 0xff, 0xff, 0xff]), randomBytes(1_000)]), Buffer.alloc(1_000_000, 0xff)]
      for (const frame of frames) {
        const socket = yield* secure(port, { ...PSK, pskCallback: () => ({ psk, identity: "service" }) })
        socket.write(frame)
        yield* Effect.sleep("50 millis")
        socket.destroy()
      }
      yield* works
      assert.deepStrictEqual((yield* nodesSeen).map(({ healthy }) => healthy), [true, true])
    }))

  it.effect("says nothing to whoever listens in its place without the key", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      assert.strictEqual(yield* pinged(port), "Success")
      const heard: Array<string> = []
      const impostor = Tls.createServer({ ciphers: PSK.ciphers, minVersion: PSK.minVersion, maxVersion: PSK.maxVersion, pskCallback: () => randomBytes(32) })
      impostor.on("tlsClientError", (_, socket) => (heard.push("refused"), void socket.destroy()))
      impostor.on("secureConnection", () => void heard.push("let in"))
      assert.strictEqual(yield* pinged(yield* listening(impostor)), "Failure")
      assert.isNotEmpty(heard)
      assert.notInclude(heard, "let in")
      /* One that takes what comes as it is, and has no TLS at all, is sent the greeting of TLS and nothing after it. */
      const taken: Array<Buffer> = []
      assert.strictEqual(yield* pinged(yield* listening(createServer((socket) => void socket.on("error", () => {}).on("data", (bytes) => void taken.push(bytes))))), "Failure")
      assert.deepStrictEqual(taken.map((bytes) => bytes[0]), taken.map(() => 0x16))
    }))

  it.effect("tells nothing to who listens in between, and takes nothing that was recorded there", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      const psk = yield* clusterKey
      const between = yield* listenerBetween(port)
      const socket = yield* secure(between.port, { ...PSK, pskCallback: () => ({ psk, identity: "service" }) })
      const word = randomBytes(32).toString("hex")
      const before = between.heard.fromClient.length
      socket.write(word)
      yield* Effect.sync(() => between.heard.fromClient.length).pipe(Effect.repeat({ until: (n) => n > before, schedule: Schedule.spaced("5 millis") }))
      socket.destroy()
      assert.strictEqual(yield* pinged(between.port), "Success")
      const { fromClient, fromNode } = between.heard
      for (const bytes of [...fromClient, ...fromNode]) {
        assert.isFalse(bytes.includes(word))
        assert.isFalse(bytes.includes(psk))
      }
      const again = yield* plain(port)
      again.write(Buffer.concat(fromClient))
      assert.notStrictEqual(yield* endOf(again), "open")
      yield* works
    }))

  it.effect("ends a connection in which somebody changed a byte", () =>
    Effect.gen(function*() {
      const [{ port }] = yield* Nodes
      const psk = yield* clusterKey
      const between = yield* listenerBetween(port)
      const socket = yield* secure(between.port, { ...PSK, pskCallback: () => ({ psk, identity: "service" }) })
      between.heard.change = (bytes) => (bytes[bytes.length - 1]! ^= 1, bytes)
      socket.write("x".repeat(100))
      assert.notStrictEqual(yield* endOf(socket), "open")
      yield* works
    }))
})
