import { Effect } from "effect"

let listed: Promise<ReadonlySet<string>> | undefined

/** Loaded when somebody first chooses a password: the list takes some megabytes. */
const load = () =>
  listed ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set<string>(dictionary["passwords-common"]))

/** How many digits behind a listed password make it no harder to guess: a year. */
const year = /\d{1,4}$/u

/** Whether a password is on the list of the most common ones of leaks, in any case, also with a number behind it. */
export const isListed = (password: string): Effect.Effect<boolean> =>
  Effect.map(Effect.promise(load), (passwords) => {
    const text = password.toLowerCase().trim()
    return passwords.has(text) || (year.test(text) && passwords.has(text.replace(year, "")))
  })
