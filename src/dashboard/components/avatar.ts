import { html, type Node } from "../html.ts"

/** So many colours there are. */
const COLOURS = 6

/** The first letters of the first and the last word of a name; one of a single word. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u).map((word) => word.match(/[\p{L}\p{N}]/u)?.[0]).filter((letter) => letter !== undefined)
  return [...new Set([0, words.length - 1])].map((n) => words[n] ?? "").join("").toUpperCase()
}

/** The same name has the same colour everywhere. */
const colourOf = (name: string): number => {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 9_973
  return sum % COLOURS + 1
}

/** Initials in a colour, beside a name that says the same in full. */
export const avatar = (name: string): Node => {
  const initials = initialsOf(name)
  return initials !== "" && html`<span class=${`avatar a${colourOf(name)}`} aria-hidden="true">${initials}</span>`
}

/** A person or a company: initials, then the name, which may be a link. */
export const person = (name: string, shown: Node = name): Node => [avatar(name), shown]
