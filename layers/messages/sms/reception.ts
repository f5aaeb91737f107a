import { Context, Effect, Layer, Option } from "effect"
import type { CompanyId } from "#schemas/kernel/ids"
import { Company } from "../../database/tenant-connection.ts"
import { gathered } from "../../kernel/gathered.ts"
import { Site } from "../../kernel/installation/site.ts"
import { Messaging } from "../../providers/messaging/messaging.ts"
import type { MessageReport, ReceivedRequest } from "../../providers/messaging/provider.ts"
import type { ReportingProvider } from "../../providers/messaging/reports.ts"
import { PhoneNumbers } from "../voice/phone-numbers.ts"
import { SmsInbox } from "./inbox.ts"

/** Requests that share statements: more would make each wait longer than it saves. */
const MOST = 200

/** A request of a provider, and what it says. */
export interface HandedOver {
  readonly provider: ReportingProvider
  readonly report: MessageReport
  /** Its address is a path here. */
  readonly request: ReceivedRequest
}

const MOST_KEPT = 10_000

/** What a provider sends as we keep it. */
export const kept = (text: string) => text.replaceAll("\0", "").toWellFormed().slice(0, MOST_KEPT)

const ownPhoneOf = (report: MessageReport) => kept(report.kind === "text" ? report.to : report.from)

const newText = (company_id: CompanyId, provider: string, { from, id, media, text, to }: Extract<MessageReport, { readonly kind: "text" }>) => ({
  company_id, provider, provider_id: kept(id), from_phone: kept(from), to_phone: kept(to), message: kept(text),
  media: media.map(({ type, url }) => ({ type: kept(type), url: kept(url) }))
})

/** Takes what providers hand over. Networks hand over many texts at once, so that those of all companies share the statements that this needs. */
export class SmsReception extends Context.Service<SmsReception>()("layers/messages/SmsReception", {
  make: Effect.gen(function*() {
    const inbox = yield* SmsInbox
    const messaging = yield* Messaging
    const numbers = yield* PhoneNumbers
    const { linked } = yield* Site

    const takeAll = Effect.fnUntraced(function*(all: ReadonlyArray<HandedOver>) {
      const owners = yield* numbers.ownersOf(all.map(({ report }) => ownPhoneOf(report)))
      const ownerOf = ({ provider, report }: HandedOver) => owners.find((one) => one.phone === ownPhoneOf(report) && one.provider === provider)?.company_id
      const accountName = (company: CompanyId, provider: string) => `${company} ${provider}`
      const asked = new Map(all.flatMap((one) => {
        const company = ownerOf(one)
        return company === undefined ? [] : [[accountName(company, one.provider), { company, provider: one.provider }] as const]
      }))
      const accounts = new Map(yield* Effect.forEach(asked, ([name, { company, provider }]) =>
        messaging.texts(true, provider).pipe(Effect.option, Effect.provideService(Company, company), Effect.map((account) => [name, account] as const)),
      { concurrency: "unbounded" }))

      const taken = all.map((one) => {
        const company = ownerOf(one)
        if (company === undefined) return undefined
        const account = Option.getOrUndefined(accounts.get(accountName(company, one.provider))!)
        const { bytes, headers, url } = one.request
        return account?.name === one.provider && account.signed({ url: `${linked}${url}`, bytes, headers }) ? company : undefined
      })
      const texts = all.flatMap(({ provider, report }, n) =>
        taken[n] === undefined || report.kind !== "text" ? [] : [newText(taken[n], provider, report)])
      if (texts.length > 0) yield* inbox.keep(texts)
      return taken
    })

    return {
      /**
       * Whose number a request is about, where the number's provider signed it for this address of ours; nothing otherwise. A text that came in
       * is in the company's inbox then, for good.
       */
      take: yield* gathered(MOST, takeAll)
    }
  })
}) {
  static readonly layer = Layer.effect(SmsReception, SmsReception.make)
}
