import { type ChildProcess, execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { languages } from "#src/surfaces/docs/samples/values"
import { agree } from "../oauth/driver.ts"
import { ranGuide, unescaped } from "../support/guide.ts"
import { json, send, TestServer } from "../support/test-server.ts"

/** The address that the guide shows a person; nothing where it ended before. */
const shownBy = (child: ChildProcess, told = "Open this address") =>
  Effect.promise(() => new Promise<string | undefined>((resolve) => {
    let text = ""
    child.stdout!.on("data", (more) => {
      text += more
      const found = text.split("\n").slice(0, -1).find((line) => line.startsWith(told))
      if (found !== undefined) resolve(found.split(" ").at(-1)!)
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

  it.effect("shows a client with the SDK, which deletes what a person agreed to", () =>
    Effect.gen(function*() {
      const { text } = yield* send("/docs/guides/connect-an-ai-client")
      const [, sample] = /<section id="sdk">[\s\S]*?<code>(import [\s\S]*?)<\/code><\/pre>/u.exec(text)!
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "sdk-"))), (folder) => Effect.sync(() => rmSync(folder, { recursive: true })))
      symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
      writeFileSync(join(folder, "agent.mts"), unescaped(sample!))
      const running = promisify(execFile)(process.execPath, ["agent.mts"], { cwd: folder, timeout: 120_000 })
      running.catch(() => undefined)
      const address = yield* shownBy(running.child)
      if (address !== undefined) {
        const back = yield* agree(address, "owner", { scopes: ["crm:read", "crm:write"] })
        yield* Effect.promise(() => fetch(back).then((response) => response.text()))
        const page = yield* shownBy(running.child, "A person agrees")
        const { status } = yield* send(`/agent/consents/${page?.split("/").at(-1)}/approve`, { key: "owner", method: "POST" })
        assert.strictEqual(status, 200)
      }
      const { stdout } = yield* Effect.promise(() => running)
      assert.match(stdout, /^Deleted: \d+$/mu)
    }))
})
