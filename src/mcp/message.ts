import { isJsonObject } from "#schemas/kernel/json"

/** Whether a body is of this protocol rather than of another that lives at the same address. */
export const isMcp = (body: unknown): boolean =>
  Array.isArray(body) ? body.some((one) => isJsonObject(one) && "jsonrpc" in one) : isJsonObject(body) && "jsonrpc" in body
