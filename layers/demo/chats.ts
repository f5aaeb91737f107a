/** A question to the chat, what it answered, and the titles of the entries that the answer stands on; none where it did not know. */
interface Turn {
  readonly asked: string
  readonly answer: string
  readonly from: ReadonlyArray<string>
  readonly helpful?: boolean
}

interface Chat {
  readonly days: number
  readonly turns: ReadonlyArray<Turn>
  /** A person was asked for, and has not answered yet. */
  readonly handedOver?: true
}

export const UNKNOWN = "I do not find that in what the company has written down. Shall I ask somebody to answer you?"

const unknown = (asked: string): Turn => ({ asked, answer: UNKNOWN, from: [] })

/** What visitors of the site asked, the latest first. */
export const chats: ReadonlyArray<Chat> = [
  { days: 1, turns: [unknown("Do you wrap presents?")], handedOver: true },
  {
    days: 2,
    turns: [
      { asked: "How long does delivery to Canada take?", answer: "Canada and Mexico take eight days [1].", from: ["How long does delivery take?"], helpful: true },
      { asked: "And what does it cost?", answer: "To Canada and Mexico from $14.90; nothing above 20 kilograms [1].", from: ["What does shipping cost?"], helpful: true }
    ]
  },
  {
    days: 3,
    turns: [{
      asked: "Can I send a mug back if I do not like it?", answer: "Within 30 days, unless it carries your own logo [1]. The money comes back within five working days after it arrived [1].",
      from: ["Can I give something back?"], helpful: true
    }]
  },
  { days: 4, turns: [{ asked: "Are mugs safe in the dishwasher?", answer: "Dishwasher and microwave do them no harm; a flame does [1].", from: ["May mugs and teapots go into the dishwasher?"] }] },
  { days: 6, turns: [unknown("Can you wrap a present for my sister?"), { asked: "Do you have vouchers?", answer: "Not yet. What people give instead is a seat in the letterpress class, which we print on a card [1].", from: ["Do you have vouchers?"], helpful: false }] },
  { days: 8, turns: [{ asked: "Can I pick my order up?", answer: "Yes, at the studio shop, 7 Canal Road in Springfield, at no cost, whenever we are open [1].", from: ["Can I collect my order?"], helpful: true }] },
  { days: 9, turns: [unknown("Do you ship to an army post office?")] },
  { days: 12, turns: [{ asked: "Is there a discount for 20 notebooks?", answer: "Much of the shop is cheaper by the stack: notebooks from 10 pieces [1].", from: ["Do you have cheaper prices for larger quantities?"] }] },
  { days: 15, turns: [{ asked: "Which paper are the prints on?", answer: "Pigment prints on 200 g matt paper, in A4, A3 and A2 [1].", from: ["How are your prints made?"], helpful: true }] }
]

/** What was searched for besides, how often, and the entry that was found; none where nothing was. */
export const searches: ReadonlyArray<readonly [text: string, times: number, found: string | null]> = [
  ["shipping cost", 9, "What does shipping cost?"], ["returns", 7, "Can I give something back?"], ["delivery time", 5, "How long does delivery take?"],
  ["gift wrapping", 4, null], ["discount code", 3, "Discount codes"], ["sizes of t-shirts", 3, "Which sizes do your clothes have?"], ["repair of a lamp", 2, null]
]
