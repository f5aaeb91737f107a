import { DateTime } from "effect"
import { RateLimitExceeded } from "#schemas/kernel/errors"
import { aiTokensPerMonth, type Tier, tiers } from "#schemas/kernel/tenancy"

/** A part of a company that has a budget of its own: an agent, a conversation, a visitor. */
export interface TokenScope {
  /** Tells it from others of the company, such as `conversation:7`. */
  readonly scope: string
  /** Calendar days and months, in UTC. */
  readonly per: "day" | "month"
  /** Tokens; nothing where it has no limit and is counted only. */
  readonly limit: number | null
  /** What it is in errors, as the beginning of a sentence: "This conversation". */
  readonly name: string
}

/** Where a company, or the scope that has no more, stands. */
export interface Budget {
  readonly id: number | null
  readonly tier: Tier
  readonly used: number
  readonly held: number
  readonly free_at: string | null
  readonly full_scope: string | null
}

/** Seconds after which tokens that others have set aside may be free. */
const RETRY_S = 5

export const endOf = (per: TokenScope["per"], now: number) => {
  const { day, month, year } = DateTime.toPartsUtc(DateTime.makeUnsafe(now))
  return per === "month" ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1)
}

/** The first day of what `now` is in. */
export const periodOf = (per: TokenScope["per"], now: number) => {
  const day = new Date(now).toISOString().slice(0, 10)
  return per === "month" ? `${day.slice(0, 7)}-01` : day
}

/** A whole second, as the contract writes it. */
export const instant = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z")

const counted = (tokens: number) => tokens.toLocaleString("en")

const secondsUntil = (then: number, now: number) => Math.max(1, Math.ceil((then - now) / 1_000))

const tierAbove = (tier: Tier) => tiers.slice(tiers.indexOf(tier) + 1)[0]

const higher = (tier: Tier) => {
  const next = tierAbove(tier)
  if (next === undefined) return ""
  const limit = aiTokensPerMonth[next]
  return ` The ${next} tier has ${limit === null ? "no limit" : `${counted(limit)} a month`}.`
}

/** Why a call is not made, and when it can be. */
export const refusal = ({ full_scope, held, tier, used }: Budget, wanted: number, scopes: ReadonlyArray<TokenScope>, now: number) => {
  const scope = scopes.find(({ scope }) => scope === full_scope)
  const limit = scope?.limit ?? aiTokensPerMonth[tier]!
  const ends = endOf(scope?.per ?? "month", now)
  if (used + wanted <= limit && held > 0) {
    const all = scope === undefined ? `the ${counted(limit)} AI tokens that the ${tier} tier has a month` : `its ${counted(limit)} AI tokens a ${scope.per}`
    return new RateLimitExceeded({
      message: `${scope === undefined ? "" : `${scope.name} waits: `}${counted(held)} of ${all} are set aside for calls under way, and what is left is not ` +
        `enough for this one: it needs ${counted(wanted)}. Try again when they are done.`,
      retry_after: Math.min(RETRY_S, secondsUntil(ends, now))
    })
  }
  const told = scope === undefined
    ? `${counted(used)} of the ${counted(limit)} AI tokens that the ${tier} tier has a month are used up, and this needs ${counted(wanted)}. ` +
      `They come back on ${instant(ends)}.${higher(tier)}`
    : `${scope.name} has used ${counted(used)} of its ${counted(limit)} AI tokens a ${scope.per}, and this needs ${counted(wanted)}. ` +
      `They come back on ${instant(ends)}.`
  return new RateLimitExceeded({ message: told, retry_after: secondsUntil(ends, now) })
}
