import { HttpApi, HttpApiGroup } from "effect/http-api"
import { Authenticated, Validated } from "#schemas/kernel/gates"
import { implement } from "#src/http/binder"
import { withPipeline } from "#src/http/pipeline"
import * as endpoints from "./bodies.api.ts"
import * as programs from "./programs.ts"

const { add_album, count_up, read_file, read_page, submit_answers, take_notice } = endpoints

/** A contract of operations that take and give what no operation of the product does yet. */
export class Bodies extends HttpApi.make("bodies")
  .add(HttpApiGroup.make("bodies").add(submit_answers, count_up, add_album, read_file, read_page).middleware(Authenticated).add(take_notice))
  .prefix("/api/v1")
  .middleware(Validated)
{}

export const app = withPipeline(implement(Bodies, "bodies", programs))
