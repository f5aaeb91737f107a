import { answerCalls } from "./answer-calls.ts"
import { connectAnAiClient } from "./connect-an-ai-client.ts"
import { deleteWithConsent } from "./delete-with-consent.ts"
import { firstOrder } from "./first-order.ts"
import { followEvents } from "./follow-events.ts"
import { importContacts } from "./import-contacts.ts"
import { operate } from "./operate.ts"
import { receiveWebhooks } from "./receive-webhooks.ts"
import { answerFromKnowledge } from "./answer-from-knowledge.ts"
import type { Guide } from "./guide.ts"
import { letAgentsWork } from "./let-agents-work.ts"
import { publishASite } from "./publish-a-site.ts"
import { readTheNumbers } from "./read-the-numbers.ts"
import { sellAProduct } from "./sell-a-product.ts"
import { takeBookings } from "./take-bookings.ts"
import { takeMoney } from "./take-money.ts"
import { textCustomers } from "./text-customers.ts"
import { watchRuns } from "./watch-runs.ts"

export const guides: ReadonlyArray<Guide> = [
  firstOrder, receiveWebhooks, followEvents, deleteWithConsent, importContacts, takeMoney, sellAProduct, takeBookings, textCustomers, answerCalls, publishASite, answerFromKnowledge, readTheNumbers, letAgentsWork, connectAnAiClient, watchRuns, operate
]
