import { operation } from "#schemas/kernel/endpoints"
import { NotFound } from "#schemas/kernel/errors"
import { EventsTaken, LATE_DAYS, NewEvents } from "./event.ts"

export const track_event = operation.act("track_event", "/analytics/events", EventsTaken, {
  payload: NewEvents,
  errors: [NotFound],
  summary: "Tell of page views and what else visitors do",
  description: "For pages of a company, from any origin: the script `/count.js` calls it. No cookie is set and no address is kept: a visitor is a hash of " +
    "address and browser under a salt that is another each day (UTC) and is deleted after it. The events are kept when the answer comes; an event that is " +
    `told twice by the same \`id\` counts once, and one may be late by ${LATE_DAYS} days. Bots are counted as such.`,
  access: "public",
  idempotent: true,
  anyOrigin: true,
  surfaces: ["tenant-site"]
})
