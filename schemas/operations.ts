import { Api } from "./api.ts"
import { catalogOf, type Operation } from "./kernel/catalog.ts"

/** Every operation of the contract, by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(catalogOf(Api).map((entry) => [entry.name, entry]))

/** Whether all of these operations exist: what is built follows from the contract, not from a text. */
export const isBuilt = (names: ReadonlyArray<string>): boolean => names.every((name) => operations.has(name))
