import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { NotFound } from "#schemas/kernel/errors"
import { operation } from "#schemas/kernel/operation"
import { implement } from "#src/http/binder"
import * as Agents from "#workflows/agents/index"
import { previewOf } from "#workflows/agents/preview"
import * as Crm from "#workflows/crm/index"

/** For `npm run check` alone: each `@ts-expect-error` is a mistake that must not build. */
export const bindings = () => {
  implement(Api, "crm", Crm)
  implement(Api, "agents", { ...Agents, preview_consent: previewOf([Crm]) })

  const { get_contact: _, ...withoutOne } = Crm
  // @ts-expect-error a program is missing
  implement(Api, "crm", withoutOne)

  // @ts-expect-error list_contacts does not declare NotFound
  implement(Api, "crm", { ...Crm, list_contacts: () => new NotFound({ message: "" }) })

  // @ts-expect-error get_contact answers with a contact
  implement(Api, "crm", { ...Crm, get_contact: () => Effect.succeed(1) })

  // @ts-expect-error get_contact is given an id and nothing else
  implement(Api, "crm", { ...Crm, get_contact: ({ email }: { readonly email: string }) => Effect.die(email) })

  // @ts-expect-error a program is a function of the input
  implement(Api, "crm", { ...Crm, get_contact: 7 })

  // @ts-expect-error there is no category of that name
  implement(Api, "cmr", Crm)

  // @ts-expect-error programs of another category
  implement(Api, "crm", Agents)
}

const read = operation({ summary: "Read", description: "Reads.", access: "crm:read" })

it("a contract that cannot be served does not load", () => {
  const group = (endpoint: HttpApiEndpoint.Constraint): HttpApi.HttpApi<"broken", any> =>
    HttpApi.make("broken").add(HttpApiGroup.make("broken").add(endpoint as never))
  const meant = HttpApiEndpoint.get("read_it", "/it", { success: Schema.Struct({}) }).annotateMerge(read)

  const mute = HttpApiEndpoint.get("mute", "/mute", { success: Schema.Struct({}) })
  const id = { id: Schema.Int }
  const twice = HttpApiEndpoint.get("twice", "/twice/:id", { params: id, query: id, success: Schema.Struct({}) }).annotateMerge(read)
  const same = HttpApi.make("broken").add(HttpApiGroup.make("a").add(meant)).add(HttpApiGroup.make("b").add(meant))
  const old = (sunset: string) =>
    operation({ summary: "Old", description: "", access: "crm:read", deprecated: { since: "2026-01-01", sunset, successor: "/new" } })

  assert.lengthOf(catalogOf(group(meant)), 1)
  assert.throws(() => catalogOf(group(mute)), "mute has no operation")
  assert.throws(() => catalogOf(group(twice)), "\"id\" arrives by both params and query")
  assert.throws(() => catalogOf(same), "two operations are called read_it")
  assert.throws(() => old("2026-06-30"), "less than six months")
  old("2026-07-01")
})
