import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Tag } from "#schemas/crm/contact"
import { OrganizationId } from "#schemas/crm/organization"
import { SegmentId } from "#schemas/crm/segment"
import { UserId } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"

const flags = {
  url: Flag.String("url").pipe(
    Flag.withDescription("Where the service is reached"),
    Flag.withDefault("http://127.0.0.1:8080")
  ),
  format: Flag.Literals("format", ["csv", "ndjson"]).pipe(
    Flag.withDescription("Comma-separated values, or a JSON object a line"),
    Flag.withDefault("csv" as const)
  ),
  output: Flag.String("output").pipe(
    Flag.withDescription("File to write; standard output if left out"),
    Flag.optional
  ),
  search: Flag.String("search").pipe(
    Flag.withDescription("Only those in whose name, address, number or company these words stand"),
    Flag.withSchema(line(100)),
    Flag.optional
  ),
  tag: Flag.String("tag").pipe(Flag.withDescription("Only those with this tag"), Flag.withSchema(Tag), Flag.optional),
  segment: Flag.Int("segment").pipe(Flag.withDescription("Only those of this segment"), Flag.withSchema(SegmentId), Flag.optional),
  owner: Flag.Int("owner").pipe(Flag.withDescription("Only those of this member"), Flag.withSchema(UserId), Flag.optional),
  company: Flag.Int("company").pipe(
    Flag.withDescription("Only those of this company of the address book"),
    Flag.withSchema(OrganizationId),
    Flag.optional
  ),
  createdSince: Flag.String("created-since").pipe(
    Flag.withDescription("Only those made since, like 2026-11-21T09:30:00Z"),
    Flag.withSchema(Instant),
    Flag.optional
  ),
  updatedSince: Flag.String("updated-since").pipe(
    Flag.withDescription("Only those made or changed since"),
    Flag.withSchema(Instant),
    Flag.optional
  )
}

const contacts = Command.make("contacts", flags, (input) =>
  Effect.flatMap(Effect.promise(() => import("./export-contacts.ts")), ({ exportContacts }) => exportContacts(input))).pipe(
    Command.withDescription("Write contacts to a file, however many, as the API key in API_KEY sees them."),
    Command.withExamples([{
      command: "API_KEY=sk_service_live_... service export contacts --url https://api.example.com --output contacts.csv",
      description: "All contacts of a company"
    }])
  )

export const exportCommand = Command.make("export").pipe(
  Command.withDescription("Take records out of a running service, page by page."),
  Command.withSubcommands([contacts])
)
