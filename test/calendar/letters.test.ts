import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import ICAL from "ical.js"
import PostalMime, { type Email } from "postal-mime"
import { TestMailServer, TestServerWithMail } from "../auth/mail-server.ts"
import { settings } from "../messages/emailing.ts"
import { post, read } from "../payments/paying.ts"
import { advance, instant, nowOf, ready } from "../support/test-clock.ts"
import { act, at, book, booked, withOne } from "./booking.ts"

/** The e-mails that somebody got, once there are so many. */
const lettersTo = Effect.fnUntraced(function*(email: string, many: number) {
  const { received } = yield* TestMailServer
  const own = Effect.sync(() => received.filter(({ envelope }) => envelope.to.includes(email)))
  const all = yield* own.pipe(
    Effect.repeat({ until: ({ length }) => length >= many, schedule: Schedule.spaced("20 millis") }), Effect.timeout("60 seconds"), Effect.orDie
  )
  return yield* Effect.promise(() => Promise.all(all.map(({ source }) => PostalMime.parse(source))))
})

const textIn = (content: ArrayBuffer | Uint8Array | string) => typeof content === "string" ? content : new TextDecoder().decode(content)

/** The invitation of an e-mail, which it holds twice: to be read in place of the e-mail, and as a file. */
const invitationIn = ({ attachments }: Email) => {
  const [part, file] = attachments
  assert.deepStrictEqual(
    [attachments.length, part?.mimeType, part?.disposition ?? null, file?.mimeType, file?.disposition, file?.filename],
    [2, "text/calendar", null, "application/ics", "attachment", "invite.ics"]
  )
  assert.strictEqual(textIn(part!.content), textIn(file!.content))
  const calendar = new ICAL.Component(ICAL.parse(textIn(file!.content)))
  const method = calendar.getFirstPropertyValue("method")
  assert.strictEqual(part!.method?.toUpperCase(), method)
  const event = calendar.getFirstSubcomponent("vevent")!
  const value = (name: string) => String(event.getFirstPropertyValue(name))
  return {
    method, sequence: Number(value("sequence")), uid: value("uid"), status: value("status"), summary: value("summary"), location: value("location"),
    starts_at: (event.getFirstPropertyValue("dtstart") as ICAL.Time).toJSDate().toISOString(),
    organizer: value("organizer"), attendee: value("attendee"), url: value("url")
  }
}

