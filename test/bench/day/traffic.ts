import { randomUUID } from "node:crypto"
import { Agent, request } from "node:http"
import { lastNames } from "../names.ts"
import type { Company } from "./companies.ts"
import { type Operation, picker, rateAt, shares, SMALLEST_RATE } from "./model.ts"

/** Milliseconds of the answers that came, by what was asked; and those that were not what was asked for. */
export interface Taken {
  readonly times: Map<string, Array<number>>
  readonly failures: Map<string, number>
  late: number
}

const nothing = (): Taken => ({ times: new Map(), failures: new Map(), late: 0 })

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Besides 2xx. */
  readonly also?: number
}

const anyOf = <A>(of: ReadonlyArray<A>): A => of[Math.floor(Math.random() * of.length)]!
const idOf = ({ contacts, firstId }: Company) => firstId + Math.floor(Math.random() * contacts)
const person = () => ({ first_name: "Grace", last_name: anyOf(lastNames), email: `grace.${randomUUID()}@navy.example`, tags: ["newsletter"] })

const asked: Readonly<Record<Operation, (company: Company) => Asked>> = {
  "read a contact": (of) => ({ method: "GET", path: `/crm/contacts/${idOf(of)}` }),
  "list contacts": () => ({ method: "GET", path: "/crm/contacts?limit=50" }),
  "list tasks": () => ({ method: "GET", path: "/crm/tasks?limit=50&status=open" }),
  "list deals": () => ({ method: "GET", path: "/crm/deals?limit=50" }),
  "search contacts": () => ({ method: "GET", path: `/crm/contacts?limit=20&search=${anyOf(lastNames).toLowerCase()}` }),
  "make a contact": () => ({ method: "POST", path: "/crm/contacts", body: person() }),
  "make a note": (of) => ({ method: "POST", path: "/crm/activities", body: { kind: "note", subject: "Called back", contact_id: idOf(of) } }),
  "make a task": (of) => ({ method: "POST", path: "/crm/tasks", body: { title: "Call back", contact_id: idOf(of) } }),
  "change a contact": (of) => ({ method: "PATCH", path: `/crm/contacts/${idOf(of)}`, body: { notes: `Asked again, ${new Date().toISOString()}` } }),
  "make a cart": ({ shop }) => ({ method: "POST", path: "/ecommerce/carts", body: { email: person().email, items: [{ variant_id: shop.variant, quantity: 1 }] }, also: 409 }),
  "book": ({ shop }) => ({
    method: "POST", path: "/calendar/appointments", also: 409,
    body: { service_id: shop.service, starts_at: anyOf(shop.slots), contact: { name: "Grace Hopper", email: person().email } }
  }),
  "free hours": ({ shop }) => ({
    method: "GET", path: `/calendar/availability?${new URLSearchParams({ service_id: `${shop.service}`, from: shop.slots[0]!, to: shop.slots.at(-1)! })}`
  }),
  "booking page": ({ slug }) => ({ method: "GET", path: `/book/${slug}` })
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** What asks the service at this port; the answers of each list of companies are kept by themselves. */
export const traffic = (port: number) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const under = new Set<Promise<void>>()

  const send = (taken: Taken, company: Company, name: Operation, due: number) => {
    const { also, body, method, path } = asked[name](company)
    const sent = new Promise<void>((resolve) => {
      const failed = (what: string) => {
        taken.failures.set(`${name}: ${what}`, (taken.failures.get(`${name}: ${what}`) ?? 0) + 1)
        resolve()
      }
      const isPage = name === "booking page"
      const text = body === undefined ? undefined : JSON.stringify(body)
      const going = request({
        host: "127.0.0.1", port, agent, method, path: isPage ? path : `/api/v1${path}`,
        headers: {
          ...!isPage && { authorization: `Bearer ${company.key}` },
          ...text !== undefined && { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
          ...method === "POST" && { "idempotency-key": randomUUID() }
        }
      }, (answer) => {
        answer.resume().on("error", (error) => failed(error.message)).on("end", () => {
          const status = answer.statusCode!
          if ((status < 200 || status > 299) && status !== also) return failed(`${status}`)
          const times = taken.times.get(name) ?? []
          if (times.length === 0) taken.times.set(name, times)
          times.push(performance.now() - due)
          resolve()
        })
      })
      going.on("error", (error: NodeJS.ErrnoException) => failed(error.code ?? error.message)).end(text)
    })
    under.add(sent)
    void sent.finally(() => under.delete(sent))
  }

  /** Begins what is due, until the time is over, and waits for the last answers. */
  const paced = async (seconds: number, rate: (point: number) => number, begin: (due: number) => void) => {
    const start = performance.now()
    let due = start
    while (due < start + seconds * 1_000) {
      const early = due - performance.now()
      if (early > 0.5) await wait(early)
      begin(due)
      due += -Math.log(1 - Math.random()) * 1_000 / rate((due - start) / seconds / 1_000)
    }
    await Promise.all(under)
  }

  const turns: ReadonlyArray<Operation> = ["read a contact", "list contacts", "make a contact"]
  const smallest = async (company: Company, seconds: number) => {
    const taken = nothing()
    let turn = 0
    await paced(seconds, () => SMALLEST_RATE, (due) => send(taken, company, turns[turn++ % turns.length]!, due))
    return taken
  }
  const names = Object.keys(shares) as ReadonlyArray<Operation>
  /** Companies are the largest first. */
  const day = async (companies: ReadonlyArray<Company>, seconds: number, mean: number) => {
    const taken = nothing()
    const company = picker(companies.map(({ contacts }) => Math.sqrt(contacts)))
    const operation = picker(names.map((name) => shares[name]))
    await paced(seconds, (point) => rateAt(point, mean), (due) => send(taken, companies[company()]!, names[operation()]!, due))
    return taken
  }
  return { smallest, day, end: () => agent.destroy() }
}
