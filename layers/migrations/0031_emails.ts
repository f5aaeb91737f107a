import { Effect } from "effect"
import emails from "./0031_emails/emails.ts"
import tiers from "./0031_emails/tiers.ts"

/** What is sent to customers, from which address; and tiers that companies change or ask for themselves. */
export default Effect.andThen(emails, tiers)
