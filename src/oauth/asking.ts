import { AsyncLocalStorage } from "node:async_hooks"

/** The network of whoever makes the authorization server's library do something, which has no way of its own to tell it. */
export const askingNetwork = new AsyncLocalStorage<string>()
