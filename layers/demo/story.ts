import { type Chances, inOrder } from "./chances.ts"
import * as words from "./words.ts"

const CONTACTS = 320
const ORGANIZATIONS = 60
const DEALS = 140
const ACTIVITIES = 420
const TASKS = 90

const slug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-")

const phoneOf = ({ between, one }: Chances) => `+1${one(words.areaCodes)}5550${between(100, 199)}`

const organizationsOf = (chance: Chances) => {
  const { between, one } = chance
  const names = new Set<string>()
  while (names.size < ORGANIZATIONS) names.add(`${one(words.places)} ${one(words.trades)}`)
  return inOrder([...names].map((name) => ({
    name,
    domain: `${slug(name)}.example`,
    phone: phoneOf(chance),
    address: `${between(1, 240)} ${one(words.streets)}, ${one(words.towns)}`,
    age: between(200, 400)
  })))
}
type Organization = ReturnType<typeof organizationsOf>[number]

const tagsOf = ({ often }: Chances) => words.tags.filter(() => often(0.16))

const contactsOf = (chance: Chances, organizations: ReadonlyArray<Organization>) => {
  const { below, between, often, one } = chance
  const addresses = new Set<string>()
  return inOrder(Array.from({ length: CONTACTS }, (_, n) => {
    const organization = often(0.85) ? one(organizations) : undefined
    const first_name = one(words.firstNames)
    const last_name = one(words.lastNames)
    const local = `${slug(first_name)}.${slug(last_name)}`
    const domain = organization?.domain ?? one(["example.com", "example.net", "example.org"])
    const email = addresses.has(`${local}@${domain}`) ? `${local}${n}@${domain}` : `${local}@${domain}`
    addresses.add(email)
    return {
      first_name,
      last_name,
      email: often(0.95) ? email : null,
      phone: often(0.8) ? phoneOf(chance) : null,
      organization: organization?.n ?? null,
      company_name: organization?.name ?? null,
      owner: below(words.members.length),
      tags: tagsOf(chance),
      notes: often(0.3) ? one(words.contactNotes) : null,
      source: one(words.sources),
      age: between(1, organization?.age ?? 300)
    }
  }))
}
export type Contact = ReturnType<typeof contactsOf>[number]

const openStages = ["new", "qualified", "proposal", "negotiation"]

/** Where a deal has been, the days ago of each step; it ends in the last, which may be an open one. */
const movesOf = ({ between, often, one }: Chances, start: number) => {
  const moves: Array<{ from: string | null; to: string; status: string; reason: string | null; age: number }> = []
  let age = start
  let from: string | null = null
  const move = (to: string, status: string, reason: string | null) => {
    moves.push({ from, to, status, reason, age })
    from = to
    age = Math.max(0, age - between(3, 25))
  }
  for (const stage of openStages) {
    move(stage, "open", from === null || often(0.5) ? null : one(words.moveReasons))
    if (age === 0) return moves
    if (often(0.14)) {
      move("lost", "lost", one(words.lostReasons))
      return moves
    }
    if (age < 30 && often(0.4)) return moves
  }
  if (often(0.7)) move("won", "won", null)
  return moves
}

const dealsOf = (chance: Chances, contacts: ReadonlyArray<Contact>) => {
  const { between, one } = chance
  return inOrder(Array.from({ length: DEALS }, () => {
    const contact = one(contacts)
    const moves = movesOf(chance, between(0, Math.min(contact.age, 240)))
    const last = moves.at(-1)!
    return {
      title: `${one(words.projects)} for ${contact.company_name ?? `${contact.first_name} ${contact.last_name}`}`,
      stage: last.to,
      status: last.status,
      amount: between(8, 450) * 10_000,
      contact: contact.n,
      organization: contact.organization,
      owner: contact.owner,
      // Days from today; a deal that is late is part of the story.
      closes: last.status === "open" ? between(-10, 75) : -last.age,
      lost_reason: last.status === "lost" ? last.reason : null,
      version: moves.length,
      age: moves[0]!.age,
      since: last.age,
      moves
    }
  }))
}
type Deal = ReturnType<typeof dealsOf>[number]

const kinds = ["call", "email", "meeting", "note"] as const

const activitiesOf = ({ between, often, one }: Chances, contacts: ReadonlyArray<Contact>, deals: ReadonlyArray<Deal>) =>
  inOrder(Array.from({ length: ACTIVITIES }, () => {
    const deal = often(0.6) ? one(deals) : undefined
    const contact = deal === undefined ? one(contacts) : contacts[deal.contact]!
    const kind = one(kinds)
    return {
      kind,
      subject: one(words.happenings[kind]),
      contact: contact.n,
      deal: deal?.n ?? null,
      owner: contact.owner,
      duration_minutes: kind === "call" ? between(1, 9) * 5 : kind === "meeting" ? between(1, 6) * 15 : null,
      age: between(0, deal?.age ?? contact.age)
    }
  }))

const tasksOf = ({ between, often, one }: Chances, deals: ReadonlyArray<Deal>) =>
  inOrder(Array.from({ length: TASKS }, () => {
    const deal = one(deals)
    const due = between(-40, 30)
    return {
      title: one(words.todos),
      assignee: deal.owner,
      contact: deal.contact,
      deal: deal.n,
      done: due < 0 && often(0.85),
      due,
      age: Math.max(0, -due) + between(1, 10)
    }
  }))

/**
 * The books of a made-up agency and its customers: the same in every run. References are positions in the lists, ages
 * are days before today, oldest first.
 */
export const storyOf = (chance: Chances) => {
  const organizations = organizationsOf(chance)
  const contacts = contactsOf(chance, organizations)
  const deals = dealsOf(chance, contacts)
  return { organizations, contacts, deals, activities: activitiesOf(chance, contacts, deals), tasks: tasksOf(chance, deals) }
}
export type Story = ReturnType<typeof storyOf>
