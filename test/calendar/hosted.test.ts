import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted } from "../contract/bookings/visiting.ts"
import { settings } from "../messages/emailing.ts"
import { read } from "../payments/paying.ts"
import { fieldsOf, heading, shopper, slugOf, words } from "../shop/shopping.ts"
import { TestServer } from "../support/test-server.ts"
import { act, appointmentOf, at, booked, booksAreSound, monday, room, service, staff, withOne } from "./booking.ts"

type Visitor = Effect.Success<ReturnType<typeof shopper>>

/** People take a while to write. */
const WRITING = "2100 millis"

/** The form in which the details are written. */
const details = Effect.fnUntraced(function*({ visit }: Visitor, page: string, starts_at: string, more = "") {
  const shown = yield* visit(`${page}?start=${encodeURIComponent(starts_at)}${more}`)
  assert.strictEqual(heading(shown), "Your details")
  return { ...fieldsOf(shown, "E-mail address"), name: "Grace Hopper", email: "grace@hosted.example" }
})

const links = ({ text }: { readonly text: string }, part: string) =>
  [...text.matchAll(/href="([^"]+)"/gu)].map(([, to]) => to!.replaceAll("&amp;", "&")).filter((to) => to.includes(part))

layer(TestServer, { excludeTestServices: true })("hosted booking pages", (it) => {
  it.effect("lead from the services to a booking, and from there to another time and out", () =>
    Effect.gen(function*() {
      yield* settings({ contact_email: "hello@juniper.example" })
      const base = `/book/${yield* slugOf()}`
      const { service_id } = yield* withOne({
        name: "First consultation", description: "We get to know each other.", price: 9_000, currency: "USD", questions: [{ label: "What is it about?", required: true }]
      })
      const one = yield* shopper()
      const list = yield* one.visit(base)
      for (const part of ["First consultation", "1 h", "$90.00", "We get to know each other."]) assert.include(words(list), part)
      const [page] = links(list, `${base}/${service_id}-first-consultation`)
      const times = yield* one.visit(`${page!}?day=${monday()}`)
      assert.strictEqual(heading(times), "First consultation")
      assert.include(words(times), "Times in UTC")
      assert.deepStrictEqual(links(times, "start=").map((to) => new URL(to, "http://x").searchParams.get("start")), [9, 10, 11, 12, 13, 14, 15, 16].map((hour) => at(hour)))
      const there = yield* one.visit(`${page!}?day=${monday()}&zone=Asia/Kathmandu`)
      assert.include(words(there), "Times in Asia/Kathmandu")
      assert.include(words(there), "14:45")

      const form = yield* details(one, page!, at(9), "&zone=Asia%2FKathmandu")
      yield* Effect.sleep(WRITING)
      const wrong = yield* one.post(page!, { ...form, email: "nobody", phone: "12", notes: "4242 4242 4242 4242" })
      assert.strictEqual(wrong.status, 422)
      for (const part of ["not an e-mail address", "country prefix", "no number of a card", "Please answer this"]) assert.include(words(wrong), part)
      assert.notInclude(wrong.text, "4242 4242")
      const filled = { ...form, answer_0: "A first visit" }
      const sent = yield* Effect.all([1, 2, 3].map(() => one.post(page!, filled)), { concurrency: 3 })
      assert.deepStrictEqual(sent.map(({ status }) => status), [303, 303, 303], sent.map(words).join())
      assert.strictEqual(new Set(sent.map(({ location }) => location)).size, 1, "sent thrice, it is one booking")
      const own = yield* one.visit(sent[0]!.location!)
      assert.strictEqual(heading(own), "You are booked")
      for (const part of ["First consultation", "14:45", "Asia/Kathmandu", "$90.00", "A first visit", "Keep the address"]) assert.include(words(own), part)

      const path = sent[0]!.location!.split("?")[0]!
      const moving = yield* one.visit(`${path}?do=move&day=${monday()}&zone=UTC`)
      assert.strictEqual(heading(moving), "Choose another time")
      const [to] = links(moving, `start=${encodeURIComponent(at(11))}`)
      const confirm = yield* one.visit(to!)
      assert.strictEqual(heading(confirm), "Move your booking?")
      const moved = yield* one.send(path, fieldsOf(confirm, "Move it"))
      assert.include(words(moved), "Your booking was moved.")
      assert.include(words(moved), "11:00")
      const canceling = yield* one.visit(`${path}?do=cancel`)
      const canceled = yield* one.send(path, fieldsOf(canceling, "Cancel the booking"))
      assert.strictEqual(heading(canceled), "This booking is canceled")
      const { items } = yield* read(`/calendar/appointments?service_id=${service_id}`, "acme")
      assert.deepInclude(items[0], { status: "canceled", canceled_by: "customer", time_zone: "Asia/Kathmandu", rescheduled_count: 1 })
      assert.lengthOf(items, 1)
      assert.strictEqual((yield* one.post(path, { do: "cancel" }, { origin: "https://evil.example" })).status, 409)
    }))

  it.effect("keep what was written where somebody was quicker, and offer the nearest starts", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne({ name: "Checkup" })
      const page = `/book/${yield* slugOf()}/${service_id}`
      const one = yield* shopper()
      const form = { ...yield* details(one, page, at(10)), notes: "By train" }
      yield* booked({ service_id, starts_at: at(10) })
      yield* Effect.sleep(WRITING)
      const taken = yield* one.post(page, form)
      assert.deepStrictEqual([taken.status, heading(taken)], [409, "That time is taken"])
      const starts = [...taken.text.matchAll(/name="start" value="([^"]+)"/gu)].map(([, start]) => start)
      assert.deepStrictEqual(starts.slice(0, 2), [at(9), at(11)])
      const own = yield* one.send(page, { ...fieldsOf(taken, "instead"), start: at(11) })
      assert.strictEqual(heading(own), "You are booked")
      assert.include(words(own), "By train")
      assert.strictEqual((yield* one.visit(`${page}?start=${at(10)}`)).status, 409)
      yield* booksAreSound
    }))

  it.effect("are proof against programs, and ask nothing of people", () =>
    Effect.gen(function*() {
      const { service_id } = yield* withOne()
      const other = yield* withOne()
      const slug = yield* slugOf()
      const page = `/book/${slug}/${service_id}`
      const one = yield* shopper()
      const form: Record<string, string> = yield* details(one, page, at(9))
      const refused = Effect.fnUntraced(function*(given: Record<string, string>, part: string, to = page, headers = {}) {
        const answer = yield* one.post(to, { ...form, ...given }, headers)
        assert.include([403, 422], answer.status, part)
        assert.include(words(answer), part)
      })
      yield* refused({}, "very quick")
      yield* Effect.sleep(WRITING)
      yield* refused({ website: "https://spam.example" }, "people do not see")
      const { token = "" } = form
      for (const forged of ["", "x", `2${token.slice(1)}`, `${token.slice(0, -3)}AAA`]) yield* refused({ token: forged }, "for a long time")
      yield* refused({}, "for a long time", `/book/${slug}/${other.service_id}`)
      yield* refused({}, "did not come from a page", page, { origin: "https://evil.example" })
      yield* refused({}, "did not come from a page", page, { origin: "null" })
      const { total } = yield* read(`/calendar/appointments?service_id=${service_id}`, "acme")
      assert.strictEqual(total, 0)
      assert.strictEqual((yield* one.post(page, form)).status, 303)
    }))

  it.effect("stand at the company's own host, in frames of any page, and know no address that is not there", () =>
    Effect.gen(function*() {
      const host = "www.acme-books.test"
      yield* hosted("acme", host)
      const people = [yield* staff(), yield* staff()]
      const { id } = yield* service({ name: "Group class", staff_ids: people, capacity: 8 })
      const hidden = yield* service({ resources: [{ any_of: [yield* room()] }], online: false })
      const one = yield* shopper(host)
      const list = yield* one.visit("/book")
      assert.deepStrictEqual(links(list, `/book/${id}-`), [`/book/${id}-group-class`])
      assert.include(list.text, `<link rel="canonical" href="https://${host}/book"`)
      const { headers } = list
      assert.include(headers["content-security-policy"], "frame-ancestors *")
      assert.deepStrictEqual([headers["x-frame-options"], headers["cross-origin-resource-policy"]], [undefined, "cross-origin"])
      const times = yield* one.visit(`/book/${id}?day=${monday()}&staff=${people[1]}&seats=3`)
      assert.include(words(times), "8 seats left")
      const form = yield* details(one, `/book/${id}`, at(9), `&staff=${people[1]}&seats=3`)
      yield* Effect.sleep(WRITING)
      const own = yield* one.send(`/book/${id}`, form)
      assert.strictEqual(heading(own), "You are booked", own.text)
      assert.match(own.path, /^\/booking\//u)
      const { items: [made] } = yield* read(`/calendar/appointments?service_id=${id}`, "acme")
      assert.deepInclude(yield* appointmentOf(made.id), { seats: 3, staff_id: people[1] })
      assert.strictEqual((yield* (yield* shopper()).visit(own.path)).status, 200, "at the service's host too")
      const elsewhere = "www.bolt-books.test"
      yield* hosted("bolt", elsewhere)
      assert.strictEqual((yield* (yield* shopper(elsewhere)).visit(own.path)).status, 404, "not at another company's")
      for (const path of ["/book/nothing", `/book/${hidden.id}`, "/book/999999", "/booking/nobody", `/book/${id}x`]) {
        assert.strictEqual((yield* one.visit(path)).status, 404, path)
      }
      for (const query of ["day=2030-02-31", "day=x", "month=2030-13", "zone=Mars/Base", "staff=x", "seats=99", "start=x", "start=9999999999999", "month=2999-12"]) {
        assert.strictEqual((yield* one.visit(`/book/${id}?${query}`)).status, 200, query)
      }
      const pay = yield* (yield* shopper()).visit(`/s/${yield* slugOf()}/shop`)
      assert.strictEqual(pay.headers["x-frame-options"], "DENY", "only these pages are for frames")
      assert.strictEqual((yield* act(made.id, "cancel")).status, 200)
    }))
})
