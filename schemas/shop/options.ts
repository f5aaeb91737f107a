interface Option {
  readonly name: string
  readonly values: ReadonlyArray<string>
}

interface Variant {
  readonly sku?: string | null
  readonly options: ReadonlyArray<string>
}

interface Fault {
  readonly path: ReadonlyArray<string | number>
  readonly issue: string
}

/** The place of the first text that stands in the list before, whatever the case. */
const twice = (texts: ReadonlyArray<string | null | undefined>) => {
  const seen = new Set<string>()
  return texts.findIndex((text) => {
    const key = text?.toLowerCase()
    if (key === undefined) return false
    if (seen.has(key)) return true
    seen.add(key)
    return false
  })
}

/** Why these cannot be the options of a product. */
export const faultOfOptions = (options: ReadonlyArray<Option>): Fault | undefined => {
  const name = twice(options.map(({ name }) => name))
  if (name !== -1) return { path: [name, "name"], issue: "there is another option of this name" }
  for (const [place, { values }] of options.entries()) {
    const value = twice(values)
    if (value !== -1) return { path: [place, "values", value], issue: "the option has this value already" }
  }
  return undefined
}

/** Why a variant does not fit the options of its product. */
export const faultOfValues = (options: ReadonlyArray<Option>, values: ReadonlyArray<string>): Fault | undefined => {
  if (values.length !== options.length) {
    const names = options.map(({ name }) => name).join(", ")
    return { path: ["options"], issue: options.length === 0 ? "the product has no options" : `expected a value of each of ${names}` }
  }
  const place = values.findIndex((value, n) => !options[n]!.values.includes(value))
  return place === -1 ? undefined : { path: ["options", place], issue: `${options[place]!.name} is one of ${options[place]!.values.join(", ")}` }
}

/** Why these cannot be the variants of a product together. */
export const faultOfVariants = (options: ReadonlyArray<Option>, variants: ReadonlyArray<Variant>): Fault | undefined => {
  for (const [place, { options: values }] of variants.entries()) {
    const fault = faultOfValues(options, values)
    if (fault !== undefined) return { path: ["variants", place, ...fault.path], issue: fault.issue }
  }
  const same = twice(variants.map(({ options }) => JSON.stringify(options)))
  if (same !== -1) return { path: ["variants", same, "options"], issue: "another variant has the same options" }
  const sku = twice(variants.map(({ sku }) => sku))
  return sku === -1 ? undefined : { path: ["variants", sku, "sku"], issue: "another variant has this SKU" }
}
