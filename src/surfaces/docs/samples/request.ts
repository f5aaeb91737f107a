import { ORIGIN } from "../../documents.ts"
import type { Json } from "../../openapi/json.ts"
import { addressIn, type Language, type Programming, valueOf } from "./values.ts"

const API = `${ORIGIN}/api/v1`

/** What of an answer is kept under which name, for what follows. */
interface Kept {
  readonly as: string
  /** Where it is in the answer; its `id` if left out. */
  readonly at?: ReadonlyArray<string | number>
}

interface Asked {
  readonly body?: object
  readonly keep?: Kept
  /** Whose request it is, where it is not the key's. */
  readonly by?: "API_KEY" | "ACCESS_TOKEN"
  readonly confirmed?: true
  /** Other headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** It is made again and again until the answer has this. */
  readonly until?: {
    readonly field: string
    readonly value: string | number
    /** Other values that it does not go on from, which are told apart by what follows. */
    readonly or?: ReadonlyArray<string>
  }
  /** The status of the refusal that the line shows, where that is what it is for. */
  readonly refused?: number
  /** The file that the answer is kept in. */
  readonly file?: string
}

/** One request of a guide. */
export interface Request extends Asked {
  readonly method: string
  readonly path: string
}

/** A request, or what each language has for itself. */
export type Line = Request | Readonly<Record<Language, string>>

export const isRequest = (line: Line): line is Request => "method" in line

export const line = (method: string, path: string, asked: Asked = {}): Request => ({ method, path, ...asked })

/** The same request as one that waits for a person: asked for, agreed to, and done. */
export const agreed = (method: string, path: string, body?: object, keep?: Kept): ReadonlyArray<Request> => [
  line(method, path, { ...body !== undefined && { body }, keep: { as: "CONSENT", at: ["consent", "id"] } }),
  line("POST", "/agent/consents/$CONSENT/approve", { by: "ACCESS_TOKEN", keep: { as: "CONFIRMATION", at: ["confirmation"] } }),
  line(method, path, { ...body !== undefined && { body }, ...keep !== undefined && { keep }, confirmed: true })
]

/**
 * Quotation marks around a variable make a text of it, where a number is asked for; those around one in braces stay. Those within a text have a backslash
 * before them already, which the shell is to leave.
 */
const json = (body: object) => JSON.stringify(body).replaceAll(/(\\?)"/gu, (_, before: string) => `${before}${before}\\"`).replaceAll(/\\"(\$[A-Z]+)\\"/gu, "$1")

/** What stands in an answer right before what is kept: the last name, and the brackets that open after the one before. */
const before = (at: ReadonlyArray<string | number>) => {
  const names = at.map((step, n) => typeof step === "number" ? "[" : `${typeof at[n - 1] === "number" || (n > 0 && typeof at[n - 1] === "string") ? "{" : ""}"${step}":`)
  return names.join("").replaceAll("[", String.raw`\[`)
}

/** What stands between a line of the shell and its beginning. */
const found = ({ at }: Kept) => at === undefined ? "^{\"id\":" : `.*${before(at)}`

/** What stands beside the API, and asks for no key. */
const isRooted = (path: string) => path.startsWith("/s/") || path.startsWith("/health/")

/** Asks until it is so. A refusal, or no answer, is told and ends the waiting: asking again does not mend it. */
const waiting = (request: string, { field, or, value }: NonNullable<Asked["until"]>) => {
  const ends = [value, ...or ?? []].map((one) => `*'"${field}":${JSON.stringify(one)}'*`).join(" | ")
  return [
    "while true; do", `  ANSWER=$(${request.replaceAll("\n", "\n  ")})`, `  case "$ANSWER" in`, `    ${ends}) break ;;`,
    `    '{"code":'* | '') echo "REFUSED: $ANSWER"; break ;;`, "  esac", "  sleep 0.2", "done"
  ].join("\n")
}

/** Tells what was kept. An answer without it is a refusal, or nothing: what follows would only fail by it. */
const told = (name: string) => `case "$${name}" in '' | '{'*) echo "STOP, this was refused: $${name}"; false ;; *) echo "${name}: $${name}" ;; esac`

export const curlOfRequest = ({ body, by = "API_KEY", confirmed, file, headers = {}, keep, method, path, until }: Request): string => {
  const request = [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}"${isRooted(path) ? ORIGIN : API}${path}"`,
    ...isRooted(path) ? [] : [`-H "Authorization: Bearer $${by}"`],
    ...confirmed === undefined ? [] : [`-H "X-Service-Confirmation: $CONFIRMATION"`],
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...body === undefined ? [] : [`-H "Content-Type: application/json"`, `-d "${json(body)}"`],
    ...file === undefined ? [] : [`-o ${file}`]
  ].join(" \\\n  ")
  if (until !== undefined) return waiting(request, until)
  return keep === undefined ? request : `${keep.as}=$(${request} \\\n  | sed 's/${found(keep)}"\\{0,1\\}\\([A-Za-z0-9_:.+-]*\\).*/\\1/')\n${told(keep.as)}`
}

