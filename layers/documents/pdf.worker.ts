import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { printed, type Sheet } from "./sheet.ts"

/* On Linux that is the priority of this thread alone. */
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

parentPort!.on("message", async ({ id, sheet }: { readonly id: number; readonly sheet: Sheet }) => {
  try {
    parentPort!.postMessage({ id, bytes: await printed(sheet) })
  } catch (error) {
    parentPort!.postMessage({ id, failure: String(error) })
  }
})
