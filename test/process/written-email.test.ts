import { once } from "node:events"
import { request } from "node:http"
import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { ServiceConfig } from "#layers/kernel/config"
import { isTriedHere, nameFor } from "#src/dashboard/local-email"
import { paths } from "#src/dashboard/paths"
import { CurrentRequest, RequestContext } from "#src/http/request-context"
import { hidden, webClientAt } from "../dashboard/web-client.ts"
import { home, serve, type Service } from "./service.ts"

const PASSWORD = "correct horse battery staple 9"

const linkTo = (text: string, path: string) => new RegExp(`href="(${path}\\?[^"]+)"`, "u").exec(text)?.[1]?.replaceAll("&amp;", "&")

/** A service as a newcomer starts it. */
class First extends Context.Service<First, Service>()("test/First") {
  static readonly layer = Layer.effect(First, Effect.flatMap(home, (dataDir) => serve({ DATA_DIR: dataDir })))
}

const signsUp = Effect.fnUntraced(function*(email: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = yield* First
  const browser = webClientAt(`http://127.0.0.1:${port}`)
  const { text } = yield* browser.get(paths.signUp)
  const fields = { name: "New Comer", company_name: "Newcomers", email, password: PASSWORD, currency: "EUR", time_zone: "UTC" }
  const done = yield* browser.post(paths.signUp, { proof: hidden(text, "proof"), once: hidden(text, "once"), ...fields }, { origin: browser.base, ...headers })
  assert.strictEqual(done.status, 200, done.text)
  return { browser, text: done.text }
})

const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a proxy that names the client": { "x-forwarded-for": "127.0.0.1" },
  "a proxy of RFC 7239": { forwarded: "for=127.0.0.1" },
  "a proxy that names itself": { via: "1.1 edge" }
}

