import type { Chances } from "./chances.ts"
import type { Contact } from "./story.ts"
import * as words from "./words.ts"

/** Where customers of the shop live: most of them at home, by the letters of the state. */
const states: ReadonlyArray<readonly [region: string, postal_code: string]> = [
  ["IL", "62704"], ["IL", "60610"], ["NY", "12207"], ["OR", "97301"], ["TX", "78701"], ["MA", "01103"], ["OH", "45503"], ["WA", "98101"]
]
const abroad: ReadonlyArray<readonly [country: string, postal_code: string, region?: string]> = [
  ["CA", "K1A 0A1", "ON"], ["CA", "V6B 1A1", "BC"], ["MX", "06000"], ["GB", "LS1 1AA"], ["DE", "10115"], ["NO", "0155"]
]

const addressOf = ({ between, often, one }: Chances) => {
  const place = { line1: `${between(1, 240)} ${one(words.streets)}`, city: one(words.towns) }
  if (often(0.86)) {
    const [region, postal_code] = one(states)
    return { ...place, postal_code, region, country: "US" }
  }
  const [country, postal_code, region] = one(abroad)
  return { ...place, postal_code, ...region !== undefined && { region }, country }
}

/** The contacts who buy in the shop, with the places that their goods are sent to. */
export const customersOf = (chance: Chances, contacts: ReadonlyArray<Contact>) =>
  contacts.flatMap(({ age, email, n }) =>
    email === null || !chance.often(0.6) ? [] : [{ contact: n, email, age, address: addressOf(chance) }])
export type Customer = ReturnType<typeof customersOf>[number]
