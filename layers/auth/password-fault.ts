import { commonWords } from "./common-words.ts"

/** Whose password it is to be. */
export interface About {
  readonly email: string
  readonly name: string
  readonly company?: string
}

const LEAST_TOLD_APART = 5

/** Letters and digits alone, in lower case and without accents: what a guesser tries first. */
const normalized = (text: string) => text.normalize("NFKD").toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, "")

/** One, two or three characters over and over. */
const isRepeated = (text: string) => /^(.{1,3})\1+.{0,2}$/su.test(text)

/** Each character is the one after, before or on that of the one before it, but for a few. */
const isSequence = (text: string) => {
  let steps = 0
  for (let i = 1; i < text.length; i++) if (Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) <= 1) steps++
  return steps >= text.length - 2
}

const keyboard = new Map(["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"].flatMap((row, y) => [...row].map((key, x) => [key, { x, y }] as const)))

/** A walk over the keyboard, from key to neighbouring key, with a jump for every five at most. */
const isWalk = (text: string) => {
  const keys = [...text].map((key) => keyboard.get(key))
  let jumps = 0
  for (let n = 1; n < keys.length; n++) {
    const [from, to] = [keys[n - 1], keys[n]]
    if (from === undefined || to === undefined || Math.abs(from.x - to.x) > 1 || Math.abs(from.y - to.y) > 1) jumps++
  }
  return jumps <= keys.length / 5
}

/** What letters are often written as. */
const lookalikes: Readonly<Record<string, string>> = {
  "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "€": "e", "+": "t"
}

/** How few letters and digits may be left beside common words: a year, an initial, an exclamation mark. */
const MOST_BESIDE = 4
const LONGEST = Math.max(...[...commonWords].map((word) => word.length))

/** What a text is a repetition of, if it is as long as a common word at most: to look for more takes longer than a guess. */
const repeatedIn = (text: string): string | undefined => {
  for (let length = 1; length <= LONGEST && length <= text.length / 2; length++) {
    if (text.length % length === 0 && text.startsWith(text.slice(0, -length), length)) return text.slice(0, length)
  }
  return undefined
}

/** Whether a text is one common word, or two of them, or one over and over. */
const isCommon = (text: string): boolean => {
  if (text === "") return false
  if (commonWords.has(text)) return true
  const half = repeatedIn(text)
  if (half !== undefined && commonWords.has(half)) return true
  for (let at = Math.max(1, text.length - LONGEST); at < text.length && at <= LONGEST; at++) {
    if (commonWords.has(text.slice(0, at)) && commonWords.has(text.slice(at))) return true
  }
  return false
}

/** The text as it was meant: without marks between, with letters for the digits that stand for them. */
const readings = (password: string): ReadonlyArray<string> => {
  const text = password.normalize("NFKD").toLowerCase()
  const [core = ""] = /[a-z](?:.*[a-z])?/su.exec(text) ?? []
  return [text, core].flatMap((one) => {
    const spelled = one.replace(/[0134578@$!€+]/gu, (sign) => lookalikes[sign]!)
    return [one, spelled].map((reading) => reading.replace(/[^a-z]/gu, ""))
  })
}

/** Common words with no more than a number around them, such as a guesser has after a second. */
const isGuessed = (password: string) => {
  if (readings(password).some(isCommon)) return true
  const text = normalized(password)
  for (let before = 0; before <= MOST_BESIDE; before++) {
    for (let after = 0; before + after <= MOST_BESIDE; after++) {
      if (before + after > 0 && isCommon(text.slice(before, text.length - after))) return true
    }
  }
  return false
}

const told = ({ company, email, name }: About): ReadonlyArray<readonly [what: string, text: string]> => [
  ["the e-mail address", email], ["the e-mail address", email.split("@")[0]!], ["the name", name],
  ...name.split(/\s+/u).map((part) => ["the name", part] as const),
  ...company === undefined ? [] : [["the company's name", company] as const]
]

export const COMMON = "It is one of the most common passwords. Choose one that is harder to guess."

/** What is wrong with a password that is to be kept, in words for a person; nothing where it may be. */
export const passwordFault = (password: string, about: About): string | undefined => {
  const text = normalized(password)
  if (isRepeated(password) || isRepeated(text)) return "It repeats the same few characters. Choose one that is harder to guess."
  if (isSequence(text)) return "It is a sequence of neighbouring characters. Choose one that is harder to guess."
  if (isWalk(text)) return "It is a walk over the keyboard. Choose one that is harder to guess."
  if (isGuessed(password)) return COMMON
  for (const [what, one] of told(about)) {
    const part = normalized(one)
    if (part.length >= LEAST_TOLD_APART && text.includes(part)) return `It contains ${what}. Choose one that is harder to guess.`
  }
  return undefined
}
