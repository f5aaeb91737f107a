import { Context } from "effect"

/** Where a request came from, as far as it matters to who may sign in. */
export interface Requester {
  readonly address: string
  /** What anonymous callers are counted by: an IPv4 address, or the /64 network of an IPv6 one. */
  readonly network: string
  readonly userAgent: string | undefined
}

export const CurrentRequester = Context.Reference<Requester>("layers/auth/Requester", {
  defaultValue: () => ({ address: "", network: "", userAgent: undefined })
})
