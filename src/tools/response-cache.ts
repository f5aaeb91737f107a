import type { HttpServerResponse } from "effect/http"
import type { ContentVersion } from "#layers/content/content-version"

const MOST_RESPONSES = 4_096
const MOST_CHARACTERS = 8_388_608
const LONGEST_REQUEST = 2_048

interface Cached {
  readonly response: HttpServerResponse.HttpServerResponse
  /** Characters of the response. */
  readonly length: number
}

/** Responses that hold until new content is published, by the text of the request; the oldest make room. */
export const makeResponseCache = (published: ContentVersion["Service"]) => {
  const responses = new Map<string, Cached>()
  let version = published.current()
  let characters = 0
  const clear = () => {
    responses.clear()
    characters = 0
    version = published.current()
  }
  return {
    get: (request: string): HttpServerResponse.HttpServerResponse | undefined => {
      if (version !== published.current()) clear()
      return responses.get(request)?.response
    },
    /** `current` is the version when the request came: the response may not hold for what was published meanwhile. */
    set: (request: string, cached: Cached, current: number): void => {
      if (current !== published.current() || request.length > LONGEST_REQUEST || responses.has(request)) return
      if (version !== current) clear()
      responses.set(request, cached)
      characters += request.length + cached.length
      for (const [oldest, { length }] of responses) {
        if (responses.size <= MOST_RESPONSES && characters <= MOST_CHARACTERS) break
        responses.delete(oldest)
        characters -= oldest.length + length
      }
    }
  }
}
