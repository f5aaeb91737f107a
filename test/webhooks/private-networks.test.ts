import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:https"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { NameServers } from "#layers/network/names"
import { isPublic } from "#layers/network/public-address"
import { TestServerWith } from "../support/test-server.ts"
import { create, patch, post } from "./calls.ts"
import { nameServer } from "./name-server.ts"
import { outcome, slipped, treasure } from "./private.ts"

const privately = [
  "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "100.127.255.255",
  "169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "192.0.0.192", "192.0.2.1", "198.18.0.1", "198.51.100.1",
  "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.88.99.1",
  "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:a9fe:a9fe", "::ffff:8.8.8.8", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808",
  "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:808:808::", "2001::1", "2001:db8::1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254",
  "ff02::1", "100::1", "4000::1", "3fff::1", "5f00::1", "not an address", ""
]

describe("addresses", () => {
  it("are public or not", () => {
    for (const address of privately) assert.isFalse(isPublic(address), address)
    for (const address of ["1.1.1.1", "8.8.8.8", "93.184.216.34", "172.32.0.1", "192.167.255.255", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"]) {
      assert.isTrue(isPublic(address), address)
    }
  })
})

/** Names that the name server of this test knows. A turn is a connection or a look at an address. */
const names: Readonly<Record<string, (turn: number) => ReadonlyArray<string>>> = {
  "public.test": () => ["93.184.216.34"],
  "inside.test": () => ["10.0.0.7"],
  "loopback.test": () => ["127.0.0.1"],
  "metadata.google.internal": () => ["169.254.169.254"],
  "six.test": () => ["fd00::7"],
  "mapped.test": () => ["::ffff:7f00:1"],
  "nat.test": () => ["64:ff9b::7f00:1"],
  "mixed.test": () => ["93.184.216.34", "10.0.0.7"],
  "mixed-six.test": () => ["93.184.216.34", "::1"],
  "rebind.test": (turn) => turn === 1 ? ["93.184.216.34"] : ["127.0.0.1"],
  "flutter.test": (turn) => turn === 1 ? ["93.184.216.34"] : ["127.0.0.1", "93.184.216.34"]
}

type Server = Effect.Success<ReturnType<typeof nameServer>>
class Names extends Context.Service<Names, Server>()("test/Names") {}

const NamesHere = Layer.effect(Names, nameServer((name, turn) => names[name]?.(turn) ?? []))
const asked = Layer.effect(NameServers, Names.use(({ address }) => Effect.succeed([address])))

/** A server with the settings of production, but for its name server. */
const Strict = TestServerWith().pipe(Layer.provide(asked), Layer.provideMerge(NamesHere))

/** A server that may use http, so that what it reaches would answer. */
const Plain = TestServerWith({ webhookAllowHttp: true }).pipe(Layer.provide(asked), Layer.provideMerge(NamesHere))

const literal = (address: string) => address.includes(":") ? `[${address}]` : address

const refused = [
  ...privately.filter((address) => /^[\d.]+$|^[\da-f:.]+$/.test(address) && address !== "").map((address) => `https://${literal(address)}/`),
  "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/", "https://0x7f.1/", "https://017700000001/",
  "https://127.0.0.1:8443/x", "https://127.0.0.1./", "https://\uff11\uff12\uff17.0.0.1/", "https://127\u30020\u30020\u30021/", "https://\u2460\u2461\u2466.0.0.1/",
  "https://localhost/", "https://LOCALHOST./", "https://a.b.localhost/",
  "https://inside.test/", "https://INSIDE.test/", "https://inside.test./", "https://loopback.test/", "https://metadata.google.internal/computeMetadata/v1/",
  "https://six.test/", "https://mapped.test/", "https://nat.test/", "https://mixed.test/", "https://mixed-six.test/",
  "http://public.test/", "https://user@public.test/", "https://user:pass@public.test/", "https://public.test@127.0.0.1/",
  "https://public.test#fragment", "ftp://public.test/", "file:///etc/passwd", "gopher://public.test/", "javascript:alert(1)", "//public.test/", "public.test", ""
]

layer(Strict, { excludeTestServices: true })("at creation", (it) => {
  it.effect("refuses every address that is not public, however it is written", () =>
    Effect.gen(function*() {
      for (const url of refused) {
        const sent = yield* post("/webhooks", { url, events: ["*"] })
        assert.strictEqual(sent.status, 422, `${url} ${sent.text}`)
        assert.deepStrictEqual(sent.json.details.map(({ field }: any) => field), ["url"], url)
      }
    }))

  it.effect("takes public ones, and names that nobody knows yet", () =>
    Effect.gen(function*() {
      for (const url of ["https://public.test/hook?a=b", "https://93.184.216.34/", "https://[2606:4700::1111]:8443/", "https://unknown.test/"]) {
        const made = yield* create(url)
        assert.strictEqual(made.url, url)
        const changed = yield* patch(`/webhooks/${made.id}`, { url: "https://inside.test/" })
        assert.deepStrictEqual([changed.status, changed.json.details?.[0].field], [422, "url"])
      }
    }))
})

layer(Plain, { excludeTestServices: true })("at every delivery", (it) => {
  it.effect("refuses literals, in whatever form", () =>
    Effect.gen(function*() {
      const { port, visits } = yield* treasure
      yield* Effect.promise(() => new Promise<void>((resolve) => connect(port, "127.0.0.1").on("close", () => resolve()).resume()))
      assert.strictEqual(visits(), 1)
      for (const host of ["127.0.0.1", "2130706433", "0177.0.0.1", "127.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"]) {
        assert.match(yield* outcome(yield* slipped(`http://${host}:${port}/`)), /is not a public address\.$/, host)
      }
      for (const host of ["10.0.0.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fd00:ec2::254]", "224.0.0.1"]) {
        assert.match(yield* outcome(yield* slipped(`http://${host}/`)), /is not a public address\.$/, host)
      }
      assert.strictEqual(visits(), 1)
    }))

  it.effect("refuses names that lead inside, all of them if one does", () =>
    Effect.gen(function*() {
      const { port, visits } = yield* treasure
      for (const name of ["loopback.test", "inside.test", "six.test", "mapped.test", "nat.test", "mixed.test", "mixed-six.test", "metadata.google.internal", "localhost", "x.localhost"]) {
        assert.match(yield* outcome(yield* slipped(`http://${name}:${port}/`)), new RegExp(`^${name} leads to .*, which is not a public address\\.$`), name)
      }
      assert.strictEqual(visits(), 0)
    }))

  it.effect("refuses a name that was public when it was looked at and leads here when it is called", () =>
    Effect.gen(function*() {
      const { asked } = yield* Names
      const { port, visits } = yield* treasure
      for (const name of ["rebind.test", "flutter.test"]) {
        const made = yield* create(`http://${name}:${port}/`, { events: ["order.paid"] })
        assert.strictEqual(asked.get(name), 1)
        assert.strictEqual(yield* outcome(made.id), `${name} leads to 127.0.0.1, which is not a public address.`)
        assert.strictEqual(asked.get(name), 2, "asked once for a connection: what was checked is what is connected to")
      }
      assert.strictEqual(visits(), 0)
    }))

  it.effect("refuses user names and passwords, and other schemes", () =>
    Effect.gen(function*() {
      for (const url of ["http://user:pass@public.test/", "ftp://public.test/"]) assert.match(yield* outcome(yield* slipped(url)), /must not hold|Only https/)
    }))
})

const certificate = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "certificate-"))
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")]
    const made = spawnSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert])
    assert.strictEqual(made.status, 0, String(made.stderr))
    return { key: readFileSync(key), cert: readFileSync(cert), folder }
  }),
  ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

