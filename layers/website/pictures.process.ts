import { constants, setPriority } from "node:os"
import type { MediaType } from "#schemas/website/media"
import { make } from "./picture.ts"

export interface Task {
  readonly id: number
  readonly bytes: Uint8Array
  readonly type: MediaType
}

/* The threads of the library take over what their process has. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
process.on("disconnect", () => process.exit())

process.on("message", async ({ bytes, id, type }: Task) => {
  try {
    process.send!({ id, done: await make(bytes, type) })
  } catch (error) {
    process.send!({ id, problem: error instanceof Error ? error.message : String(error) })
  }
})
