/** What an address says under these names; what is empty is not said. */
export const optional = <const Name extends string>(query: URLSearchParams, names: ReadonlyArray<Name>): { readonly [N in Name]?: string } =>
  Object.fromEntries(names.flatMap((name) => {
    const value = query.get(name)?.trim()
    return value === undefined || value === "" ? [] : [[name, value]]
  })) as { readonly [N in Name]?: string }