layer(TestServerWith({ webhookAllowHosts: ["localhost"] }), { excludeTestServices: true })("certificates and hosts that are named", (it) => {
  it.effect("a certificate that nobody trusts is refused, and nothing is sent", () =>
    Effect.gen(function*() {
      let requests = 0
      const { cert, key } = yield* certificate
      const port = yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<{ port: number; end: () => void }>((resolve) => {
          const server = createServer({ cert, key }, (_, response) => {
            requests++
            response.end()
          })
          server.listen(0, "127.0.0.1", () => resolve({ port: (server.address() as { port: number }).port, end: () => void server.close() }))
        })),
        ({ end }) => Effect.sync(end)
      )
      const made = yield* create(`https://localhost:${port.port}/`, { events: ["order.paid"] })
      assert.strictEqual(yield* outcome(made.id), "The certificate is self-signed.")
      assert.strictEqual(requests, 0)
    }))

  it.effect("naming a host allows it and no other name for the same place", () =>
    Effect.gen(function*() {
      for (const url of ["https://127.0.0.1/", "https://a.localhost/", "https://[::1]/", "http://localhost/"]) {
        assert.strictEqual((yield* post("/webhooks", { url, events: ["*"] })).status, 422, url)
      }
      yield* create("https://LOCALHOST/")
    }))
})