const nothing: Readonly<Record<Programming, string>> = { typescript: "undefined", python: "None" }

/** The call of the function that the sample begins with. */
const callOf = (language: Programming, { body, by, confirmed, file, headers = {}, method, path }: Request): string => {
  const sent = { ...headers, ...confirmed && { "X-Service-Confirmation": "$CONFIRMATION" } }
  const named = by === "ACCESS_TOKEN" ? "person" : Object.keys(sent).length > 0 ? valueOf(sent, language, { variables: true }) : undefined
  const given = [
    ...file === undefined ? [JSON.stringify(method)] : [],
    addressIn(path, language),
    ...file !== undefined ? [JSON.stringify(file)] : [],
    ...body !== undefined ? [valueOf(body as Json, language, { variables: true })] : named !== undefined ? [nothing[language]] : [],
    ...named === undefined ? [] : [named]
  ]
  return `${file === undefined ? "api" : "download"}(${given.join(", ")})`
}

const fieldIn = (language: Programming, at: ReadonlyArray<string | number>) =>
  at.map((step) => typeof step === "number" ? `[${step}]` : language === "typescript" ? `.${step}` : `["${step}"]`).join("")

/** How programs write to where their answers are read; the name is put together since programs of the service may not. */
export const PRINT = ["console", "log"].join(".")

export const typescriptOfRequest = (request: Request, declares: "const" | "let" | ""): string => {
  const { file, keep, until } = request
  const call = callOf("typescript", request)
  if (until !== undefined) {
    const goesOn = until.or === undefined
      ? `(await ${call}).${until.field} !== ${JSON.stringify(until.value)}`
      : `!${valueOf([until.value, ...until.or], "typescript")}.includes((await ${call}).${until.field})`
    return `while (${goesOn}) await new Promise((resolve) => setTimeout(resolve, 200))`
  }
  if (file !== undefined) return `await ${call}`
  if (keep === undefined) return `${PRINT}(JSON.stringify(await ${call}))`
  return `${declares}${declares === "" ? "" : " "}${keep.as.toLowerCase()} = (await ${call})${fieldIn("typescript", keep.at ?? ["id"])}`
}

export const pythonOfRequest = (request: Request): string => {
  const { file, keep, until } = request
  const call = callOf("python", request)
  if (until !== undefined) {
    const goesOn = until.or === undefined ? `!= ${JSON.stringify(until.value)}` : `not in ${valueOf([until.value, ...until.or], "python")}`
    return `while ${call}["${until.field}"] ${goesOn}:\n    time.sleep(0.2)`
  }
  if (file !== undefined) return call
  return keep === undefined ? `print(json.dumps(${call}))` : `${keep.as.toLowerCase()} = ${call}${fieldIn("python", keep.at ?? ["id"])}`
}
