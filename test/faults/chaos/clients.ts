import { assert } from "@effect/vitest"
import type { Line } from "./line.ts"

/** What the clients of a company were told, and so what has to be there. */
export interface Told {
  readonly contacts: Map<string, number>
  /** Orders by their numbers. */
  readonly orders: Set<number>
  /** Appointments by their numbers. */
  readonly appointments: Map<number, string>
  refused: number
  reads: number
}

export const nothingYet = (): Told => ({ contacts: new Map(), orders: new Set(), appointments: new Map(), refused: 0, reads: 0 })

/** What a company has before the work begins. */
export interface Shop {
  readonly variant: number
  readonly service: number
  readonly slots: ReadonlyArray<string>
}

export const STOCK = 60

const made = async (line: Line, path: string, body: object) => {
  const answer = await line.ask("POST", path, body)
  assert.strictEqual(answer.status, 201, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A product of which a few are there, and somebody who can be booked for each hour of two weeks. */
export const opened = async (line: Line): Promise<Shop> => {
  const settings = await line.ask("GET", "/company/settings")
  const product = await made(line, "/ecommerce/products", {
    title: "Chaos", state: "active",
    variants: [{ sku: `CHAOS-${line.company}`, prices: [{ currency: settings.body.currency, amount: 1_250 }], requires_shipping: false }]
  })
  const variant: number = product.variants[0].id
  await made(line, "/ecommerce/inventory/adjustments", { items: [{ variant_id: variant, change: STOCK }], reason: "Chaos" })

  const staff = await made(line, "/calendar/staff", { name: "Chaos" })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }))
  assert.strictEqual((await line.ask("PUT", `/calendar/staff/${staff.id}/hours`, { weekly })).status, 200)
  const service = await made(line, "/calendar/services", {
    name: "Chaos", duration_minutes: 30, slot_interval_minutes: 60, staff_ids: [staff.id], notice_minutes: 0, reminder_minutes: [], online: false
  })
  const from = Date.now() + 86_400_000
  const span = new URLSearchParams({ service_id: `${service.id}`, from: new Date(from).toISOString(), to: new Date(from + 14 * 86_400_000).toISOString() })
  const { body } = await line.ask("GET", `/calendar/availability?${span}`)
  return { variant, service: service.id, slots: body.slots.map((slot: { readonly starts_at: string }) => slot.starts_at) }
}

/** Of this company and of no other. */
const mark = (line: Line) => `c${line.company}-`

const oneContact = async (line: Line, told: Told, name: string) => {
  const email = `${mark(line)}${name}@chaos.example`
  const { body, status } = await line.ask("POST", "/crm/contacts", { email }, `contact ${name}`)
  assert.strictEqual(status, 201, JSON.stringify(body))
  assert.strictEqual(body.email, email)
  told.contacts.set(email, body.id)
}

const oneOrder = async (line: Line, told: Told, name: string, { variant }: Shop) => {
  const cart = await line.ask("POST", "/ecommerce/carts", { email: `${mark(line)}buyer-${name}@chaos.example`, items: [{ variant_id: variant, quantity: 1 }] }, `cart ${name}`)
  if (cart.status === 409) return void told.refused++
  assert.strictEqual(cart.status, 201, JSON.stringify(cart.body))
  const { body, status } = await line.ask("POST", `/ecommerce/carts/${cart.body.id}/checkout`, { payment_method: "pm_card_visa" }, `checkout ${name}`)
  if (status === 409) return void told.refused++
  assert.strictEqual(status, 202, JSON.stringify(body))
  told.orders.add(body.order_id)
}

/** Every client wants the first slots, so that most of them are refused. */
const oneBooking = async (line: Line, told: Told, name: string, { service, slots }: Shop, turn: number) => {
  const starts_at = slots[(turn * 7) % Math.min(slots.length, 60 + turn)]!
  const { body, status } = await line.ask("POST", "/calendar/appointments", {
    service_id: service, starts_at, contact: { name: `Chaos ${name}`, email: `${mark(line)}customer-${name}@chaos.example` }
  }, `booking ${name}`)
  if (status === 409) return void told.refused++
  assert.strictEqual(status, 201, JSON.stringify(body))
  told.appointments.set(body.id, starts_at)
}

/** Nothing of another company is ever seen, and what was acknowledged is read at once, at whichever node. */
const oneRead = async (line: Line, told: Told, strangers: ReadonlyArray<Told>) => {
  const before = [...told.contacts].at(-1)
  const { body, status } = await line.ask("GET", "/crm/contacts?limit=50&sort=-id")
  assert.strictEqual(status, 200, JSON.stringify(body))
  for (const { email } of body.items) assert.isTrue(email.startsWith(mark(line)), `company ${line.company} sees ${email}`)
  if (before !== undefined) assert.strictEqual((await line.ask("GET", `/crm/contacts/${before[1]}`)).body.email, before[0])
  const foreign = strangers.flatMap(({ contacts }) => [...contacts.values()].slice(-1))[0]
  if (foreign !== undefined) assert.strictEqual((await line.ask("GET", `/crm/contacts/${foreign}`)).status, 404)
  told.reads++
}

/** One client: contacts, orders, bookings and reads in turn, until it is over. */
export const client = async (line: Line, told: Told, shop: Shop, number: number, strangers: ReadonlyArray<Told>, isOver: () => boolean) => {
  for (let turn = 0; !isOver(); turn++) {
    const name = `${number}-${turn}`
    await oneContact(line, told, name)
    if (turn % 3 === number % 3) await oneOrder(line, told, name, shop)
    if (turn % 3 === (number + 1) % 3) await oneBooking(line, told, name, shop, turn)
    if (turn % 4 === 0) await oneRead(line, told, strangers)
  }
}