layer(First.layer, { excludeTestServices: true })("who tries the service out without a mail server", (it) => {
  it.effect("signs up, reads the e-mail in the browser, confirms the address and is in", () =>
    Effect.gen(function*() {
      const { browser, text } = yield* signsUp("New.Comer@example.com")
      const path = linkTo(text, paths.writtenEmail)
      assert.isDefined(path, text)
      const email = yield* browser.get(path!)
      assert.strictEqual(email.status, 200, email.text)
      const link = linkTo(email.text, paths.verify)
      assert.isDefined(link, email.text)
      const { text: asks } = yield* browser.get(link!)
      const confirmed = yield* browser.post(paths.verify, { proof: hidden(asks, "proof"), token: hidden(asks, "token") })
      assert.deepStrictEqual([confirmed.status, confirmed.to], [303, `${paths.signIn}?done=verified`])
      assert.strictEqual((yield* browser.enter("new.comer@example.com", PASSWORD)).status, 303)
    }))

  it.effect("invites somebody, and both read the e-mail in the browser", () =>
    Effect.gen(function*() {
      const { port, said } = yield* First
      const browser = webClientAt(`http://127.0.0.1:${port}`)
      const [, owner, password] = /as (\S+) with the password (\S+)/u.exec(said.err)!
      assert.strictEqual((yield* browser.enter(owner!, password)).status, 303)
      const invited = yield* browser.press(paths.members, paths.members, { email: "colleague@example.com", role: "member", once: "first" })
      assert.strictEqual(invited.status, 303, invited.text)
      const invitation = linkTo((yield* browser.get(paths.members)).text, paths.writtenInvitation)
      assert.isDefined(invitation)
      const joins = linkTo((yield* browser.get(invitation!)).text, paths.invitation)
      assert.isDefined(joins)
      assert.include((yield* webClientAt(browser.base).get(joins!)).text, "colleague@example.com")
    }))

  it.effect("is shown it again when they ask for another", () =>
    Effect.gen(function*() {
      const { browser } = yield* signsUp("again@example.com")
      const { text } = yield* browser.press(`${paths.verify}/again`, `${paths.verify}/again`, { email: "again@example.com" })
      assert.strictEqual((yield* browser.get(linkTo(text, paths.writtenEmail)!)).status, 200)
    }))

  it.effect("reads nothing that others asked for, and nothing that opens an account", () =>
    Effect.gen(function*() {
      const { browser, text } = yield* signsUp("mine@example.com")
      const path = linkTo(text, paths.writtenEmail)!
      assert.strictEqual((yield* webClientAt(browser.base).get(path)).status, 404)
      const reset = yield* browser.press(paths.forgot, paths.forgot, { email: "mine@example.com" })
      assert.strictEqual(reset.status, 200)
      assert.isUndefined(linkTo(reset.text, paths.writtenEmail))
      const [, token] = [...browser.cookies].find(([name]) => name === "dashboard-visitor")!
      assert.strictEqual(path, `${paths.writtenEmail}?of=${nameFor(token, "verify", "mine@example.com")}`)
      assert.notInclude((yield* browser.get(path)).text, paths.reset)
    }))

  for (const [whence, headers] of Object.entries(elsewhere)) {
    it.effect(`is not taken for somebody who comes by ${whence}`, () =>
      Effect.gen(function*() {
        const { browser, text } = yield* signsUp(`${Object.keys(headers)[0]}@example.com`)
        const path = linkTo(text, paths.writtenEmail)!
        assert.strictEqual((yield* browser.get(path)).status, 200)
        assert.strictEqual((yield* browser.get(path, headers)).status, 404)
        assert.isUndefined(linkTo((yield* signsUp(`other-${Object.keys(headers)[0]}@example.com`, headers)).text, paths.writtenEmail))
      }))
  }

  it.effect("is not taken for somebody who comes by a name that anybody can point here", () =>
    Effect.gen(function*() {
      const { browser, text } = yield* signsUp("rebound@example.com")
      const path = linkTo(text, paths.writtenEmail)!
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      /* `fetch` sets the host itself. */
      const statusFor = (host: string) => Effect.promise(async () => {
        const asked = request(browser.base + path, { headers: { cookie, host } }).end()
        const [{ statusCode }] = await once(asked, "response")
        asked.destroy()
        return statusCode
      })
      assert.strictEqual(yield* statusFor(new URL(browser.base).host), 200)
      assert.notStrictEqual(yield* statusFor("rebound.example"), 200)
    }))
})

describe("a service that is not tried out", () => {
  const tried = (env: Readonly<Record<string, string>>, { address = "127.0.0.1", host = "localhost:8080" } = {}) =>
    isTriedHere.pipe(
      Effect.provide(ServiceConfig.layer),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
      Effect.provideService(CurrentRequest, new RequestContext("1", address)),
      Effect.provideService(HttpServerRequest.HttpServerRequest, HttpServerRequest.fromWeb(new Request("http://localhost:8080/", { headers: { host } })))
    )

  it.effect("shows no e-mail to anybody", () =>
    Effect.gen(function*() {
      assert.isTrue(yield* tried({}))
      assert.isTrue(yield* tried({ SITE_URL: "http://localhost:8080" }))
      assert.isTrue(yield* tried({}, { address: "::1", host: "[::1]:8080" }))
      assert.isTrue(yield* tried({}, { address: "::ffff:127.0.0.1" }))
      for (const env of [
        { SMTP_URL: "smtp://127.0.0.1:25" }, { DATABASE_URL: "postgres://u@127.0.0.1/d" }, { SITE_URL: "https://acme.example" }, { TRUSTED_PROXIES: "1" }
      ]) assert.isFalse(yield* tried(env), JSON.stringify(env))
      for (const from of [{ address: "192.0.2.7" }, { address: "10.0.0.7" }, { host: "acme.example" }, { host: "" }, { host: "127.0.0.1.acme.example" }]) {
        assert.isFalse(yield* tried({}, from), JSON.stringify(from))
      }
    }))
})
