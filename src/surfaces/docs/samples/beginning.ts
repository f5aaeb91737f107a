import { ORIGIN } from "../../documents.ts"
import { isRequest, type Line } from "./request.ts"
import type { Language } from "./values.ts"

const has = (lines: ReadonlyArray<Line>, text: string) => lines.some((line) => JSON.stringify(line).includes(text))

const anyRequest = (lines: ReadonlyArray<Line>, is: (line: Extract<Line, { readonly method: string }>) => boolean) => lines.some((line) => isRequest(line) && is(line))

/** Refusals that a program goes on from: it is shown something that is not free, or asks a person; and what its own lines show. */
const shown = (lines: ReadonlyArray<Line>) => [...new Set([409, 428, ...lines.flatMap((line) => isRequest(line) ? line.refused ?? [] : [])])].join(", ")

const typescript = (lines: ReadonlyArray<Line>) => [
  ...anyRequest(lines, ({ file }) => file !== undefined) ? [`import { writeFile } from "node:fs/promises"\n`] : [],
  `const address = "${ORIGIN}/api/v1"`,
  ...has(lines, "$$") ? ["const stamp = Date.now()"] : [],
  ...anyRequest(lines, ({ by }) => by === "ACCESS_TOKEN") ? ["const person = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` }"] : [],
  `
const api = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<any> => {
  const response = await fetch(address + path, {
    method,
    headers: { Authorization: \`Bearer \${process.env.API_KEY}\`, "Content-Type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body)
  })
  const answer = await response.json()
  if (response.status >= 400 && ![${shown(lines)}].includes(response.status)) throw new Error(\`\${method} \${path}: \${JSON.stringify(answer)}\`)
  return answer
}`,
  ...anyRequest(lines, ({ file }) => file !== undefined) ? [`
const download = async (path: string, file: string) => {
  const response = await fetch(new URL(/^\\/(s|health)\\//u.test(path) ? path : \`/api/v1\${path}\`, address), { headers: { Authorization: \`Bearer \${process.env.API_KEY}\` } })
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
}`] : []
].join("\n")

const python = (lines: ReadonlyArray<Line>) => [
  `import json, os, time, urllib.error, urllib.request\n\naddress = "${ORIGIN}/api/v1"`,
  ...has(lines, "$$") ? ["stamp = time.time_ns() // 1_000_000"] : [],
  ...anyRequest(lines, ({ by }) => by === "ACCESS_TOKEN") ? [`person = {"Authorization": f"Bearer {os.environ['ACCESS_TOKEN']}"}`] : [],
  `
def api(method, path, body=None, headers={}):
    request = urllib.request.Request(
        address + path, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}", "Content-Type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
        if error.code not in (${shown(lines)}):
            raise SystemExit(f"{method} {path}: {json.dumps(answer)}")
        return answer`,
  ...anyRequest(lines, ({ file }) => file !== undefined) ? [`
def download(path, file):
    url = "${ORIGIN}" + path if path.startswith(("/s/", "/health/")) else address + path
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {os.environ['API_KEY']}"})
    with urllib.request.urlopen(request) as response, open(file, "wb") as output:
        output.write(response.read())`] : []
].join("\n")

/** What the lines of a guide stand on, in languages that need something; nothing where they ask for themselves. */
export const beginningOf = (language: Language, lines: ReadonlyArray<Line>): string | undefined =>
  language === "curl" || !lines.some(isRequest) ? undefined : language === "typescript" ? typescript(lines) : python(lines)
