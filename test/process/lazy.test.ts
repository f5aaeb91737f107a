import { spawnSync } from "node:child_process"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "@effect/vitest"

const repository = resolve(import.meta.dirname, "../..")

/** Large, and needed by few requests or none: each is read with the first that needs it. */
const late = [
  "oidc-provider", "koa", "@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod", "nodemailer", "qrcode", "@zxcvbn-ts/language-common", "hucre"
]

/** Prints the packages that reading a module reads. */
const program = (module: string) => `
  import { registerHooks } from "node:module"
  const read = new Set()
  registerHooks({ load: (url, context, next) => {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1]
    if (name !== undefined) read.add(name)
    return next(url, context)
  } })
  await import(${JSON.stringify(pathToFileURL(join(repository, module)).href)})
  process.stdout.write(JSON.stringify([...read]))
  process.exit(0)`

describe("a start", () => {
  it("reads no large library that only some requests need", () => {
    const { status, stderr, stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program("src/application.ts")], {
      cwd: repository, encoding: "utf8"
    })
    assert.strictEqual(status, 0, stderr)
    const read: ReadonlyArray<string> = JSON.parse(stdout)
    assert.includeMembers([...read], ["effect", "@node-rs/argon2"], "the packages that are read can be told")
    assert.deepStrictEqual(read.filter((name) => late.includes(name)), [])
  })
})
