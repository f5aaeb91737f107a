import type { CompanySettings } from "#schemas/company/settings"
import { blank } from "#schemas/content/template"
import type { MissingFact } from "#schemas/website/site-template"

type Settings = Pick<typeof CompanySettings.Type, "address" | "contact_email" | "contact_phone" | "name" | "opening_hours">

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const

/** The hours of an ordinary week, a line for each day on which it is open. */
export const hoursOf = ({ opening_hours }: Pick<Settings, "opening_hours">): ReadonlyArray<string> =>
  days.flatMap((day) => {
    const open = opening_hours.filter((one) => one.day === day).map(({ closes, opens }) => `${opens}–${closes}`)
    return open.length === 0 ? [] : [`${day[0]!.toUpperCase()}${day.slice(1)} ${open.join(", ")}`]
  })

export const addressOf = ({ address }: Pick<Settings, "address">, between: string): string | undefined => {
  if (address === null) return undefined
  const { city, line1, line2, postal_code, region } = address
  return [line1, line2, [postal_code, city].filter((one) => one !== undefined).join(" "), region].filter((one) => one !== undefined).join(between)
}

/** What the templates call the facts that a company's settings hold. */
export const factsOf = (settings: Settings, books: boolean): ReadonlyMap<string, string> => {
  const { contact_email, contact_phone, name } = settings
  const hours = hoursOf(settings)
  const values: ReadonlyArray<readonly [ReadonlyArray<string>, string | null | undefined]> = [
    [["business_name", "company_name", "name"], name],
    [["phone", "main_phone", "office_phone"], contact_phone],
    [["email", "support_email", "booking_email", "sales_contact", "complaints_contact", "privacy_contact"], contact_email],
    [["booking_contact", "project_contact", "service_contact", "message_contact"], contact_phone ?? contact_email],
    [["street_address", "office_address"], addressOf(settings, ", ")],
    [["opening_hours", "office_hours", "working_hours", "staffed_hours"], hours.length === 0 ? undefined : hours.join("; ")],
    [["booking_link"], books ? "our page for appointments" : undefined]
  ]
  return new Map(values.flatMap(([names, value]) => value === null || value === undefined ? [] : names.map((one) => [one, value] as const)))
}

/** What texts of a template say with the facts that there are; what is missing is noted with where. */
export const filling = (facts: ReadonlyMap<string, string>) => {
  const missing = new Map<string, Set<string>>()
  return {
    /** Sentences that need what nobody has said are left out; nothing where none is left. */
    filled: (text: string, where: string): string | undefined => {
      const sentences = text.split(/(?<=[.!?])\s/u).flatMap((sentence) => {
        const lacking = [...sentence.matchAll(blank)].map(([, name]) => name!).filter((name) => !facts.has(name))
        for (const name of lacking) missing.set(name, (missing.get(name) ?? new Set()).add(where))
        return lacking.length > 0 ? [] : [sentence.replace(blank, (_, name: string) => facts.get(name)!)]
      })
      return sentences.length === 0 ? undefined : sentences.join(" ")
    },
    /** Notes something else that the company should say. */
    wanted: (fact: string, where: string) => void missing.set(fact, (missing.get(fact) ?? new Set()).add(where)),
    missing: (): ReadonlyArray<MissingFact> => [...missing].map(([fact, where]) => ({ fact, where: [...where].slice(0, 20) }))
  }
}
