import { Context, Effect, Layer } from "effect"
import { ask, home, serve } from "../../process/service.ts"

/** The service as somebody starts it for the first time, with the site of the demo company. */
export class Demo extends Context.Service<Demo, { readonly site: string }>()("test/Demo") {
  static readonly layer = Layer.effect(Demo, Effect.gen(function*() {
    const service = yield* serve({ DATA_DIR: yield* home })
    const { json: { slug } } = yield* ask(service, "/api/v1/company/settings")
    return { site: `http://127.0.0.1:${service.port}/s/${slug}` }
  }))
}
