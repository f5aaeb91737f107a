import { isIP } from "node:net"
import { Option, Redacted } from "effect"

/** One environment variable. */
export interface Setting<A> {
  readonly name: string
  readonly means: string
  /** Completes "it takes ...". */
  readonly takes: string
  /** What it is when not set, as one would write it; `undefined` for nothing. */
  readonly unset: string | undefined
  readonly secret: boolean
  readonly fallback: A
  /** `undefined` when the text is not something it takes. */
  readonly read: (text: string) => A | undefined
}

export type Reader<A> = (text: string) => A | undefined
type Words = Pick<Setting<unknown>, "means" | "takes"> & { readonly secret?: true }

export const setting = <A>(name: string, unset: string, read: Reader<A>, words: Words): Setting<A> => {
  const fallback = read(unset)
  if (fallback === undefined) throw new Error(`the default of ${name} is not something it takes`)
  return { name, unset, fallback, read, secret: false, ...words }
}

export const optional = <A>(name: string, read: Reader<A>, words: Words): Setting<Option.Option<A>> => ({
  name,
  unset: undefined,
  fallback: Option.none(),
  read: (text) => Option.getOrUndefined(Option.map(Option.fromUndefinedOr(read(text)), Option.some)),
  secret: false,
  ...words
})

export const whole = (minimum: number, maximum: number): Reader<number> => (text) => {
  const number = Number(text)
  return /^\d{1,9}$/.test(text) && number >= minimum && number <= maximum ? number : undefined
}

export const url = (...protocols: ReadonlyArray<string>): Reader<URL> => (text) => {
  const address = URL.parse(text)
  return address !== null && protocols.includes(address.protocol) ? address : undefined
}

export const secretUrl = (...protocols: ReadonlyArray<string>): Reader<Redacted.Redacted> => (text) =>
  url(...protocols)(text) && Redacted.make(text)

/** As OpenTelemetry writes headers: `name=value` with commas between them, values as in an address. */
export const headerList: Reader<Redacted.Redacted<Readonly<Record<string, string>>>> = (text) => {
  const pairs = text.split(",").map((one) => /^\s*([\w-]+)=((?:[^%]|%[0-9a-f]{2})*)$/i.exec(one))
  return pairs.every((pair) => pair !== null)
    ? Redacted.make(Object.fromEntries(pairs.map(([, name, value]) => [name!.toLowerCase(), decodeURIComponent(value!.trim())])))
    : undefined
}

export const secretKeys: Reader<Redacted.Redacted> = (text) =>
  text.split(",").every((one) => one.trim().length >= 32) ? Redacted.make(text) : undefined

/** A token as RFC 6750 writes one. */
export const token: Reader<Redacted.Redacted> = (text) => /^[\w.~+/-]{16,200}=*$/.test(text) ? Redacted.make(text) : undefined

export const mailbox: Reader<string> = (text) => /^[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text) ? text : undefined

/** An address with room for a name before its `@`, where 64 characters may stand (RFC 5321). */
export const returnAddress: Reader<string> = (text) => /^[\w.-]{1,16}@[a-z0-9.-]+$/i.test(text) ? text : undefined

export const hostname: Reader<string> = (text) => /^[\w.:-]+$/.test(text) ? text : undefined

export const folder: Reader<string> = (text) => text.includes("\u0000") ? undefined : text

/** An address that links begin with: as it is repeated everywhere, nothing may stand behind its path. */
export const site: Reader<string> = (text) => {
  const address = url("http:", "https:")(text)
  if (address === undefined || address.href !== address.origin + address.pathname || address.pathname.includes("//")) return undefined
  return address.href.endsWith("/") ? address.href.slice(0, -1) : address.href
}

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const
export type LogLevel = typeof logLevels[number]

export const logLevel: Reader<LogLevel> = (text) => logLevels.find((level) => level === text)

const isOrigin = (text: string) => text === "*" || URL.parse(text)?.origin === text

export const origins: Reader<ReadonlyArray<string>> = (text) => {
  const list = text.split(",").map((origin) => origin.trim()).filter((origin) => origin !== "")
  return list.every(isOrigin) ? list : undefined
}

export const hosts: Reader<ReadonlyArray<string>> = (text) => {
  const list = text.toLowerCase().split(",").map((host) => host.trim()).filter((host) => host !== "")
  return list.every((host) => hostname(host) !== undefined) ? list : undefined
}

/** IP addresses, each perhaps with a port. */
export const addresses: Reader<ReadonlyArray<string>> = (text) => {
  const list = text.split(",").map((one) => one.trim()).filter((one) => one !== "")
  return list.every((one) => isIP(/^\[(.*)\](?::\d{1,5})?$/.exec(one)?.[1] ?? one.replace(/^([\d.]+):\d{1,5}$/, "$1")) !== 0) ? list : undefined
}

export const tierChanges = ["free", "request", "billed"] as const
export type TierChange = typeof tierChanges[number]

export const tierChange: Reader<TierChange> = (text) => tierChanges.find((how) => how === text)

export const yesOrNo: Reader<boolean> = (text) => text === "true" ? true : text === "false" ? false : undefined

/** A share, above 0 and at most 1. */
export const share: Reader<number> = (text) => /^(?:0\.\d{1,9}|1(?:\.0+)?)$/.test(text) && Number(text) > 0 ? Number(text) : undefined

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }

export const upToFiveMinutes: Reader<number> = (text) => {
  const [, count, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? []
  const ms = Number(count) * (units[unit ?? ""] ?? NaN)
  return ms <= 300_000 ? ms : undefined
}

/** The address of an outside party: what is called there is put behind its path. */
export const service: Reader<URL> = (text) => {
  const address = url("http:", "https:")(text)
  return address === undefined || address.username !== "" || address.password !== "" || address.search !== "" || address.hash !== ""
    ? undefined
    : address
}

/** What a party gave out to know us by. */
export const credential: Reader<Redacted.Redacted> = (text) => /^[\x21-\x7e]{8,500}$/.test(text) ? Redacted.make(text) : undefined

/** Addresses of outside parties by their names: `google=https://proxy.internal/google`, with commas between them. */
export const services: Reader<ReadonlyMap<string, URL>> = (text) => {
  const pairs = text.split(",").map((one) => one.trim()).filter((one) => one !== "").map((one) => {
    const [, name, address = ""] = /^([a-z_]{1,40})=(.{1,500})$/u.exec(one) ?? []
    return [name, service(address)] as const
  })
  return pairs.every((pair): pair is readonly [string, URL] => pair[0] !== undefined && pair[1] !== undefined) ? new Map(pairs) : undefined
}

/** Apps at outside parties by their names: `google=id:secret`, with commas between them. */
export const apps: Reader<ReadonlyMap<string, { readonly client_id: string; readonly client_secret: Redacted.Redacted }>> = (text) => {
  const parts = text.split(",").map((one) => one.trim()).filter((one) => one !== "").map((one) => /^([a-z_]{1,40})=([\x21-\x39\x3b-\x7e]{1,200}):([\x21-\x7e]{1,500})$/u.exec(one))
  return parts.every((part) => part !== null)
    ? new Map(parts.map(([, name, id, secret]) => [name!, { client_id: id!, client_secret: Redacted.make(secret!) }]))
    : undefined
}
