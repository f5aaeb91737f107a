import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { openapiOf } from "#src/surfaces/openapi/document"
import { send, TestServer } from "../support/test-server.ts"

/** Filters by a name out of a closed set: an empty list for a name that is not in it would hide a mistake. */
const closed: Readonly<Record<string, ReadonlyArray<string>>> = {
  stage: ["list_deals"],
  verb: ["list_audit_events", "list_consents", "list_receipts"],
  template: ["list_emails"],
  workflow: ["list_schedules", "list_workflow_runs"],
  custom_field: ["export_contacts", "list_contacts", "list_deals"],
  search_attribute: ["list_workflow_runs"]
}

/** What may be empty, with the reason. */
const open: Readonly<Record<string, string>> = {
  tag: "a record may carry any",
  search: "free words", q: "free words", query: "free words", contains: "digits", area_code: "digits",
  session: "named by callers", agent: "named by callers",
  phone: "a number or address that nobody may have written from", from_phone: "the same", to_phone: "the same", own_phone: "the same", recipient: "the same",
  number: "looks one record up", reference: "looks one record up", code: "looks one record up", name: "looks one record up", path: "looks one record up",
  currency: "held to its form", country: "held to its form", language: "held to its form", locale: "held to its form", time_zone: "held to the zones",
  from: "an instant or a day", to: "an instant or a day",
  browser: "as browsers say", os: "as browsers say", device: "as browsers say", page: "of any site", source: "of any site", campaign: "of any link",
  object: "what money moved for", error_kind: "named by programs"
}

const paging = new Set(["cursor", "sort", "host"])

interface Parameter {
  readonly in: string
  readonly name: string
  readonly schema?: object
}

/** Filters of lists that are free text, by name, with the operations that have them. Of sign-ins at other systems it knows nothing. */
const free = () => {
  const found = new Map<string, Array<string>>()
  const paths: Record<string, Record<string, any>> = JSON.parse(JSON.stringify(openapiOf("https://api.acme.example"))).paths
  for (const { get } of Object.values(paths)) {
    if (get === undefined || get.operationId === "finish_integration_authorization") continue
    for (const { in: place, name, schema = {} } of get.parameters as ReadonlyArray<Parameter>) {
      if (place !== "query" || paging.has(name) || /"enum"|"const"|"integer"|"boolean"|"number"|"format":"date/u.test(JSON.stringify(schema))) continue
      found.set(name, [...found.get(name) ?? [], get.operationId])
    }
  }
  return found
}

describe("filters of lists", () => {
  it("are each either out of a closed set or may be empty", () => {
    const found = free()
    assert.isAbove(found.size, 25)
    assert.deepStrictEqual([...found.keys()].filter((name) => closed[name] === undefined && open[name] === undefined), [])
    for (const [name, operations] of Object.entries(closed)) assert.deepStrictEqual(found.get(name)?.toSorted(), operations, name)
  })
})

layer(TestServer, { excludeTestServices: true })("a filter by a name that there is not", (it) => {
  it.effect.each([
    ["/crm/deals?stage=propsal", "stage", /^there is no such stage; there are: .*proposal/u],
    ["/agent/receipts?verb=delete_contcat", "verb", /^there is no such verb; similar: delete_contact/u],
    ["/agent/consents?verb=delete_contcat", "verb", /^there is no such verb; similar: delete_contact/u],
    ["/auth/audit?verb=delete_contcat", "verb", /^there is no such verb; similar: delete_contact/u],
    ["/messages/emails?template=notise", "template", /^there is no such template; (?:there are|similar): .*notice/u],
    ["/workflows/schedules?workflow=website.check_link", "workflow", /^there is no such workflow; there are: .*website\.check_links/u],
    ["/workflows/runs?workflow=crm.task_du", "workflow", /^there is no such workflow; similar: crm\.task_due/u],
    ["/crm/contacts?custom_field=sho:1", "custom_field[0]", /./u],
    ["/workflows/runs?search_attribute=import_i:1", "search_attribute[0]", /similar: import_id/u]
  ] as const)("is refused with those that there are: %s", ([path, field, said]) =>
    Effect.gen(function*() {
      const { json, status } = yield* send(path, { key: "acme" })
      assert.strictEqual(status, 422, JSON.stringify(json))
      assert.strictEqual(json.details[0].field, field)
      assert.match(json.details[0].error, said)
    }))

  it.effect.each([
    "/agent/receipts?verb=delete_deal&session=none", "/agent/consents?verb=delete_deal&session=none", "/auth/audit?verb=login_failed",
    "/workflows/runs?workflow=crm.rescore"
  ])(
    "is not one of something that did not happen yet: %s", (path) =>
      Effect.gen(function*() {
        assert.deepInclude((yield* send(path, { key: "acme" })), { status: 200 })
      }))
})
