import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { allFaultsOf, browser, desktop, executable, NO_BROWSER, phone, picture } from "../dashboard/chromium.ts"
import { emailOf, TestServer, PASSWORD } from "../support/test-server.ts"
import { client } from "./client.ts"

/** The site of a tool client, in another site than the server: a page with a link, and the address that it is answered at. */
const site = Effect.gen(function*() {
  const link = { to: "" }
  const answers: Array<URL> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<Server>((resume) => {
      const made = createServer((request, response) => {
        const url = new URL(request.url!, "http://localhost")
        if (url.pathname === "/callback") answers.push(url)
        response.writeHead(200, { "content-type": "text/html" })
        response.end(url.pathname === "/callback" ? "<h1>Back</h1>" : `<a href="${link.to.replaceAll("&", "&amp;")}">Connect</a>`)
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) => Effect.sync(() => {
      made.close()
      made.closeAllConnections()
    })
  )
  return { base: `http://localhost:${(server.address() as AddressInfo).port}`, link, answers }
})

layer(TestServer, { excludeTestServices: true })("in a real browser", (it) => {
  it.effect.skipIf(executable === undefined)(`a person comes from the client's site, signs in, agrees and goes back${executable === undefined ? `: ${NO_BROWSER}` : ""}`, () =>
    Effect.gen(function*() {
      const chromium = yield* browser
      const { answers, base, link } = yield* site
      const redirect_uri = `${base}/callback`
      const app = yield* client({ client_name: "Assistant", redirect_uris: [redirect_uri] })
      link.to = app.base + app.authorize({ redirect_uri, scope: "crm:read crm:write cms:read calendar:read calendar:write" })

      yield* Effect.promise(async () => {
        const page = await (await chromium.newContext(desktop)).newPage()
        await page.goto(base)
        await page.click("text=Connect")
        await page.waitForURL("**/dashboard/sign-in**")
        await page.fill("#email", emailOf("owner"))
        await page.fill("#password", PASSWORD)
        await page.click("button:text-is('Sign in')")
        await page.waitForURL("**/dashboard/connect/**")
        assert.deepStrictEqual(await allFaultsOf(page), [])
        await picture(page, "connect-desktop")
        await page.setViewportSize(phone.viewport)
        assert.deepStrictEqual(await allFaultsOf(page), [])
        await picture(page, "connect-phone")
        await page.uncheck("input[value='crm:write']")
        await page.click("button:text-is('Connect')")
        await page.waitForURL(`${base}/callback**`)

        await page.goto(base)
        await page.click("text=Connect")
        await page.waitForURL("**/dashboard/connect/**")
        await page.click("button:text-is('Do not connect')")
        await page.waitForURL(`${base}/callback**`)
      })
      assert.strictEqual(answers.length, 2)
      const { json } = yield* app.exchange(answers[0]!.searchParams.get("code")!, { redirect_uri })
      assert.strictEqual(json.scope, "crm:read calendar:read cms:read")
      assert.strictEqual(answers[1]!.searchParams.get("error"), "access_denied")
    }))
})
