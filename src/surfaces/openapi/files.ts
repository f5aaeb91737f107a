import type { Streamed } from "#schemas/kernel/streams"
import type { Media } from "./json.ts"

/** A file as a body or an answer, with an example in each of its types: to a schema it is a text. */
export const filesOf = ({ description, examples }: Streamed): { readonly [type: string]: Media } =>
  Object.fromEntries(Object.entries(examples).map(([type, example]) => [type, { schema: { type: "string", description }, example }]))
