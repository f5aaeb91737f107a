import { page } from "../dashboard/components/page.ts"
import { failure } from "../dashboard/components/states.ts"
import { printed } from "../dashboard/html.ts"
import { security } from "../dashboard/reply.ts"

/** What a person sees whose client asked for something that cannot be; it is not sent back to the client, which is not known to be one. */
export const sorryPage = (message: string) => ({
  headers: security,
  body: printed(page({
    title: "This app cannot be connected",
    content: failure("The app asked for something that cannot be given.", `It was told: ${message}. Go back to the app, and tell whoever makes it.`)
  }))
})
