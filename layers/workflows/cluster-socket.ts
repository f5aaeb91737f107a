import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { RunnerHealth, Runners, ShardingConfig, SocketRunner } from "effect/cluster"
import { NetAddress } from "effect/net"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket, SocketServer } from "effect/socket"
import { type AddressInfo } from "node:net"
import * as Tls from "node:tls"
import { Installation } from "../kernel/installation/installation.ts"

/** TLS by a key that both sides have (RFC 5489): nobody else gets past the handshake, on either side, and nobody listens in. */
const PROTOCOL = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const

const IDENTITY = "service"

/** What somebody who reaches the port and has no key can hold open: so many connections for so long. */
const MOST_CONNECTIONS = 256
const HANDSHAKE_MS = 3_000

const opening = (cause: unknown) => new SocketServer.SocketServerError({ reason: new SocketServer.SocketServerOpenError({ cause }) })

/** Where other processes of the service reach this one. */
const server = Layer.effect(SocketServer.SocketServer, Effect.gen(function*() {
  const { runnerAddress } = yield* ShardingConfig.ShardingConfig
  const { host, port } = Option.getOrThrow(runnerAddress)
  const key = Redacted.value((yield* Installation).clusterKey)
  const listener = Tls.createServer({ ...PROTOCOL, handshakeTimeout: HANDSHAKE_MS, pskCallback: () => Buffer.from(key) })
  listener.maxConnections = MOST_CONNECTIONS
  const connections = new Set<Tls.TLSSocket>()
  let accept = (_: Tls.TLSSocket): void => {}
  listener.on("tlsClientError", (_, socket) => socket.destroy())
  listener.on("secureConnection", (socket) => {
    connections.add(socket)
    socket.on("error", () => {})
    socket.on("close", () => connections.delete(socket))
    /* Nothing is read before there is somebody to read it. */
    socket.pause()
    accept(socket)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void, SocketServer.SocketServerError>((resume) => {
      listener.once("error", (error) => resume(Effect.fail(opening(error))))
      listener.listen({ host, port }, () => resume(Effect.void))
    }),
    () => Effect.callback<void>((resume) => {
      for (const socket of connections) socket.destroy()
      listener.close(() => resume(Effect.void))
    })
  )
  const { address, port: bound } = listener.address() as AddressInfo

  return SocketServer.SocketServer.of({
    address: yield* Effect.mapError(Effect.fromResult(NetAddress.inetAddressFromIpString(address, bound)), opening),
    run: Effect.fnUntraced(function*<R, E, A>(handler: (socket: Socket.Socket) => Effect.Effect<A, E, R>) {
      const scope = yield* Scope.make()
      const context = Context.omit(Scope.Scope)(yield* Effect.context<R>()) as Context.Context<R>
      accept = (socket) => {
        const opened = Effect.acquireRelease(Effect.succeed(socket), () => Effect.sync(() => socket.destroySoon()))
        Fiber.runIn(scope)(
          NodeSocket.fromDuplex(opened).pipe(
            Effect.flatMap(handler), Effect.ignoreCause({ log: "Debug" }), Effect.runForkWith(context)
          )
        )
      }
      for (const socket of connections) accept(socket)
      return yield* Effect.onExit(Effect.never, () => {
        accept = () => {}
        return Scope.close(scope, Exit.void)
      })
    })
  })
}))

/** How this process reaches the others. */
export const clusterClient = Layer.effect(Runners.RpcClientProtocol, Effect.gen(function*() {
  const serialization = yield* RpcSerialization.RpcSerialization
  const key = Redacted.value((yield* Installation).clusterKey)
  return {
    codecFor: serialization.codecFor,
    make: Effect.fnUntraced(function*({ host, port }) {
      const socket = yield* NodeSocket.makeTls({
        ...PROTOCOL,
        host,
        port,
        openTimeout: 1_000,
        pskCallback: () => ({ psk: key, identity: IDENTITY }),
        /* There is no certificate: whoever has the key is who is wanted. */
        checkServerIdentity: () => undefined
      })
      return yield* RpcClient.makeProtocolSocket().pipe(
        Effect.provideService(Socket.Socket, socket), Effect.provideService(RpcSerialization.RpcSerialization, serialization)
      )
    }, Effect.orDie)
  }
}))

/** What processes that share the durable work tell each other, and whether they are there. */
export const clusterSocket = SocketRunner.layer.pipe(
  Layer.provide([server, clusterClient]),
  Layer.provide(RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc), Layer.provide(clusterClient))),
  Layer.provide(RpcSerialization.layerSchemaBinary())
)
