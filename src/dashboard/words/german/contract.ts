import { finder } from "../contract.ts"
import type { english } from "../english/words.ts"
import { contract as words } from "./contract/contract.ts"

export const contract: typeof english.contract = { find: finder(words) }
