import type { Operation } from "#schemas/kernel/catalog"
import { personOf } from "../auth/signing.ts"
import type { Key } from "../support/test-server.ts"

/** The publishable key beside each. */
export const shopOf: Partial<Record<Key, Key>> = { acme: "acmeShop", acmeTest: "acmeTestShop", bolt: "boltShop", starter: "starterShop" }

/** Who asks where a key decides: another key of its company and mode, which needs a person each time. */
export const askerOf: Partial<Record<Key, Key>> = { acme: "cautious", acmeTest: "cautiousTest", bolt: "cautiousBolt" }

/** The clock of test mode takes a test key. */
const testKeyOf: Partial<Record<Key, Key>> = { acme: "acmeTest", cautious: "cautiousTest" }

/** What makes a call of the operation where `key` makes others: a session, where that takes a person; a publishable key for visitors only. */
export const keyFor = ({ access, delegatedScope, name, role, visitors }: Operation, key: Key): Key => {
  if (name.endsWith("_test_clock")) return testKeyOf[key] ?? key
  if (access === "public" && visitors.includes("publishable_key")) return shopOf[key] ?? key
  if (access !== "session" || delegatedScope !== undefined) return key
  return role === "owner" && key === "cautious" ? "cautiousOwner" : personOf[key] ?? key
}
