import { listFile } from "#workflows/exports/list-file"
import type { Operation } from "#schemas/kernel/catalog"
import { formatOf } from "#schemas/kernel/exports"
import { sending } from "./file-streams.ts"
import type { Handler, Program } from "./program.ts"
import { reader } from "./reader.ts"

/** Responds to a list with a page as JSON, or with the whole list as a file where `Accept` asks for one. */
export const listing = (operation: Operation, program: Program, programs: (name: string) => Program): Handler => {
  const asPage = reader(operation, program)
  const asFile = sending(operation, listFile(operation, program, programs))
  return (input) => formatOf(input.request.headers["accept"]) === undefined ? asPage(input) : asFile(input)
}
