import { page } from "../dashboard/components/page.ts"
import { failure } from "../dashboard/components/elements.ts"
import { printed } from "../dashboard/html.ts"
import { security } from "../dashboard/response.ts"

/**
 * What a person sees whose client asked for something that cannot be given. The browser is not sent on to the client: nobody has
 * decided yet that its address can be trusted.
 */
export const errorPage = (message: string) => ({
  headers: security,
  body: printed(page({
    title: "This app cannot be connected",
    content: failure("The app asked for something that cannot be given.", `The reason: ${message}. Go back to the app, and tell whoever makes it.`)
  }))
})
