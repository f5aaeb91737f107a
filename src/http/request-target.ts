/**
 * The address of a request, in its only accepted spelling. Router, middleware and pages read this value or a URL that was accepted
 * as one, so that no two of them can understand two different addresses.
 */
export class RequestTarget {
  /** Begins with one slash. */
  readonly path: string
  /** With its question mark; empty where nothing follows it. */
  readonly search: string

  constructor(path: string, search: string) {
    this.path = path
    this.search = search
  }

  /** Where a link to the same address leads, within the site. */
  get href(): string {
    return this.path + this.search
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.search)
  }
}

/** What is said of an address that is not canonical. */
export interface NotCanonical {
  readonly problem: string
  /** The same address in its canonical form, where they differ in the case of escapes alone: links of other systems are often in small letters. */
  readonly canonical?: string
}

/** The router reads an address as it is written: every other spelling of it was refused before. */
export const routerConfig = { caseSensitive: true, ignoreDuplicateSlashes: false, ignoreTrailingSlash: false }

/** A path of characters that have one spelling only, which nearly all are. */
const plain = /^\/[\w~!$&'()*+,=:@./-]*$/

/** What a path must not hold, and why (RFC 3986, sections 3.3 and 6.2.2). */
const faults: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?!\/)/, "it does not begin with a slash"],
  [/\/\//, "two slashes follow each other"],
  [/\/\.{1,2}(?:\/|$)/, "it holds a dot segment"],
  [/;/, "it holds a semicolon"],
  [/[^\w~!$&'()*+,=:@./%-]/, "it holds a character that has to be percent-encoded"],
  [/%(?![0-9A-F]{2})/, "a % is not followed by two hexadecimal digits in upper case"],
  [/%(?:2F|5C)/, "it holds an encoded slash or backslash"],
  [/%(?:[01][0-9A-F]|7F)/, "it holds an encoded control character"],
  [/%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/, "it encodes a character that needs no encoding"]
]

const isUtf8 = (path: string): boolean => {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const faultOf = (path: string): string | undefined => {
  if (plain.test(path) && !path.includes("//") && !path.includes("/.")) return undefined
  const fault = faults.find(([pattern]) => pattern.test(path))
  return fault !== undefined ? fault[1] : isUtf8(path) ? undefined : "what it encodes is not UTF-8"
}

const inCapitals = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())

/** Visible ASCII without the mark of a fragment, which no request has. */
const searchable = /^[!"$-~]*$/

/** Reads an address below the site: a path, and perhaps a query. */
export const requestTarget = (text: string): RequestTarget | NotCanonical => {
  const mark = text.indexOf("?")
  const path = mark === -1 ? text : text.slice(0, mark)
  const search = mark === -1 || mark === text.length - 1 ? "" : text.slice(mark)
  const fault = faultOf(path)
  if (!searchable.test(search)) {
    return { problem: "This address is not in its canonical form: its query holds a character that has to be percent-encoded." }
  }
  if (fault === undefined) return new RequestTarget(path, search)
  const capitals = inCapitals(path)
  return {
    problem: `This address is not in its canonical form: ${fault}.`,
    ...capitals !== path && faultOf(capitals) === undefined && { canonical: capitals + search }
  }
}

/**
 * The address of the same request with the slash at its end that is missing, or without the one that is too many. Addresses end
 * without a slash, except those of `declared`. Undefined for an address that is right, known or not.
 */
export const movedTo = ({ path, search }: RequestTarget, declared: ReadonlySet<string>): string | undefined => {
  if (path === "/" || declared.has(path)) return undefined
  if (path.endsWith("/")) return path.slice(0, -1) + search
  return declared.has(`${path}/`) ? `${path}/${search}` : undefined
}
