const HIDDEN = "…"

/** What PostgreSQL and programs call by name: "violates unique constraint "contacts_pkey"", "at ["first_name"]". */
const named = /(?<=(?:constraint|relation|column|table|function|schema|role|database|policy|index|type|trigger|parameter|sequence) )"\w+"|(?<=at \[|\]\[)"\w+"(?=\])/g

/** As PostgreSQL ends `invalid input syntax for type integer: "12 "or" 13"`: to the last quote of the line, not the next. */
const withoutRepeated = (line: string): string => {
  const begin = line.indexOf(": \"")
  return begin >= 0 && line.endsWith("\"") && line.length > begin + 3 ? `${line.slice(0, begin)}: "${HIDDEN}"` : line
}

const quoted = /"(?:[^"\\\n]|\\.)*"/g

const address = /(?<![^\s<>"'(),:;=/\\])[^\s<>"'(),:;=/\\]+@[^\s<>"'(),:;/\\]+/gu

const number = /(?<![\w.:-])(?!\d{4}-\d\d-\d\d)(?=[+(]{0,2}(?:[ ().-]{0,3}\d){8})\+?\(?\d[\d ().-]{6,40}\d(?![\w:])/g

/**
 * The text of an error without what it repeats of its input, which may be anybody's: values in quotes, e-mail addresses, phone
 * numbers. Names of tables, constraints and fields stay.
 */
export const withoutValues = (text: string): string => {
  const names: Array<string> = []
  return text
    .replace(named, (name) => `\0${names.push(name) - 1}\0`)
    .split("\n").map(withoutRepeated).join("\n")
    .replace(quoted, `"${HIDDEN}"`)
    .replace(address, HIDDEN)
    .replace(number, HIDDEN)
    .replace(/\0(\d+)\0/g, (_, place: string) => names[Number(place)]!)
}
