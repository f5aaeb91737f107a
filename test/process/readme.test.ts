import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, symlinkSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { ask, home, serve, type Service } from "./service.ts"

const repository = resolve(import.meta.dirname, "../..")
const readme = readFileSync(join(repository, "README.md"), "utf8")

/** Its blocks of code in order: indented by four, or between fences. A command begins a step, and goes on while lines end in a backslash. */
const blocks = [...readme.matchAll(/(?<=\n\n)(?: {4}.*\n)+|^```\w*\n[^]*?^```$/gmu)].map(([text]) => text.replace(/^ {4}/gmu, ""))

/** What runs the tests or does not end is not run here. */
const notHere = ["npm ci && npm start", "npm ci && npm test"]

const command = /^(?:curl|npm|[A-Z]+=)/u

const steps = blocks.filter((block) => !block.startsWith("```")).flatMap((block) => block.replaceAll("\\\n", "").trim().split("\n"))

/** A home of the service and a folder with what a clone has. */
class Fresh extends Context.Service<Fresh, { readonly folder: string; readonly dataDir: string; readonly service: Service }>()("test/Fresh") {
  static readonly layer = Layer.effect(Fresh, Effect.gen(function*() {
    const folder = yield* home
    for (const name of readdirSync(repository)) symlinkSync(join(repository, name), join(folder, name))
    const dataDir = yield* home
    return { folder, dataDir, service: yield* serve({ DATA_DIR: dataDir }) }
  }))
}

const missing = ["curl", "sh"].find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0)

/** Whether the README shows an answer, in which three dots stand for anything. */
const shows = (shown: string, answer: string) =>
  new RegExp(`^${shown.split("...").map((part) => part.replace(/[^\w\s]/gu, "\\$&")).join(".*?")}`, "s").test(answer)

layer(Fresh.layer, { excludeTestServices: true })("the README", (it) => {
  it.effect.skipIf(missing && `skipped: ${missing} is not installed on this machine`)("shows commands that work as pasted, in order, and what they answer", () =>
    Effect.gen(function*() {
      const { dataDir, folder, service } = yield* Fresh
      const base = `http://127.0.0.1:${service.port}`
      const [, email, password] = /as (\S+) with the password (\S+)/.exec(service.said.err)!
      const { json } = yield* ask(service, "/api/v1/auth/login", {
        method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ email, password })
      })
      const known: Record<string, string> = { KEY: service.key, API: `${base}/api/v1`, TOKEN: json.access_token }
      assert.include(readme, "`API` is `http://127.0.0.1:8080/api/v1`")
      let answer = ""
      let ran = 0
      for (const step of steps) {
        if (notHere.includes(step)) continue
        if (!command.test(step)) {
          assert.isTrue(answer.split("\n").some((line, place, lines) => shows(step, lines.slice(place).join("\n"))), `${step}\nis not in\n${answer}`)
          continue
        }
        const [, name, text = step] = /^([A-Z]+)=\$\((.*)\)$/u.exec(step) ?? []
        const line = text.replaceAll("http://127.0.0.1:8080", base)
        const { status, stderr, stdout } = spawnSync("sh", ["-c", line.replace(/^curl /u, "curl -sS --fail-with-body ")], {
          cwd: folder, encoding: "utf8",
          env: { PATH: `${join(repository, "node_modules/.bin")}:${process.env["PATH"]}`, HOME: process.env["HOME"], DATA_DIR: dataDir, ...known }
        })
        answer = stdout
        ran++
        /* A verb that needs consent is shown as it is refused. */
        assert.isTrue(status === 0 || stdout.includes("confirmation_required"), `${step}\n${stderr}\n${stdout}`)
        if (name !== undefined) known[name] = stdout.trim()
      }
      assert.isAtLeast(ran, 12)
    }))

  it("names scripts that there are, and starts by systemd as `npm start` does", () => {
    for (const [, name] of readme.matchAll(/npm run (?:--silent )?(\w+)/gu)) assert.property(manifest.scripts, name!)
    const unit = blocks.find((block) => block.startsWith("```ini"))
    const [, flags] = /^exec node (.*)$/u.exec(manifest.scripts.start)!
    assert.include(unit, `ExecStart=/srv/business-platform/node_modules/.bin/node ${flags}`)
    assert.lengthOf(blocks.filter((block) => block.startsWith("```")), 1)
    assert.isAtMost(Buffer.byteLength(readme), 15_360)
  })
})
