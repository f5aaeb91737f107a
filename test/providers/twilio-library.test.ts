import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as fc from "fast-check"
import { twilio, twilioParty } from "#layers/providers/messaging/twilio"
import { fetchedModule, unfetched } from "../support/fetched.ts"
import { Http, partyAt } from "./parties.ts"
import { twilioSignature } from "./twilio-server.ts"

const TOKEN = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
const ADDRESS = "https://platform.example/api/v1/sms/inbound/twilio"

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,15}$/).filter((one) => !(one in {}))
const fields = fc.dictionary(name, fc.string({ unit: "binary", maxLength: 40 }).filter((text) => text.isWellFormed()), { minKeys: 1, maxKeys: 12, noNullPrototype: true })
const url = fc.constantFrom(ADDRESS, `${ADDRESS}?a=1&b=%2B1`, "http://127.0.0.1:8080/api/v1/sms/inbound/twilio")

interface Webhooks {
  readonly getExpectedTwilioSignature: (token: string, url: string, fields: Readonly<Record<string, string>>) => string
  readonly validateRequest: (token: string, signature: string, url: string, fields: Readonly<Record<string, string>>) => boolean
}

describe("Twilio's own library", () => {
  it.live.skipIf(unfetched)("signs what we verify and verifies what our server signs, and both refuse what was altered", () =>
    Effect.gen(function*() {
      const { getExpectedTwilioSignature, validateRequest }: Webhooks = yield* Effect.promise(() => fetchedModule("twilio", "twilio/lib/webhooks/webhooks.js"))
      const ours = twilio(yield* partyAt(twilioParty, "http://127.0.0.1:9"), { account_sid: Redacted.make("AC0123456789"), auth_token: Redacted.make(TOKEN) })
      const signed = (address: string, sent: Readonly<Record<string, string>>, signature: string) =>
        ours.signed({ url: address, bytes: new TextEncoder().encode(new URLSearchParams(sent).toString()), headers: { "x-twilio-signature": signature } })
      fc.assert(fc.property(url, fields, (address, sent) => {
        const theirs = getExpectedTwilioSignature(TOKEN, address, sent)
        assert.strictEqual(twilioSignature(TOKEN, address, sent), theirs)
        assert.isTrue(validateRequest(TOKEN, theirs, address, sent))
        assert.isTrue(signed(address, sent, theirs))
        const [first] = Object.keys(sent)
        const altered = { ...sent, [first!]: `${sent[first!]}x` }
        for (const [where, what, by] of [
          [address, altered, theirs], [`${address}x`, sent, theirs], [address, { ...sent, Zz: "1" }, theirs],
          [address, sent, getExpectedTwilioSignature("another", address, sent)]
        ] as const) {
          assert.isFalse(validateRequest(TOKEN, by, where, what))
          assert.isFalse(signed(where, what, by))
        }
      }), { numRuns: 300, seed: 17 })
    }).pipe(Effect.provide(Http), Effect.scoped))
})
