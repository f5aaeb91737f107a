/** Whose password it is to be. */
export interface About {
  readonly email: string
  readonly name: string
  readonly company?: string
}

const LEAST_TOLD_APART = 5

/** Letters and digits alone, in lower case and without accents: what a guesser tries first. */
const bare = (text: string) => text.normalize("NFKD").toLowerCase().replace(/[^\p{Letter}\p{Number}]/gu, "")

/** One, two or three characters over and over. */
const isRepeated = (text: string) => /^(.{1,3})\1+.{0,2}$/su.test(text)

/** Each character is the one after, before or on that of the one before it, but for a few. */
const isSequence = (text: string) => {
  let steps = 0
  for (let i = 1; i < text.length; i++) if (Math.abs(text.charCodeAt(i) - text.charCodeAt(i - 1)) <= 1) steps++
  return steps >= text.length - 2
}

const told = ({ company, email, name }: About): ReadonlyArray<readonly [what: string, text: string]> => [
  ["the e-mail address", email], ["the e-mail address", email.split("@")[0]!], ["the name", name],
  ...name.split(/\s+/u).map((part) => ["the name", part] as const),
  ...company === undefined ? [] : [["the company's name", company] as const]
]

/** What is wrong with a password that is to be kept, in words for a person; nothing where it may be. */
export const passwordFault = (password: string, about: About): string | undefined => {
  const text = bare(password)
  if (isRepeated(password) || isRepeated(text)) return "It repeats the same few characters. Choose one that is harder to guess."
  if (isSequence(text)) return "It is a sequence of neighbouring characters. Choose one that is harder to guess."
  for (const [what, one] of told(about)) {
    const part = bare(one)
    if (part.length >= LEAST_TOLD_APART && text.includes(part)) return `It contains ${what}. Choose one that is harder to guess.`
  }
  return undefined
}
