import { answerCalls } from "./answer-calls.ts"
import { answerFromKnowledge } from "./answer-from-knowledge.ts"
import type { Guide } from "./guide.ts"
import { letAgentsWork } from "./let-agents-work.ts"
import { publishASite } from "./publish-a-site.ts"
import { readTheNumbers } from "./read-the-numbers.ts"
import { sellAProduct } from "./sell-a-product.ts"
import { takeBookings } from "./take-bookings.ts"
import { takeMoney } from "./take-money.ts"
import { textCustomers } from "./text-customers.ts"

export const guides: ReadonlyArray<Guide> = [
  takeMoney, sellAProduct, takeBookings, textCustomers, answerCalls, publishASite, answerFromKnowledge, readTheNumbers, letAgentsWork
]
