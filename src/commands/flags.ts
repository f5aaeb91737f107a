import { Flag } from "effect/cli"
import { CompanyId } from "#schemas/kernel/ids"

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))

export const company = Flag.Int("company").pipe(Flag.withDescription("Number of the company"), Flag.withSchema(CompanyId))
