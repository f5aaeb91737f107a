/** Who wrote, what, and how many minutes after the one before. */
type Line = readonly ["us" | "them", text: string, after: number]

interface Conversation {
  readonly days: number
  readonly lines: ReadonlyArray<Line>
  /** The position of the member who answers. */
  readonly assignee: number | null
}

const thanks: Line = ["them", "Thank you!", 12]

/** What is talked about, by text. */
const kinds: ReadonlyArray<ReadonlyArray<Line>> = [
  [["us", "Your photo session is on Tuesday at 10:00 in Studio A. See you then! Juniper & Vale Studio", 0], ["them", "Perfect, we will be there with two people.", 25]],
  [["them", "Hi, can we move our consultation to next week?", 0], ["us", "Of course. Does Wednesday at 14:00 suit you?", 9], ["them", "Yes, that works 👍", 4]],
  [["us", "The first drafts of your logo are in your mailbox. Tell us what you think!", 0], ["them", "Love the second one. Could the green be a bit darker?", 190], ["us", "It can. You will have it tomorrow.", 15], thanks],
  [["us", "Your order left our studio today. Juniper & Vale Studio", 0]],
  [["them", "Are you open on Saturday?", 0], ["us", "From 10:00 to 14:00.", 6], thanks],
  [["them", "Is the workshop on Thursday still on?", 0]]
]

/** Members answer in turn; what nobody answered yet is nobody's. */
const MEMBERS = 4

/** Conversations of some weeks, the oldest first. */
export const conversations: ReadonlyArray<Conversation> = Array.from({ length: 36 }, (_, n) => {
  const lines = kinds[n % kinds.length]!
  return { days: 45 - n, lines, assignee: lines.length > 1 ? n % MEMBERS : null }
})

/** The contacts, by their position among those with a number, who said that they want no texts. */
export const optedOut = [{ contact: 36, text: "STOP", guessed: false, days: 20 }, { contact: 37, text: "Please take me off your list", guessed: true, days: 6 }] as const

export const templates = [
  { name: "Appointment tomorrow", text: "Hello {{contact.first_name|there}}, we see you tomorrow at {{time}}. {{company.name}}",
    variables: [{ name: "contact.first_name", fallback: "there" }, { name: "time", fallback: null }, { name: "company.name", fallback: null }] },
  { name: "Drafts are ready", text: "Hello {{contact.first_name|there}}, your drafts are ready: {{link}}",
    variables: [{ name: "contact.first_name", fallback: "there" }, { name: "link", fallback: null }] }
] as const

/** What the company writes from: of the ranges that nobody is given. */
export const OWN_PHONE = "+13125550142"
