import { constants, setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { similarPairs } from "./similar-names.ts"

/* On Linux that is the priority of this thread alone. */
setPriority(constants.priority.PRIORITY_LOW)

const { least, most, names } = workerData as { readonly names: ReadonlyArray<string>; readonly least: number; readonly most: number }
parentPort!.postMessage(similarPairs(names, least, most))
