import { Context, Layer } from "effect"
import { repository } from "#layers/kernel/repository"
import { Conflict } from "#schemas/kernel/errors"
import { project } from "./project.ts"

/** Work for the customers of the caller's company. */
export class Projects extends Context.Service<Projects>()("layers/Projects", {
  make: repository(project, {
    softDelete: true,
    equal: ["owner_id"],
    unique: { projects_code: () => new Conflict({ message: "Another project has this code." }) }
  })
}) {
  static readonly layer = Layer.effect(Projects, Projects.make)
}
