import type { ChildProcess } from "node:child_process"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { agree } from "../oauth/driver.ts"
import { ranGuide } from "../support/guide.ts"
import { json, send, TestServer } from "../support/test-server.ts"

/** The address that the guide shows a person; nothing where it ended before. */
const shownBy = (child: ChildProcess) =>
  Effect.promise(() => new Promise<string | undefined>((resolve) => {
    let text = ""
    child.stdout!.on("data", (more) => {
      text += more
      const found = /Open this address: (\S+)\n/u.exec(text)
      if (found !== null) resolve(found[1]!)
    })
    child.on("exit", () => resolve(undefined))
  }))

layer(TestServer, { excludeTestServices: true })("the guide to connecting an AI client", (it) => {
  for (const language of languages) {
    it.effect(`leads from the address of the connector to a tool that is called, where a person agrees in a browser, in ${language}`, () =>
      Effect.gen(function*() {
        yield* send("/crm/contacts", { key: "acme", method: "POST", ...json({ first_name: "Grace" }) })
        const person = Effect.fnUntraced(function*(child: ChildProcess) {
          const address = yield* shownBy(child)
          if (address === undefined) return
          const back = yield* agree(address, "owner", { scopes: ["crm:read"] })
          if (language === "curl") child.stdin!.end(`${back.href}\n`)
          else yield* Effect.promise(() => fetch(back).then((response) => response.text()))
        })
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof person>>>()
        const { answers } = yield* ranGuide("connect-an-ai-client", "acme", undefined, language, {}, (child) => Effect.provideContext(person(child), context))
        const [resource, server, called, again] = answers
        assert.include(resource.resource_documentation, "/docs/guides/connect-an-ai-client")
        assert.deepStrictEqual(server.code_challenge_methods_supported, ["S256"])
        for (const { result } of [called, again]) assert.deepInclude(result.structuredContent, { limit: 1, has_more: result.structuredContent.total > 1 })
      }))
  }
})
