const token = /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)))/y

const space = /[ \t\r\n]*/y

const spaceEnd = (text: string, at: number) => {
  space.lastIndex = at
  return at + space.exec(text)![0].length
}

/** What may stand next. */
type Next = "value" | "value or ]" | "name" | "name or }" | ":" | ", or ]" | ", or }" | "end"

const words: Readonly<Record<Next, string>> = {
  value: "a value is missing",
  "value or ]": "a value or a ] is missing",
  name: "a name in double quotes is missing",
  "name or }": "a name in double quotes or a } is missing",
  ":": "a colon is missing",
  ", or ]": "a comma or a ] is missing",
  ", or }": "a comma or a } is missing",
  end: "there is more after the end"
}

const placeOf = (text: string, at: number) => {
  const before = text.slice(0, at).split("\n")
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

const saidOf = (text: string, at: number, next: Next, isToken: boolean): string => {
  const place = placeOf(text, at)
  if (at >= text.length) return `the file ends at ${place}, where ${words[next]}`
  if (text[at] === "\"" && !isToken) return `the text in quotes at ${place} is not closed, or has a line break or a wrong escape in it`
  return `at ${place}, before ${JSON.stringify([...text.slice(at, at + 20)].slice(0, 10).join(""))}, ${words[next]}`
}

/** Where a text stops being JSON, in words: readers of JSON do not always say. Nothing of a text that is. */
export const jsonFault = (text: string): string | undefined => {
  const open: Array<"]" | "}"> = []
  let next: Next = "value"
  let at = 0
  const after = (): Next => open.length === 0 ? "end" : open.at(-1) === "]" ? ", or ]" : ", or }"
  for (;;) {
    token.lastIndex = at
    const [, sign, quoted, plain] = token.exec(text) ?? []
    const takesValue = next === "value" || next === "value or ]"
    const takesName = next === "name" || next === "name or }"
    if (sign === undefined && quoted === undefined && plain === undefined) {
      const rest = spaceEnd(text, at)
      return rest >= text.length && next === "end" ? undefined : saidOf(text, rest, next, false)
    }
    const here = token.lastIndex - (sign ?? quoted ?? plain)!.length
    if (takesValue && (quoted !== undefined || plain !== undefined)) next = after()
    else if (takesName && quoted !== undefined) next = ":"
    else if (takesValue && sign === "{") next = (open.push("}"), "name or }")
    else if (takesValue && sign === "[") next = (open.push("]"), "value or ]")
    else if (sign === ":" && next === ":") next = "value"
    else if (sign === "," && next === ", or ]") next = "value"
    else if (sign === "," && next === ", or }") next = "name"
    else if ((sign === "]" && (next === "value or ]" || next === ", or ]")) || (sign === "}" && (next === "name or }" || next === ", or }"))) {
      open.pop()
      next = after()
    } else return saidOf(text, here, next, true)
    at = token.lastIndex
  }
}
