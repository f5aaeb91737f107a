import { execFile } from "node:child_process"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { packClient } from "#src/pack-client"
import { TestServer, secrets } from "../support/test-server.ts"
import { home } from "./service.ts"

/** What the client may hold: the contract, and programs without a database. */
const ours = /^(?:package\.json$|schemas\/|src\/commands\/|src\/surfaces\/openapi\/json\.ts$|layers\/webhooks\/signing\.ts$|workflows\/(?:exports\/printing|crm\/export-rows|kb\/evaluation|webhooks\/message)\.ts$)/u
const ofServer = /postgres|^pg|sql|redis|undici|oidc|argon2|sharp|pdfkit|nodemailer|mcp|pino|^ws$/u
/** Everybody who gives a command by npx downloads it. */
const MOST_BYTES = 1_500_000

const npx = (folder: string, command: ReadonlyArray<string>, environment: Record<string, string> = {}) =>
  Effect.promise(() => new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const path = `${dirname(process.execPath)}:${process.env["PATH"]}`
    execFile("npx", ["--yes", "--offline", ...command], {
      cwd: folder, env: { PATH: path, HOME: dirname(folder), npm_config_cache: join(folder, "../cache"), npm_config_update_notifier: "false", ...environment }
    }, (error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : 1, out, err }))
  }))

layer(TestServer, { excludeTestServices: true })("the client by itself", (it) => {
  it.effect("is packed without anything of the server, and runs from an empty folder", () =>
    Effect.gen(function*() {
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const folder = yield* home
      const empty = join(folder, "empty")
      const { file, modules, packages } = yield* Effect.promise(() => packClient(empty))
      assert.deepStrictEqual(modules.filter((module) => !ours.test(module)), [])
      assert.deepStrictEqual(packages.filter((name) => ofServer.test(name)), [])
      assert.include(packages, "effect")
      assert.isBelow(statSync(file).size, MOST_BYTES)

      const tarball = `./${basename(file)}`
      const key = { API_KEY: secrets.acme }
      const me = yield* npx(empty, [tarball, "api", "get_me", "--url", base], key)
      assert.strictEqual(me.code, 0, me.err)
      assert.strictEqual(JSON.parse(me.out).company.name, "acme")
      const listed = yield* npx(empty, [tarball, "export", "list_pipelines", "--url", base, "--format", "xlsx", "--output", "pipelines.xlsx"], key)
      assert.deepStrictEqual([listed.code, listed.err.includes(" a second.")], [0, true], listed.err)
      assert.strictEqual(readFileSync(join(empty, "pipelines.xlsx")).subarray(0, 2).toString(), "PK")
      const none = yield* npx(empty, [tarball, "serve"])
      assert.strictEqual(none.code, 2, "it serves nothing")
      assert.deepStrictEqual(readdirSync(empty).toSorted(), [basename(file), "pipelines.xlsx"])
    }))
})
