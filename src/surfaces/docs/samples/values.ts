import type { Json } from "../../openapi/json.ts"

export const languages = ["curl", "typescript", "python"] as const
export type Language = typeof languages[number]

export const languageNames: Readonly<Record<Language, string>> = { curl: "curl", typescript: "TypeScript", python: "Python" }

/** Languages in which a value is written, and not only a text. */
export type Programming = Exclude<Language, "curl">

/** The longest that a value may be on one line. */
const WIDE = 90

/** Variables as a shell has them: `$CONTACT`, a number or text of an answer, and `$$`, which is another in each run. */
const VARIABLE = /\$\$|\$\{[A-Z]+\}|\$[A-Z]+/gu

const nameOf = (variable: string) => variable === "$$" ? "stamp" : variable.replaceAll(/[${}]/gu, "").toLowerCase()

/** A text in double quotes is written alike in both, but for what stands in it. */
const textOf = (text: string, language: Programming): string => {
  const variables = text.match(VARIABLE) ?? []
  if (variables.length === 0) return JSON.stringify(text)
  if (variables[0] === text && text !== "$$") return nameOf(text)
  const parts = text.split(VARIABLE)
  const escaped = (part: string) => language === "typescript"
    ? part.replaceAll(/[\\`]/gu, String.raw`\$&`)
    : JSON.stringify(part).slice(1, -1).replaceAll("{", "{{").replaceAll("}", "}}")
  const inside = parts.map((part, n) => `${escaped(part)}${n < variables.length ? `${language === "typescript" ? "$" : ""}{${nameOf(variables[n]!)}}` : ""}`).join("")
  return language === "typescript" ? `\`${inside}\`` : `f"${inside}"`
}

const pythonWords: Readonly<Record<string, string>> = { true: "True", false: "False", null: "None" }

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/u

/** A value as a program has it; `$NAME` in its texts is a variable where the sample has some. */
export const valueOf = (value: Json, language: Programming, { indent = "", variables = false } = {}): string => {
  if (typeof value === "string") return variables ? textOf(value, language) : JSON.stringify(value)
  if (typeof value !== "object" || value === null) {
    const text = JSON.stringify(value)
    return language === "python" ? pythonWords[text] ?? text : text
  }
  const deeper = `${indent}  `
  const inside = (one: Json) => valueOf(one, language, { indent: deeper, variables })
  const parts = Array.isArray(value)
    ? value.map(inside)
    : Object.entries(value as { readonly [name: string]: Json }).map(([name, one]) => {
      const key = language === "typescript" && IDENTIFIER.test(name) ? name : JSON.stringify(name)
      return `${key}: ${inside(one)}`
    })
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"]
  if (parts.length === 0) return open + close
  const space = !Array.isArray(value) && language === "typescript" ? " " : ""
  const line = `${open}${space}${parts.join(", ")}${space}${close}`
  return line.length + indent.length <= WIDE && !line.includes("\n") ? line : `${open}\n${parts.map((part) => deeper + part).join(",\n")}\n${indent}${close}`
}

/** A path or an address, which may hold variables. */
export const addressIn = (path: string, language: Programming): string => textOf(path, language)
