import { Schema } from "effect"
import { Email } from "#schemas/kernel/email"
import { entity, field, versioned } from "#schemas/kernel/entity"
import { CompanyId } from "#schemas/kernel/ids"
import { Currency } from "#schemas/kernel/money"
import { Phone } from "#schemas/kernel/phone"
import { line, Text } from "#schemas/kernel/text"
import { TimeZone } from "#schemas/kernel/time-zone"
import { PostalAddress } from "./address.ts"
import { EmailDomain } from "./email-domain.ts"
import { clock, OpeningHours } from "./opening-hours.ts"
import { Retention } from "./retention.ts"

const isWeb = (text: string) => {
  const url = URL.parse(text)
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === ""
}

export const WebAddress = Text.check(
  Schema.isMaxLength(2_000),
  Schema.makeFilter(isWeb, { expected: "an https address without user name and password", toJsonSchema: () => ({ format: "uri" }) })
)

const isLocale = (tag: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1
  } catch {
    return false
  }
}

/** A language and perhaps a region, as BCP 47 writes them. */
export const Locale = Schema.String.check(
  Schema.isMaxLength(35),
  Schema.makeFilter(isLocale, {
    expected: "a language of BCP 47, like en-GB",
    toJsonSchema: () => ({ pattern: "^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$" })
  })
).annotate({ examples: ["nb-NO"] })

const TaxId = Schema.Struct({
  type: Schema.Literals(["eu_vat", "gb_vat", "ch_vat", "no_vat", "us_ein", "ca_gst", "au_abn", "nz_gst", "in_gst", "other"]),
  value: line(50).annotate({ examples: ["NO123456789MVA"] })
}).annotate({ identifier: "TaxId" })

/** Days a reminder of an invoice may be from its day. */
const MOST_REMINDER_DAYS = 365

const InvoiceReminders = Schema.Array(
  Schema.Int.check(Schema.isBetween({ minimum: -MOST_REMINDER_DAYS, maximum: MOST_REMINDER_DAYS }))
).check(Schema.isMaxLength(10), Schema.isUnique()).annotate({
  description: "When customers are reminded by e-mail of invoices that are not paid: days after the day until which one is to be paid, or before it " +
    "where negative, at 9 in the morning. Of invoices that are finalized from now on. Nobody is reminded where it is empty.",
  examples: [[-3, 1, 7]]
})

const ApprovalOnPage = Schema.Literals(["irreversible", "always"]).annotate({
  description: "What a person approves on the page, signed in, and not in the tool client that asks them: what cannot be undone and what moves money, or all."
})

/** What a company says of itself: to its customers, on invoices, in times and sums. There is always one. */
export const companySettings = entity("CompanySettings", {
  id: field.readOnly(CompanyId),
  slug: field.readOnly(Schema.String.annotate({
    description: "Where visitors find the company on the service's own host: `/s/{slug}`.", examples: ["juniper-vale-studio"]
  })),
  name: field.changeOnly(line(200).annotate({ description: "What customers call the company.", examples: ["Juniper & Vale Studio"] })),
  legal_name: field.nullable(line(200), { description: "As it is registered; `name` where none is given.", examples: ["Juniper & Vale AS"] }),
  logo_url: field.nullable(WebAddress, { description: "An image on https.", examples: ["https://juniper.example/logo.png"] }),
  website: field.nullable(WebAddress, { examples: ["https://juniper.example"] }),
  contact_email: field.nullable(Email, { description: "Where customers write to.", examples: ["hello@juniper.example"] }),
  email_from: field.nullable(Email, {
    description: "An address of the company's own that e-mails to customers come from, once `email_domain` is verified; until then, and where " +
      "it is null, they come from this installation's address and answers go to `contact_email`. Send it again to have its domain looked at anew.",
    examples: ["hello@juniper.example"]
  }),
  email_domain: field.readOnly(Schema.NullOr(EmailDomain).annotate({ description: "What the DNS of the domain of `email_from` has to say." })),
  contact_phone: field.nullable(Phone, { description: "E.164.", examples: ["+4722123456"] }),
  address: field.nullable(PostalAddress),
  tax_ids: field.changeOnly(Schema.Array(TaxId).check(Schema.isMaxLength(10))),
  currency: field.changeOnly(Currency.annotate({ description: "Of new records; those that exist keep theirs." })),
  time_zone: field.changeOnly(TimeZone.annotate({ description: "In which its days begin and its times are shown." })),
  locale: field.changeOnly(Locale.annotate({ description: "How numbers and dates are written for people." })),
  invoice_reminders: field.changeOnly(InvoiceReminders),
  daily_brief_at: field.nullable(clock("", "07:00"), {
    description: "The time of day, by the company's clock, at which its owners and admins get the daily brief by e-mail; nobody gets it where it is null. " +
      "What `get_daily_brief` tells then.",
    examples: ["07:00"]
  }),
  approval_on_page: field.changeOnly(ApprovalOnPage),
  protect_shared_records: field.changeOnly(Schema.Boolean.annotate({
    description: "Operations that destroy records which live and test keys share, like contacts and pages, are refused with test keys."
  })),
  week_start: field.changeOnly(Schema.Literals(["monday", "saturday", "sunday"])),
  opening_hours: field.changeOnly(OpeningHours),
  retention: field.changeOnly(Retention.annotate({
    description: "For how many days records that hold anything of people are kept, by kind; within an hour after that they are deleted for good, " +
      "as are those that are older already. What is not named is kept as `get_processing_record` tells. What is sent replaces all."
  })),
  ...versioned
}, {
  groups: {
    Company: ["name", "legal_name", "logo_url", "website", "slug"],
    "Contact details": ["contact_email", "contact_phone", "email_from", "email_domain"],
    Address: ["address"],
    Tax: ["tax_ids"],
    "Language and time": ["currency", "locale", "time_zone", "week_start"],
    "Opening hours": ["opening_hours"],
    Notices: ["invoice_reminders", "daily_brief_at"],
    Protection: ["approval_on_page", "protect_shared_records", "retention"]
  }
})
export const CompanySettings = companySettings.read
