import { ORIGIN } from "../../documents.ts"
import type { Example } from "../curl.ts"
import { valueOf } from "./values.ts"

const text = (value: string) => JSON.stringify(value)

/** Whether the answer is sure to be JSON is only known once it is there: lists and errors are, files are not. */
export const typescriptOf = ({ address, body, file, key, method, parts }: Example): string => {
  const headers = [
    ...key === undefined ? [] : [`Authorization: \`Bearer \${process.env.${key}}\``],
    ...file !== undefined ? [`"Content-Type": ${text(file.type)}`] : body !== undefined ? [`"Content-Type": "application/json"`] : []
  ]
  const sent = body !== undefined ? `JSON.stringify(${valueOf(body, "typescript", { indent: "  " })})` : file !== undefined ? text(file.content) : parts && "form"
  const options = [
    ...method === "GET" ? [] : [`  method: ${text(method)}`],
    ...headers.length === 0 ? [] : [`  headers: { ${headers.join(", ")} }`],
    ...sent === undefined ? [] : [`  body: ${sent}`]
  ]
  return [
    ...parts === undefined ? [] : [
      "const form = new FormData()",
      ...parts.map(({ name, type, value }) => `form.append(${text(name)}, ${type === undefined ? text(value) : `new Blob([${text(value)}], { type: ${text(type)} }), "example"`})`)
    ],
    `const response = await fetch(${text(ORIGIN + address)}${options.length === 0 ? "" : `, {\n${options.join(",\n")}\n}`})`,
    `${["console", "log"].join(".")}(response.status, await response.text())`
  ].join("\n")
}

export const pythonOf = ({ address, body, file, key, method, parts }: Example): string => {
  const type = parts !== undefined ? "multipart/form-data; boundary=parts" : file !== undefined ? file.type : body !== undefined ? "application/json" : undefined
  const headers = [
    ...key === undefined ? [] : [`"Authorization": f"Bearer {os.environ['${key}']}"`],
    ...type === undefined ? [] : [`"Content-Type": ${text(type)}`]
  ]
  const form = (parts ?? []).flatMap(({ name, type, value }) => [
    "--parts", `Content-Disposition: form-data; name=${text(name)}${type === undefined ? "" : `; filename="example"`}`, ...type === undefined ? [] : [`Content-Type: ${type}`], "", value
  ])
  const data = parts !== undefined ? `form.encode()` : file !== undefined ? `${text(file.content)}.encode()` : body === undefined ? undefined : `json.dumps(${valueOf(body, "python", { indent: "    " })}).encode()`
  const given = [
    text(ORIGIN + address), `method=${text(method)}`,
    ...headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`], ...data === undefined ? [] : [`data=${data}`]
  ]
  return [
    `import json, os, urllib.error, urllib.request`, "",
    ...parts === undefined ? [] : [`form = "\\r\\n".join([\n${[...form, "--parts--", ""].map((line) => `    ${text(line)}`).join(",\n")}\n])`],
    `request = urllib.request.Request(\n    ${given.join(",\n    ")}\n)`,
    "try:\n    with urllib.request.urlopen(request) as response:\n        print(response.status, response.read().decode(errors=\"replace\"))",
    "except urllib.error.HTTPError as error:\n    print(error.code, error.read().decode())"
  ].join("\n")
}
