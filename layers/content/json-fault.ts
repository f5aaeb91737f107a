import { type ParseError, parse, printParseErrorCode } from "jsonc-parser"

const words: Readonly<Partial<Record<ReturnType<typeof printParseErrorCode>, string>>> = {
  PropertyNameExpected: "a name in double quotes is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "there is more after the end",
  UnexpectedEndOfString: "the text in quotes is not closed, or has a line break in it",
  InvalidEscapeCharacter: "the text in quotes has a wrong escape in it",
  InvalidUnicode: "the text in quotes has a wrong escape in it",
  InvalidCharacter: "the text in quotes has a character in it that must be escaped",
  InvalidCommentToken: "there is a comment, which JSON does not know",
  UnexpectedEndOfNumber: "the number is not finished",
  InvalidSymbol: "there is a word that JSON does not know"
}

const placeOf = (text: string, at: number) => {
  const before = text.slice(0, at).split("\n")
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}

/** Where a text stops being JSON, in words that a person can act on, which the readers of JSON do not say; nothing if it is. */
export const jsonFault = (text: string): string | undefined => {
  const errors: Array<ParseError> = []
  try {
    parse(text, errors, { disallowComments: true })
  } catch {
    return "it nests too deep to be read"
  }
  const [first] = errors
  if (first === undefined) return undefined
  const { error, offset } = first
  const said = words[printParseErrorCode(error)] ?? "this cannot be read"
  return offset >= text.trimEnd().length
    ? `the file ends at ${placeOf(text, text.trimEnd().length)}, where ${said}`
    : `at ${placeOf(text, offset)}, before ${JSON.stringify(text.slice(offset, offset + 10).toWellFormed())}, ${said}`
}
