import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { json, send, TestServer } from "../support/test-server.ts"
import { browser, desktop, executable, NO_BROWSER, phone } from "./chromium.ts"
import { signInAs } from "./sign-in.ts"
import { opened, throttled } from "./throttled.ts"

const ROWS = 50

/** Less than this nobody sees. */
const STEADY = 0.01

/** Milliseconds, in `npm run goals`: beside other work a browser is as slow as that work makes it. */
const USABLE = 2_000
const isExact = process.env["GOALS"] === "exact"

const made = Effect.gen(function*() {
  const contacts = yield* Effect.forEach(Array.from({ length: ROWS }), (_, n) =>
    send("/crm/contacts", {
      key: "acme", method: "POST",
      ...json({ first_name: `Ada ${n}`, last_name: "Lovelace", email: `ada.${n}@engine.example`, company_name: "Engines & Looms", tags: ["vip"], notes: "Met in Oslo." })
    }), { concurrency: 4 })
  const id: number = contacts[0]!.json.id
  yield* Effect.forEach(contacts.slice(0, 10), (_, n) =>
    send("/crm/deals", { key: "acme", method: "POST", ...json({ title: `Engine ${n}`, amount: 1_250_000, currency: "USD", contact_id: id }) }), { concurrency: 4 })
  return id
})

layer(TestServer, { excludeTestServices: true })("the pages on a slow network", (it) => {
  it.effect("stay where they were drawn, and can be used soon", (context) =>
    Effect.gen(function*() {
      if (executable === undefined) return context.skip(NO_BROWSER)
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const one = yield* browser
      const contact = yield* made
      const faults = yield* Effect.promise(async () => {
        const faults: Array<string> = []
        for (const [screen, options] of Object.entries({ desktop, phone })) {
          const page = await (await one.newContext(options)).newPage()
          await signInAs(page, base, "owner")
          await throttled(page)
          for (const path of [
            "", "/runs", "/records", "/records/crm/list_contacts", "/records/crm/list_deals", `/records/crm/get_contact?id=${contact}`, "/records/crm/create_contact"
          ]) {
            const { moved, shift, usable } = await opened(page, `${base}/dashboard${path}`)
            if (shift >= STEADY) faults.push(`${screen} ${path} moves by ${shift}: ${moved.join(", ")}`)
            if (isExact && usable > USABLE) faults.push(`${screen} ${path} can be used after ${usable} ms`)
            if (isExact) process.stderr.write(`${screen} ${path || "home"}: usable after ${usable.toFixed(0)} ms, moved by ${shift}\n`)
          }
        }
        return faults
      })
      assert.deepStrictEqual(faults, [])
    }))
})