layer(TestServerWithMail((port) => `smtp://127.0.0.1:${port}`), { excludeTestServices: true })("an appointment's letters", (it) => {
  it.effect("tell it in the customer's time zone, and put it into their calendar, change it there and take it out", () =>
    Effect.gen(function*() {
      const changed = yield* settings({
        name: "Juniper & Vale", contact_email: "hello@juniper.example",
        address: { line1: "Storgata 1", postal_code: "0155", city: "Oslo", country: "NO" }
      })
      assert.strictEqual(changed.status, 200, changed.text)
      const { service_id } = yield* withOne({ name: "First consultation", cancellation_notice_minutes: 120 })
      const email = "grace@navy.example"
      const { id } = yield* booked({ service_id, starts_at: at(9), contact: { name: "Grace Hopper", email }, time_zone: "Asia/Kathmandu" })
      const [first] = yield* lettersTo(email, 1)
      assert.match(first!.subject!, /^Booked: First consultation, Monday, .* at 14:45$/)
      assert.strictEqual(first!.from?.name, "Juniper & Vale")
      for (const part of [first!.text!, first!.html!]) {
        assert.include(part, "Hello Grace Hopper, your appointment is booked.")
        assert.match(part, /, 14:45–15:45/)
        assert.include(part, "Nepal Time, Asia/Kathmandu")
        assert.include(part, "Storgata 1, 0155 Oslo, NO")
        assert.match(part, /You can move or cancel it until Monday, .* at 12:45\./)
      }
      assert.match(first!.text!, /With: Person \d+/)
      const page = /^Move or cancel it:\n(http\S+\/booking\/\S+)$/mu.exec(first!.text!)?.[1]
      const invited = invitationIn(first!)
      assert.deepInclude(invited, {
        method: "REQUEST", sequence: 0, status: "CONFIRMED", starts_at: at(9), summary: "First consultation, Juniper & Vale",
        location: "Storgata 1, 0155 Oslo, NO", organizer: "mailto:hello@juniper.example", attendee: `mailto:${email}`, url: page!
      })
      assert.match(invited.uid, new RegExp(`^appointment-${id}@`))

      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(11) })).status, 200)
      const moved = (yield* lettersTo(email, 2))[1]!
      assert.match(moved.subject!, /^Changed: First consultation, Monday, .* at 16:45$/)
      assert.match(moved.text!, /Instead of: Monday, .* at 14:45/)
      assert.deepStrictEqual(invitationIn(moved), { ...invited, sequence: 1, starts_at: at(11) })

      assert.strictEqual((yield* act(id, "cancel", { reason: "Said on the telephone; nobody is to read this" })).status, 200)
      const off = (yield* lettersTo(email, 3))[2]!
      assert.match(off.subject!, /^Canceled: First consultation/)
      assert.notMatch(off.text!, /telephone|Move or cancel/)
      assert.deepInclude(invitationIn(off), { method: "CANCEL", sequence: 2, status: "CANCELLED", uid: invited.uid, starts_at: at(11) })

      const { items } = yield* read("/messages/emails?template=appointment", "acme")
      assert.deepStrictEqual(
        items.map(({ attachments: [file] }: any) => `${file.name} ${file.type}`),
        ["CANCEL", "REQUEST", "REQUEST"].map((method) => `invite.ics text/calendar; method=${method}`)
      )
    }))

  it.effect("say that a request waits, that it holds, and that it is declined, in the company's zone where the customer's is not known", () =>
    Effect.gen(function*() {
      yield* settings({ time_zone: "America/New_York", contact_email: null })
      const { service_id } = yield* withOne({ name: "Second look" })
      const email = "ada@engine.example"
      const asked = yield* booked({ service_id, starts_at: at(15), status: "requested", contact: { email } })
      const [first] = yield* lettersTo(email, 1)
      assert.match(first!.text!, /^Hello, we have received your request for this appointment\./)
      assert.include(first!.text!, "It is not certain yet")
      assert.match(first!.text!, /America\/New_York/)
      const tentative = invitationIn(first!)
      assert.deepInclude(tentative, { method: "REQUEST", sequence: 0, status: "TENTATIVE", organizer: "mailto:post@acme.example" })
      assert.strictEqual((yield* act(asked.id, "confirm")).status, 200)
      const holds = (yield* lettersTo(email, 2))[1]!
      assert.match(holds.subject!, /^Booked: Second look/)
      assert.notInclude(holds.text!, "not certain")
      assert.deepStrictEqual(invitationIn(holds), { ...tentative, sequence: 1, status: "CONFIRMED" })
      const other = yield* booked({ service_id, starts_at: at(16), status: "requested", contact: { email } })
      assert.strictEqual((yield* act(other.id, "decline")).status, 200)
      const letters = yield* lettersTo(email, 4)
      const no = letters.find(({ subject }) => subject!.startsWith("Not possible"))
      assert.deepInclude(invitationIn(no!), { method: "CANCEL", sequence: 1, status: "CANCELLED" })
    }))

  it.effect("are written to nobody without an address, and of test keys to nobody at all", () =>
    Effect.gen(function*() {
      const { received } = yield* TestMailServer
      const { service_id } = yield* withOne()
      const before = received.length
      const total = (yield* read("/messages/emails", "acme")).total
      yield* booked({ service_id, starts_at: at(15), contact: { phone: "+12025550123" } })
      assert.strictEqual((yield* read("/messages/emails", "acme")).total, total)
      const { id } = yield* booked({ service_id, starts_at: at(16), contact: { email: "test@navy.example" } }, "acmeTest")
      assert.strictEqual((yield* act(id, "reschedule", { starts_at: at(17) }, "acmeTest")).status, 200)
      const { items } = yield* read("/messages/emails?template=appointment", "acmeTest")
      assert.deepStrictEqual(items.map(({ state }: any) => state), ["simulated", "simulated"])
      const refused = yield* book({ service_id, starts_at: at(17), contact: { email: "late@navy.example" } })
      assert.strictEqual(refused.status, 409, refused.text)
      assert.strictEqual((yield* read("/messages/emails?recipient=late@navy.example", "acme")).total, 0)
      assert.strictEqual(received.length, before)
    }))

  it.effect("are one of a series, with all of it for their calendar", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ name: "Lesson" })
      const email = "mary@moon.example"
      const made = yield* post("/calendar/series", { service_id, starts_at: at(15, 2), count: 3, contact: { name: "Mary", email } }, "acme")
      assert.strictEqual(made.status, 201, made.text)
      const ids: ReadonlyArray<number> = made.json.appointments.map(({ id }: any) => id)
      yield* act(ids[2]!, "cancel")
      const letters = yield* lettersTo(email, 2)
      const one = letters.find(({ subject }) => subject!.startsWith("Booked: Lesson, Monday"))!
      assert.include(one.text!, "Hello Mary, your appointments are booked.")
      const calendar = new ICAL.Component(ICAL.parse(textIn(one.attachments.at(-1)!.content)))
      assert.strictEqual(calendar.getFirstPropertyValue("method"), "PUBLISH")
      const uids = calendar.getAllSubcomponents("vevent").map((event) => String(event.getFirstPropertyValue("uid")).split("@")[0])
      assert.includeMembers(ids.map((id) => `appointment-${id}`), uids)
      assert.isAtLeast(uids.length, 2)
      const off = letters.find(({ subject }) => subject!.startsWith("Canceled: Lesson"))!
      assert.match(invitationIn(off).uid, new RegExp(`^appointment-${ids[2]}@`))
      assert.strictEqual((yield* read("/messages/emails?recipient=mary@moon.example", "acme")).total, 2)
    }))

  it.effect("ask for the deposit while the time is held, and say so when it is not held any more", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ name: "Portrait", price: 9_000, currency: "EUR", deposit_amount: 2_000 }, "acmeTest")
      const email = "lise@piles.example"
      yield* booked({ service_id, starts_at: at(15, 3), deposit: true, contact: { email } }, "acmeTest")
      const letters = Effect.map(read(`/messages/emails?recipient=${email}`), ({ items }) => items)
      const [asked] = yield* letters
      assert.match(asked.subject, /^Deposit: Portrait/)
      assert.deepStrictEqual(asked.attachments, [])
      const { text } = yield* read(`/messages/emails/${asked.id}`)
      assert.match(text, /It is held for you until .*\.\n\nPay €20\.00:\nhttp\S+\/pay\//)
      yield* advance({ to: instant((yield* nowOf("acmeTest")) + 40 * 60_000) }, "acmeTest")
      yield* ready("acmeTest")
      const [lapsed] = yield* letters
      assert.match(lapsed.subject, /^Not held any more: Portrait/)
      assert.deepStrictEqual(lapsed.attachments, [])
    }))

  it.effect("offer what has become free to who waits, for as long as it is held for them", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ name: "Fitting" }, "acmeTest")
      const email = "hedy@lamarr.example"
      const [first, day] = [at(16, 4), at(16, 4).slice(0, 10)]
      const { id } = yield* booked({ service_id, starts_at: first, contact: { email: "early@lamarr.example" } }, "acmeTest")
      const waits = yield* post("/calendar/waiting-list", { service_id, from: day, to: day, contact: { name: "Hedy", email } })
      assert.strictEqual(waits.status, 201, waits.text)
      assert.strictEqual((yield* act(id, "cancel", {}, "acmeTest")).status, 200)
      const [letter] = yield* read(`/messages/emails?recipient=${email}`).pipe(
        Effect.map(({ items }) => items), Effect.repeat({ until: ({ length }) => length > 0, schedule: Schedule.spaced("50 millis") }),
        Effect.timeout("60 seconds"), Effect.orDie
      )
      assert.match(letter.subject, /^A time is free: Fitting/)
      assert.deepStrictEqual(letter.attachments, [])
      const { text } = yield* read(`/messages/emails/${letter.id}`)
      assert.match(text, /^Hello Hedy, a time for which you are on the waiting list is free, and we hold it for you\./)
      assert.match(text, /It is held for you until .*\.\n\nSee it:\nhttp\S+\/booking\//)
    }))
})
