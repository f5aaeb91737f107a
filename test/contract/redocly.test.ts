import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, it } from "@effect/vitest"
import { openapiOf } from "#src/surfaces/openapi/document"
import { toolsOpenapiOf } from "#src/tools/openapi"
import { fetched, unfetched } from "../support/fetched.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What `redocly lint` has to say of a file, with the project's rules. It is told not to call home. */
const lint = async (file: string) => {
  const cli = join(await fetched("@redocly/cli"), "node_modules/@redocly/cli/bin/cli.js")
  return new Promise<{ readonly totals: { readonly errors: number; readonly warnings: number }; readonly problems: ReadonlyArray<any> }>(
    (resolve, reject) =>
      execFile(
        process.execPath,
        [cli, "lint", file, "--config", join(root, ".redocly.yaml"), "--format", "json"],
        { env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }, maxBuffer: 64 << 20 },
        (error, stdout, stderr) => {
          try {
            resolve(JSON.parse(stdout))
          } catch {
            reject(error ?? new Error(stderr))
          }
        }
      )
  )
}

it.skipIf(unfetched).each([
  ["of the REST API", openapiOf],
  ["of the public tools", toolsOpenapiOf]
] as const)("redocly finds no error in the OpenAPI document %s, nor anything to warn of", async (_, documentOf) => {
  const folder = mkdtempSync(join(tmpdir(), "redocly-"))
  try {
    const file = join(folder, "openapi.json")
    writeFileSync(file, JSON.stringify(documentOf("https://api.acme.example")))
    const { problems, totals } = await lint(file)
    assert.deepStrictEqual(problems.map(({ location, message, ruleId }) => `${ruleId}: ${message} ${location[0]?.pointer}`), [])
    assert.deepInclude(totals, { errors: 0, warnings: 0 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
