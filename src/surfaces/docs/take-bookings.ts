import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { agreed, type Line, line } from "./samples/request.ts"

const day = (name: string, days: number): Line => ({
  curl: `${name}=$(date -u -v+${days}d +%Y-%m-%d 2>/dev/null || date -u -d "+${days} days" +%Y-%m-%d)`,
  typescript: `const ${name.toLowerCase()} = new Date(Date.now() + ${days} * 86_400_000).toISOString().slice(0, 10)`,
  python: `${name.toLowerCase()} = time.strftime("%Y-%m-%d", time.gmtime(time.time() + ${days} * 86_400))`
})

const open = "/calendar/availability?service_id=$SERVICE&from=$FIRST&to=$LAST"
const firstOpen = ["slots", 0, "starts_at"]

const contact = { name: "Grace Hopper", email: "grace+$$@navy.example" }

const steps: ReadonlyArray<Step> = [
  {
    title: "Who and where",
    text: "Somebody who is booked, with working hours of their own by the company's clock, and a room. Who has no hours of their own works when the " +
      "company is open, as the third line tells.",
    lines: [
      line("POST", "/calendar/staff", { body: { name: "Ada Lane", email: "ada+$$@juniper.example" }, keep: { as: "STAFF" } }),
      line("PUT", "/calendar/staff/$STAFF/hours", { body: { weekly: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: "09:00", to: "17:00" })) } }),
      line("GET", "/calendar/settings"),
      line("POST", "/calendar/resources", { body: { name: "Room 1", kind: "room" }, keep: { as: "ROOM" } })
    ]
  },
  {
    title: "What can be booked",
    text: "Any one of the staff does it, and it takes one of each group of rooms and equipment. The buffer is kept free after each appointment: " +
      "person and room are taken for it too.",
    lines: [line("POST", "/calendar/services", {
      body: {
        name: "First consultation", duration_minutes: 45, buffer_after_minutes: 15, price: 9_000, currency: "USD", staff_ids: ["$STAFF"],
        resources: [{ any_of: ["$ROOM"] }], questions: [{ label: "What is it about?", required: false }]
      },
      keep: { as: "SERVICE" }
    })]
  },
  {
    title: "When somebody is away",
    text: "Once, or again and again by a rule of RFC 5545. Public holidays are set with the country in the calendar's settings.",
    lines: [line("POST", "/calendar/staff/$STAFF/time-off", {
      body: { starts: "2030-01-07T09:00", ends: "2030-01-07T12:00", rrule: "FREQ=WEEKLY;BYDAY=MO;COUNT=10", reason: "Training" }
    })]
  },
  {
    title: "What is open",
    text: "The starts of two weeks, from a week ahead on, as the company's clock and any other show them. The first is kept for the lines that follow.",
    lines: [
      day("FIRST", 7),
      day("LAST", 21),
      line("GET", `${open}&time_zone=Asia/Kathmandu`, { keep: { as: "START", at: firstOpen } })
    ]
  },
  {
    title: "Book it",
    text: "The customer is the contact of this e-mail address, who is made where there is none. Whoever comes second gets a 409, " +
      "whose details tell what is free nearest: the instant in UTC before \"is free\" in error.",
    lines: [
      line("POST", "/calendar/appointments", {
        body: { service_id: "$SERVICE", starts_at: "${START}", contact, answers: [{ label: "What is it about?", answer: "A new shop window" }] },
        keep: { as: "APPOINTMENT" }
      }),
      line("POST", "/calendar/appointments", { body: { service_id: "$SERVICE", starts_at: "${START}", contact: { name: "Alan Turing" } } })
    ]
  },
  {
    title: "Why a slot is not there",
    text: "Everything that takes it: an appointment, a buffer, working hours, time off, a holiday, notice, a limit.",
    lines: [line("GET", "/calendar/availability/explain?service_id=$SERVICE&starts_at=$START")]
  },
  {
    title: "Move it",
    text: "To what is open first now. If that were taken meanwhile, the appointment would stay where it is.",
    lines: [
      line("GET", open, { keep: { as: "NEXT", at: firstOpen } }),
      line("POST", "/calendar/appointments/$APPOINTMENT/reschedule", { body: { starts_at: "${NEXT}", reason: "The customer is late" } })
    ]
  },
  {
    title: "Cancel it",
    text: "This waits for a person: the first line asks, the second is the person who agrees, and the third does it. Its time is open to others again.",
    lines: agreed("POST", "/calendar/appointments/$APPOINTMENT/cancel", { reason: "The customer is ill" })
  },
  {
    title: "What is booked",
    text: "Appointments of a service, a person, a customer or a span of time, by when they start.",
    lines: [line("GET", "/calendar/appointments?service_id=$SERVICE")]
  }
]

/** From a person and a room to an appointment that is moved and canceled, as lines that run one after another. */
export const takeBookings: Guide = guide({
  id: "take-bookings",
  title: "Take bookings",
  before: html`Staff, rooms and services are shared by live and test keys; appointments are apart, but take the same people. These lines run one
after another in one shell; where a person agrees, with the <code>access_token</code> of somebody who may approve.`,
  steps,
  after: html`Whether anybody can be booked twice is shown by <code>npm run service -- prove double-booking</code>. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the calendar's part of this documentation.`
})
