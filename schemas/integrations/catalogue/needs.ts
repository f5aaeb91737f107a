import type { Need } from "../declaration.ts"

export const conflict: Need = {
  name: "conflict", required: false, means: "Which side holds where both have changed the same record: `ours`, unless told otherwise, or `theirs`."
}

/** By which app somebody agrees. */
export const app: ReadonlyArray<Need> = [
  { name: "client_id", required: false, means: "The id of an app of your own there, where the operator has none for all." },
  { name: "client_secret", required: false, means: "The secret of that app." }
]

export const bothSides = "What somebody changed here stays where it was changed there too, unless `conflict` is `theirs`. A contact is found by its e-mail address the first time; of one that " +
  "was here already only empty fields are filled."
