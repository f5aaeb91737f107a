import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { type Key, PASSWORD, secrets } from "../support/test-server.ts"

export interface Shown {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Where it leads, for an answer that leads somewhere. */
  readonly to: string | null
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'" }

/** The value of a hidden field, by its name. */
export const hidden = (text: string, name: string): string =>
  (new RegExp(`name="${name}" value="([^"]*)"`, "u").exec(text)?.[1] ?? "").replace(/&(?:amp|lt|gt|quot|#39);/gu, (one) => entities[one]!)

/** What no page of the dashboard has: scripts but ours, styles of its own, and other documents. */
export const FOREIGN = /<script(?! type="module" src="\/dashboard\/(?:board|find|live)\.js")|<style|\sstyle=|\son[a-z]+=|javascript:|<iframe/iu

/** A browser without a screen, at an address: keeps cookies, sends forms, and follows nothing by itself. */
export const webClientAt = (base: string) => {
  const cookies = new Map<string, string>()

  const ask = (path: string, init: RequestInit = {}) =>
    Effect.promise(async (): Promise<Shown> => {
      const headers = new Headers(init.headers)
      if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
      const response = await fetch(base + path, { ...init, headers, redirect: "manual" })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/u.exec(line)!
        if (value === "") cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      const { headers: received, status } = response
      return { status, headers: received, text: await response.text(), to: received.get("location") }
    })

  const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ask(path, { headers })
  type Fields = Readonly<Record<string, string>>
  /** Fields of which some have the same name. */
  const send = (path: string, fields: FormData | URLSearchParams, headers: Fields = { origin: base }) => ask(path, { method: "POST", body: fields, headers })
  const post = (path: string, fields: Fields, headers?: Fields) => send(path, new URLSearchParams(fields), headers)

  const signIn = Effect.fnUntraced(function*(key: Key, to = "/dashboard") {
    const { text } = yield* get(`/dashboard/sign-in?to=${encodeURIComponent(to)}`)
    return yield* post("/dashboard/sign-in", { key: secrets[key], to: hidden(text, "to"), proof: hidden(text, "proof") })
  })

  /** Signs somebody in by address and password. */
  const enter = Effect.fnUntraced(function*(email: string, password: string = PASSWORD, to = "/dashboard") {
    const { text } = yield* get(`/dashboard/sign-in?to=${encodeURIComponent(to)}`)
    return yield* post("/dashboard/sign-in", { email, password, to: hidden(text, "to"), proof: hidden(text, "proof") })
  })

  /** Sends a form from a page, as its button would: with the page's proof. */
  const press = Effect.fnUntraced(function*(page: string, action: string, fields: Readonly<Record<string, string>> = {}) {
    const { text } = yield* get(page)
    return yield* post(action, { proof: hidden(text, "proof"), ...fields })
  })

  return { base, cookies, enter, get, post, press, send, signIn }
}

export const webClient = () => HttpServer.addressFormattedWith((base) => Effect.succeed(webClientAt(base)))
