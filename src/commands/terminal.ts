/** A text that others wrote, in one line: nothing of it may steer the terminal, or turn around what is read after it. */
export const plain = (text: string): string => text.replace(/\p{C}/gu, " ")

/** The same as JSON, with what JSON itself would leave as it is. */
export const plainJson = (value: unknown): string => JSON.stringify(value).replace(/[\p{Cc}\p{Cf}]/gu, (one) =>
  one.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""))

/** Columns as wide as their widest value. */
export const columns = (heads: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>): string => {
  const texts = [heads, ...rows.map((row) => row.map((value) => plain(String(value))))]
  const widths = heads.map((_, at) => Math.max(...texts.map((row) => row[at]!.length)))
  return texts.map((row) => row.map((value, at) => value.padEnd(widths[at]!)).join("  ").trimEnd()).join("\n")
}
