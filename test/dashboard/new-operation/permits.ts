import { Effect, Schema } from "effect"
import { HttpApi, HttpApiGroup, OpenApi } from "effect/http-api"
import type { Input } from "#schemas/kernel/catalog"
import { operation } from "#schemas/kernel/endpoints"
import { entity, field } from "#schemas/kernel/entity"
import { NotFound } from "#schemas/kernel/errors"
import { Validated } from "#schemas/kernel/gates"
import { Id } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"

const PermitId = Id.pipe(Schema.brand("PermitId"))

const permit = entity("Permit", {
  id: field.readOnly(PermitId),
  plate: field.required(line(12).annotate({ description: "Of the car.", examples: ["EK 12345"] })),
  days: field.required(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30 })).annotate({ examples: [3] }))
})

const list_permits = operation.list("list_permits", "/permits", permit.read, {
  summary: "List parking permits", description: "Who may park.", access: "calendar:read"
})

const get_permit = operation.get("get_permit", "/permits/:id", permit.read, {
  summary: "Get a parking permit", description: "Who may park.", access: "calendar:read"
})

const issue_permit = operation.create("issue_permit", "/permits", permit.create, permit.read, {
  summary: "Issue a parking permit", description: "Lets a car park.", access: "calendar:write"
})

const Parking = HttpApiGroup.make("parking").add(list_permits, get_permit, issue_permit).annotate(OpenApi.Title, "Parking")

/** A category that no page, no command and no other text knows of. */
export const ParkingApi = HttpApi.make("parking").add(Parking).prefix("/api/v1").middleware(Validated)

const issued: Array<typeof permit.read.Type> = []

/** What its operations do. */
export const programs = {
  list_permits: ({ limit, offset }: Input<typeof list_permits>) =>
    Effect.succeed({ items: issued.slice(offset, offset + limit), total: issued.length, limit, offset, has_more: false, next_cursor: null }),
  get_permit: ({ id }: Input<typeof get_permit>) => {
    const found = issued.find((one) => one.id === id)
    return found === undefined ? Effect.fail(new NotFound({ message: "There is no such permit." })) : Effect.succeed(found)
  },
  issue_permit: ({ days, plate }: Input<typeof issue_permit>) =>
    Effect.sync(() => {
      const made = { id: PermitId.make(issued.length + 1), plate, days }
      issued.push(made)
      return made
    })
}
