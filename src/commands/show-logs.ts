import { Console, Effect, Option } from "effect"
import { FetchHttpClient } from "effect/http"
import type { Receipt } from "#schemas/agents/receipt"
import type { Page } from "#schemas/kernel/paging"
import { type Client, makeClient, type Query } from "./export-client.ts"
import { sourceOf, type Target } from "./profiles.ts"
import { plain, plainJson } from "./terminal.ts"

interface Input extends Target {
  readonly lines: number
  readonly verb: Option.Option<string>
  readonly follow: boolean
  readonly json: boolean
}

const PAGE = "50"

/** A receipt is numbered before its transaction ends, so that a lower number may appear after a higher one, by so many milliseconds at most. */
const LATE_MS = 15_000

const pageOf = (client: Client, query: Query) => client.page<Receipt>("/agent/receipts", query)

const whose = ({ actor, key_id, session }: Receipt) => [
  ...key_id === null ? [] : [`key ${key_id}`],
  ...actor?.agent === undefined ? [] : [`agent ${actor.agent}`],
  ...actor?.human_initiator === undefined ? [] : [`for ${actor.human_initiator}`],
  ...actor?.visitor === undefined ? [] : [`visitor ${actor.visitor}`],
  ...session === null ? [] : [`session ${session}`]
].join(", ")

/** Of a receipt that changed many records, as an import does, so many are named. */
const MOST_NAMED = 5

const changed = ({ changes }: Receipt) => {
  const named = changes.slice(0, MOST_NAMED).map(({ id, object }) => `${object} ${id}`).join(", ")
  return changes.length <= MOST_NAMED ? named : `${named} and ${(changes.length - MOST_NAMED).toLocaleString("en")} more`
}

const line = (receipt: Receipt) =>
  plain([receipt.created_at, receipt.verb, changed(receipt) || "-", whose(receipt) || "-", receipt.request_id].join("  "))

/**
 * Walks from the newest receipts back to those that are too old for another to appear before them, so that what is asked for grows with what happens and
 * not with what has happened.
 */
const follower = (client: Client, known: Page<Receipt>) => {
  const seen = new Set(known.items.map(({ id }) => Number(id)))
  /** No receipt up to this number is still to appear. */
  let floor = known.has_more ? Number(known.items.at(-1)!.id) : 0

  const more = Effect.gen(function*() {
    const found: Array<Receipt> = []
    let cursor: string | null = null
    do {
      const page: Page<Receipt> = yield* pageOf(client, { limit: PAGE, ...cursor !== null && { cursor } })
      found.push(...page.items.filter(({ id }) => id > floor))
      cursor = page.items.some(({ id }) => id <= floor) ? null : page.next_cursor
    } while (cursor !== null)
    const fresh = found.filter(({ id }) => !seen.has(id)).toReversed()
    for (const { id } of fresh) seen.add(id)
    const settled = Date.parse(found[0]?.created_at ?? "") - LATE_MS
    floor = Math.max(floor, ...found.flatMap(({ created_at, id }) => Date.parse(created_at) < settled ? [Number(id)] : []))
    for (const id of seen) if (id <= floor) seen.delete(id)
    return fresh
  })
  return { more, saw: (receipts: ReadonlyArray<Receipt>) => receipts.forEach(({ id }) => seen.add(id)) }
}

/** Shows receipts, oldest first. */
export const showLogs = Effect.fnUntraced(function*({ follow, json, lines, verb, ...target }: Input) {
  const told = (problem: string | undefined) =>
    Console.error(problem === undefined ? "The service answers again." : `${plain(problem)} Trying again until it answers.`)
  const client = yield* makeClient(yield* sourceOf(target), follow ? { tries: Infinity, told } : {})
  const show = (receipts: ReadonlyArray<Receipt>) =>
    Effect.forEach(receipts, (receipt) => Console.log(json ? plainJson(receipt) : line(receipt)), { discard: true })

  /* Before the others, so that nothing falls between them. */
  const following = follow ? follower(client, yield* pageOf(client, { limit: "200" })) : undefined
  const { items } = yield* pageOf(client, { limit: String(lines), ...Option.isSome(verb) && { verb: verb.value } })
  yield* show(items.toReversed())
  if (following === undefined) return
  following.saw(items)
  while (true) {
    yield* Effect.sleep(client.pause())
    const fresh = yield* following.more
    yield* show(fresh.filter((receipt) => Option.isNone(verb) || receipt.verb === verb.value))
  }
}, Effect.provide(FetchHttpClient.layer))
