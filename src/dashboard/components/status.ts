import { badge, type Tone } from "./elements.ts"
import type { Node } from "../html.ts"
import { valueWord } from "../words/declared.ts"

const words: Readonly<Record<Exclude<Tone, "plain">, ReadonlyArray<string>>> = {
  good: [
    "accepted", "active", "approved", "available", "complete", "completed", "confirmed", "connected", "delivered", "enabled", "executed", "fulfilled", "healthy", "live",
    "ok", "on", "paid", "published", "ready", "resolved", "sent", "settled", "shipped", "succeeded", "verified", "won"
  ],
  busy: ["authorized", "importing", "in_progress", "in_transit", "new", "open", "processing", "running", "scheduled", "sending", "trialing"],
  wait: [
    "awaiting_payment", "draft", "incomplete", "on_hold", "partially_fulfilled", "partially_paid", "partially_refunded", "paused", "pending", "previewed", "proposed",
    "queued", "requested", "requires_action", "requires_payment_method", "snoozed", "trial", "unfulfilled", "unpaid", "unverified", "waiting"
  ],
  bad: [
    "blocked", "bounced", "broken", "complained", "declined", "disputed", "error", "failed", "invalid", "lost", "missed", "no_show", "overdue", "past_due",
    "rejected", "suspended", "uncollectible", "undelivered", "urgent"
  ]
}

const tones = new Map(Object.entries(words).flatMap(([tone, all]) => all.map((word) => [word, tone as Tone] as const)))

/** The colour of a state, by the word for it; one that is not known has none. */
export const toneOf = (state: string): Tone => tones.get(state) ?? "plain"

/** Whether a field holds the state of its record. */
export const isState = (field: string): boolean => /(?:^|_)(?:status|state|stage|outcome|result)$/u.test(field)

/** A state in its word and its colour; the word may be another for each field and category. */
export const status = (state: string, field?: string, category?: string): Node => badge(valueWord(state, field, category), toneOf(state))
