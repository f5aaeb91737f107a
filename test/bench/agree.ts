import { deepStrictEqual } from "node:assert/strict"
import { Effect } from "effect"
import { lastNames } from "./names.ts"
import type { Server } from "./processes.ts"
import type { Seeded } from "./seed.ts"

/** Compares nothing but equals: both servers give the same bodies to the same reads. Dies where they do not. */
export const agree = (ours: Server, theirs: Server, { contacts, firstId, key }: Seeded) =>
  Effect.promise(async () => {
    const read = async ({ port }: Server, path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/crm/contacts${path}`, { headers: { authorization: `Bearer ${key}` } })
      return { status: response.status, body: await response.json() as any }
    }
    for (const path of ["?limit=50", "?limit=50&offset=1000", `?limit=50&search=${lastNames[7]!.toLowerCase()}`, `/${firstId + 41}`]) {
      deepStrictEqual(await read(ours, path), await read(theirs, path), path)
    }
    const { body } = await read(ours, "")
    deepStrictEqual(body.total, contacts)
  })
