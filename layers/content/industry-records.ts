import { readFile } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { IndustryRecords } from "#schemas/company/industry-records"
import { startingIndustries } from "#schemas/company/industry-template"

const FOLDER = new URL("industry-records/", import.meta.url)

const decode = Schema.decodeUnknownPromise(Schema.fromJsonString(IndustryRecords), { onExcessProperty: "error" })

let read: Promise<ReadonlyArray<IndustryRecords>> | undefined

/** The first records of each industry, in the order of the list. They are read when first asked for: a company asks once. */
export const industryRecords = Effect.promise(() =>
  read ??= Promise.all(startingIndustries.map(async (industry) => decode(await readFile(new URL(`${industry}.json`, FOLDER), "utf8")))))
