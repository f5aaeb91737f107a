import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { fetched } from "../support/fetched.ts"

/** The compiler that all three generators are made for. */
const TYPESCRIPT = "typescript@5.9.3"

interface Generator {
  readonly name: Parameters<typeof fetched>[0]
  readonly others: ReadonlyArray<string>
  /** Its program in `node_modules`, and what it is told. */
  readonly command: ReadonlyArray<string>
  readonly files?: Readonly<Record<string, string>>
  /** What calls the generated client: lists contacts, adds one, reads it, and asks for one that is not there. */
  readonly program: string
}

/** Prints what a client got; the marked lines hold that its answers have types, as `any` would take them. */
const print = `
// @ts-expect-error: a contact has no such field.
void made.no_such_field
// @ts-expect-error: nor has a page.
void page.no_such_field
// @ts-expect-error: nor has an error.
void problem.no_such_field
const names: ReadonlyArray<string | null> = page.items.map(({ first_name }) => first_name)
console.log(JSON.stringify({
  listed: names.length, total: page.total, made: made.first_name, got: got.id === made.id && got.email === made.email, code: problem.code, request: problem.request_id
}))
`

const begin = `declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
const base = process.env["BASE"]!
const authorization = \`Bearer \${process.env["KEY"]!}\`
const email = \`\${process.env["NAME"]!}@generated.example\`
const body = { first_name: "Sam", last_name: "Doe", email }
`

export const generators: ReadonlyArray<Generator> = [
  {
    name: "openapi-typescript",
    others: ["openapi-fetch@0.17.0", TYPESCRIPT],
    command: ["openapi-typescript/bin/cli.js", "openapi.json", "--output", "client.ts"],
    program: `import createClient from "openapi-fetch"
import type { paths } from "./client"
${begin}
const main = async () => {
  const client = createClient<paths, "application/json">({ baseUrl: base, headers: { authorization } })
  const { data: page, error: unlisted } = await client.GET("/api/v1/crm/contacts", { params: { query: { limit: 2 } } })
  if (page === undefined) throw unlisted
  const { data: made, error: unmade } = await client.POST("/api/v1/crm/contacts", { body, params: { header: { "Idempotency-Key": email } } })
  if (made === undefined) throw unmade
  const { data: got, error: ungot } = await client.GET("/api/v1/crm/contacts/{id}", { params: { path: { id: made.id } } })
  if (got === undefined) throw ungot
  const { error: problem } = await client.GET("/api/v1/crm/contacts/{id}", { params: { path: { id: 987654321 } } })
  if (problem === undefined) throw new Error("it was found")
${print}
}
void main()
`
  },
  {
    name: "@hey-api/openapi-ts",
    others: [TYPESCRIPT],
    command: ["@hey-api/openapi-ts/bin/run.js", "--input", "openapi.json", "--output", "client", "--client", "@hey-api/client-fetch", "--no-log-file"],
    program: `import { client } from "./client/client.gen"
import { createContact, getContact, listContacts } from "./client/sdk.gen"
${begin}
const main = async () => {
  client.setConfig({ baseUrl: base, headers: { authorization } })
  const { data: page, error: unlisted } = await listContacts({ query: { limit: 2 } })
  if (page === undefined) throw unlisted
  const { data: made, error: unmade } = await createContact({ body, headers: { "Idempotency-Key": email } })
  if (made === undefined) throw unmade
  const { data: got, error: ungot } = await getContact({ path: { id: made.id } })
  if (got === undefined) throw ungot
  const { error: problem } = await getContact({ path: { id: 987654321 } })
  if (problem === undefined) throw new Error("it was found")
${print}
}
void main()
`
  },
  {
    name: "orval",
    others: [TYPESCRIPT],
    command: ["orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"],
    /* Lists can be had as CSV and NDJSON too, of which it would make a stream without types; and in forms its `File` would hide that of the web. */
    files: {
      "orval.config.mjs": `export default { api: { input: "openapi.json", output: {
        target: "client.ts", client: "fetch", headers: true, baseUrl: { getBaseUrlFromSpecification: true },
        override: { contentType: { include: ["application/json"] } }
      } } }`
    },
    program: `import { createContact, getContact, listContacts } from "./client"
${begin}
const options = { headers: { authorization } }
const main = async () => {
  const listed = await listContacts({ limit: 2 }, undefined, options)
  if (listed.status !== 200) throw listed.data
  const page = listed.data
  const created = await createContact(body, { "Idempotency-Key": email }, options)
  if (created.status !== 201) throw created.data
  const made = created.data
  const found = await getContact(made.id, undefined, options)
  if (found.status !== 200) throw found.data
  const got = found.data
  const missing = await getContact(987654321, undefined, options)
  if (missing.status !== 404) throw missing.data
  const problem = missing.data
${print}
}
void main()
`
  }
]

const run = promisify(execFile)

/** Generates a client of a document, checks the types of a program that uses it, and runs that. Answers with what the program printed. */
export const generatedAndRun = async (
  { command: [script, ...args], files = {}, name, others, program }: Generator, document: string, environment: Readonly<Record<string, string>>
): Promise<unknown> => {
  const installed = join(await fetched(name, ...others), "node_modules")
  const folder = mkdtempSync(join(tmpdir(), "generated-"))
  const node = (file: string, ...args: ReadonlyArray<string>) =>
    run(process.execPath, [file, ...args], { cwd: folder, maxBuffer: 64 << 20, env: { PATH: process.env["PATH"], HOME: folder, ...environment } })
      .catch(({ stderr, stdout }: { readonly stderr: string; readonly stdout: string }) => Promise.reject(new Error(`${name}: ${stdout.slice(0, 8_000)}${stderr}`)))
  try {
    symlinkSync(installed, join(folder, "node_modules"))
    writeFileSync(join(folder, "openapi.json"), document)
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "commonjs" }))
    for (const [file, text] of Object.entries({ ...files, "main.ts": program })) writeFileSync(join(folder, file), text)
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
      compilerOptions: { strict: true, target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable"], module: "NodeNext", skipLibCheck: true, types: [], outDir: "out" },
      files: ["main.ts"]
    }))
    await node(join(installed, script!), ...args)
    await node(join(installed, "typescript/bin/tsc"), "--project", ".")
    const { stdout } = await node("out/main.js")
    return JSON.parse(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
