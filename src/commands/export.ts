import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Tag } from "#schemas/crm/contact"
import { OrganizationId } from "#schemas/crm/organization"
import { SegmentId } from "#schemas/crm/segment"
import { UserId } from "#schemas/kernel/ids"
import { line } from "#schemas/kernel/text"
import { Instant } from "#schemas/kernel/time"
import { target } from "./flags.ts"

/** Filters that lists have, under shorter names. */
const filters = {
  search: Flag.String("search").pipe(
    Flag.withDescription("Only those in which these words stand"),
    Flag.withSchema(line(100)),
    Flag.optional
  ),
  tag: Flag.String("tag").pipe(Flag.withDescription("Only those with this tag"), Flag.withSchema(Tag), Flag.optional),
  segment_id: Flag.Int("segment").pipe(Flag.withDescription("Only those of this segment"), Flag.withSchema(SegmentId), Flag.optional),
  owner_id: Flag.Int("owner").pipe(Flag.withDescription("Only those of this member"), Flag.withSchema(UserId), Flag.optional),
  organization_id: Flag.Int("company").pipe(
    Flag.withDescription("Only those of this company of the address book"),
    Flag.withSchema(OrganizationId),
    Flag.optional
  ),
  created_since: Flag.String("created-since").pipe(
    Flag.withDescription("Only those made since, like 2026-11-21T09:30:00Z"),
    Flag.withSchema(Instant),
    Flag.optional
  ),
  updated_since: Flag.String("updated-since").pipe(
    Flag.withDescription("Only those made or changed since"),
    Flag.withSchema(Instant),
    Flag.optional
  )
}

const flags = {
  list: Argument.String("list").pipe(
    Argument.withDescription("What to take out: contacts, or any list by its verb, like list_tasks")
  ),
  ...target,
  format: Flag.Literals("format", ["csv", "ndjson", "xlsx"]).pipe(
    Flag.withDescription("Comma-separated values, a JSON object a line, or a spreadsheet"),
    Flag.withDefault("csv" as const)
  ),
  output: Flag.String("output").pipe(
    Flag.withAlias("out"),
    Flag.withDescription("File to write; standard output if left out. Only a file is gone on with after an interruption"),
    Flag.optional
  ),
  filter: Flag.String("filter").pipe(
    Flag.withDescription("Only those whose field has this value, as name=value; may be given several times"),
    Flag.filter((text) => text.indexOf("=") > 0, (text) => `${JSON.stringify(text)} is not name=value`),
    Flag.atLeast(0)
  )
}

const split = (text: string): readonly [name: string, value: string] =>
  [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]

export const exportCommand = Command.make("export", { ...flags, ...filters }, ({ filter, format, list, output, profile, url, ...named }) =>
  Effect.flatMap(Effect.promise(() => import("./export-list.ts")), ({ exportList }) =>
    exportList({
      list,
      url,
      profile,
      format,
      output,
      filters: [
        ...filter.map(split),
        ...Object.entries<Option.Option<string | number>>(named).flatMap(([name, value]) =>
          Option.isSome(value) ? [[name, String(value.value)] as const] : [])
      ]
    }))).pipe(
    Command.withDescription(
      "Take a list out of a running service, however long, as the API key in API_KEY or of service login sees it. An export to a file that was " +
        "interrupted goes on where it was when the same command is given again. How far it is, and how many rows a second, goes to standard error."
    ),
    Command.withExamples([
      {
        command: "API_KEY=sk_service_live_... service export contacts --url https://api.example.com --output contacts.csv",
        description: "All contacts of a company"
      },
      {
        command: "API_KEY=sk_service_live_... service export list_tasks --filter status=open --format xlsx --output tasks.xlsx",
        description: "Its open tasks, as a spreadsheet"
      }
    ])
  )
