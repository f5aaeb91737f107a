import { parsePhoneNumberFromString } from "libphonenumber-js"

/** What a person was ever called and reached by. */
export interface Known {
  readonly emails: ReadonlySet<string>
  readonly phones: ReadonlySet<string>
  readonly names: ReadonlyArray<readonly [first: string | null, last: string | null]>
}

/** Regular expressions of PostgreSQL, matched without regard to case; `null` where there is nothing to look for. */
export interface Patterns {
  /** What names the person wherever it stands: an address, a number, a whole name. */
  readonly forms: string | null
  /** Besides, what names them beside a record of theirs: a first name or a last name alone. */
  readonly words: string | null
  /** The same as they stand in the text of JSON; they may fit more. */
  readonly formed: string | null
  readonly worded: string | null
  /** For each whole name, the patterns of its parts. */
  readonly names: ReadonlyArray<ReadonlyArray<string>>
}

/** A part of a name that is shorter says nothing by itself. */
const SHORTEST = 2

const literal = (text: string) => text.trim().replace(/[^\p{L}\p{N}\s]/gu, "\\$&").replace(/\s+/gu, "\\s+")
const whole = (pattern: string) => `(?<![[:alnum:]])${pattern}(?![[:alnum:]])`

/** How patterns are made: as they are erased; or to find JSON that may have to be, where it is enough to be quick and to miss nothing. */
interface Making {
  readonly as: (text: string) => string
  readonly bounded: (pattern: string) => string
}
const exact: Making = { as: (text) => text, bounded: whole }
const rough: Making = { as: (text) => JSON.stringify(text).slice(1, -1), bounded: (pattern) => pattern }

/** Digits with whatever people put between them. */
const spaced = (digits: string) => [...digits].join("[\\s()./-]{0,3}")

const numberOf = (phone: string, making: Making) => {
  const { countryCallingCode: code, nationalNumber } = parsePhoneNumberFromString(phone) ?? { countryCallingCode: "", nationalNumber: phone.replace(/\D/gu, "") }
  const national = spaced(nationalNumber as string)
  return making === rough ? national
    : `(?<![[:digit:]])(?:(?:\\+|00)?${spaced(code as string)}[\\s()./-]{0,3})?(?:\\(?0\\)?)?${national}(?![[:digit:]])`
}

const distinct = <A>(all: ReadonlyArray<A>) => [...new Set(all)]
const anyOf = (patterns: ReadonlyArray<string>) => patterns.length === 0 ? null : distinct(patterns).join("|")

const both = (names: Known["names"]) => names.flatMap(([first, last]) => first === null || last === null ? [] : [[first, last] as const])

const formsOf = ({ emails, names, phones }: Known, making: Making) => {
  const { as, bounded } = making
  return [
    ...[...emails].map((email) => bounded(literal(as(email)))),
    ...[...phones].map((phone) => numberOf(phone, making)),
    ...both(names).flatMap(([first, last]) => {
      const [before, after] = [literal(as(first)), literal(as(last))]
      return [bounded(`${before}\\s+${after}`), bounded(`${after},?\\s+${before}`)]
    })
  ]
}

const wordsOf = ({ names }: Known, { as, bounded }: Making) =>
  names.flat().flatMap((name) => name === null || name.length < SHORTEST ? [] : [bounded(literal(as(name)))])

/** `shared` is what others are called and reached by too, which is left where it does not stand beside a record of the person. */
export const patternsOf = (known: Known, shared: Known): Patterns => {
  const own: Known = {
    emails: known.emails,
    phones: new Set([...known.phones].filter((phone) => !shared.phones.has(phone))),
    names: known.names.filter(([first, last]) => !shared.names.some((name) => name[0] === first && name[1] === last))
  }
  return {
    forms: anyOf(formsOf(own, exact)),
    words: anyOf([...formsOf(known, exact), ...wordsOf(known, exact)]),
    formed: anyOf(formsOf(own, rough)),
    worded: anyOf([...formsOf(known, rough), ...wordsOf(known, rough)]),
    names: both(own.names).map((name) => name.map((word) => whole(literal(word))))
  }
}
