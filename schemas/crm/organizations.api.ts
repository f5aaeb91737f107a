import { Schema } from "effect"
import { operation } from "#schemas/kernel/endpoints"
import { line } from "#schemas/kernel/text"
import { Contact } from "./contact.ts"
import { Deal } from "./deal.ts"
import { organization, Organization } from "./organization.ts"

/** The first of them by id, and how many there are. */
const firstOf = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({ items: Schema.Array(item), total: Schema.Int.annotate({ examples: [1] }) })

const OrganizationWithPeople = Schema.Struct({
  ...Organization.fields,
  contacts: firstOf(Contact).annotate({ description: "The first 50; `list_contacts` with `organization_id` has all." }),
  open_deals: firstOf(Deal).annotate({ description: "The first 50; `list_deals` with `organization_id` and `status` has all." })
}).annotate({ identifier: "OrganizationWithPeople", ...organization.about })

export const list_companies = operation.list("list_companies", "/companies", Organization, {
  filters: { search: line(200).annotate({ description: "How the name begins, in any letter case.", examples: ["united st"] }) },
  sort: ["id", "name", "created_at", "updated_at"],
  summary: "List companies",
  description: "The firms that contacts belong to. `search` finds those whose name begins with it. `sort` takes a `-` for descending."
})

export const create_company = operation.create("create_company", "/companies", organization.create, Organization, {
  summary: "Add a company",
  description: "Adds a firm that contacts and deals can belong to, by its id as their `organization_id`. Two may have the same " +
    "name: search with `list_companies` first."
})

export const get_company = operation.get("get_company", "/companies/:id", OrganizationWithPeople, {
  summary: "Get a company",
  description: "One firm with its contacts and its open deals: the first 50 of each, and how many there are.",
  noConditionalGet: true
})

export const update_company = operation.update("update_company", "/companies/:id", organization.change, Organization, {
  summary: "Change a company",
  description: "Changes the fields that are sent and leaves the others. A new name is also its contacts' `company_name`."
})

export const delete_company = operation.remove("delete_company", "/companies/:id", Organization, {
  summary: "Delete a company",
  description: "Its contacts and deals stay, and belong to no company any more; contacts keep its name as their `company_name`. Nothing brings it back.",
  requiresConsent: true,
  undo: "nothing"
})
