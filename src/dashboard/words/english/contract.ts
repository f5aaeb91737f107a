import { asDeclared, type Find } from "../contract.ts"

export const contract: { readonly find: Find } = { find: asDeclared }
