import { Effect } from "effect"
import { Api } from "#schemas/api"
import { catalogOf } from "#schemas/kernel/catalog"
import { verbsOf } from "#schemas/kernel/manifest"

const answer = Effect.succeed(verbsOf(catalogOf(Api)))

export const list_verbs = () => answer
