import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { createServer, type Server } from "node:https"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { Context, Effect, Layer } from "effect"
import { TestServerWith } from "../support/test-server.ts"
import { REDIRECT } from "./client.ts"

type Answers = (response: ServerResponse) => void

/** A server over TLS, as those who make tool clients have one, that this process trusts. */
export class Publisher extends Context.Service<Publisher, {
  readonly base: string
  readonly answers: Map<string, Answers>
  /** How often each path was asked for. */
  readonly asked: Map<string, number>
}>()("test/Publisher") {
  static readonly layer = Layer.effect(Publisher, Effect.gen(function*() {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "publisher-"))),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
    )
    const file = (name: string) => join(folder, name)
    spawnSync("openssl", [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", file("key.pem"), "-out", file("cert.pem")
    ])
    const cert = readFileSync(file("cert.pem"), "utf8")
    setDefaultCACertificates([...getCACertificates("default"), cert])

    const answers = new Map<string, Answers>()
    const asked = new Map<string, number>()
    const server: Server = createServer({ cert, key: readFileSync(file("key.pem")) }, (request, response) => {
      asked.set(request.url!, (asked.get(request.url!) ?? 0) + 1)
      const answer = answers.get(request.url!)
      if (answer === undefined) response.writeHead(404).end()
      else answer(response)
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () => Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      })
    )
    return Publisher.of({ base: `https://localhost:${(server.address() as AddressInfo).port}`, answers, asked })
  }))
}

/** A server that may read what this machine publishes. */
export const TestServerWithPublisher = Layer.merge(TestServerWith({ oauthAllowHosts: ["localhost"] }), Publisher.layer)

/** Publishes a client's description at a path, `changed` where it is to be wrong; answers with its address. */
export const document = Effect.fnUntraced(function*(path: string, changed: object, headers: Record<string, string> = {}) {
  const { answers, asked, base } = yield* Publisher
  const address = base + path
  const text = JSON.stringify({ client_id: address, client_name: "Published", redirect_uris: [REDIRECT], ...changed })
  answers.set(path, (response) => void response.writeHead(200, { "content-type": "application/json", ...headers }).end(text))
  return { address, asked: () => asked.get(path) ?? 0 }
})

/** Publishes anything at a path. */
export const publish = Effect.fnUntraced(function*(path: string, answer: Answers) {
  const { answers, base } = yield* Publisher
  answers.set(path, answer)
  return base + path
})
