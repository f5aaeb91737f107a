/** Says what is wrong with an answer's body, or nothing. */
type Check = (body: string) => string | undefined

const reading = (sane: (value: any) => boolean): Check => (body) => {
  try {
    return sane(JSON.parse(body)) ? undefined : `not what was asked for: ${body.slice(0, 300)}`
  } catch {
    return `not JSON: ${body.slice(0, 300)}`
  }
}

const isContact = (value: any) => Number.isInteger(value.id) && Array.isArray(value.tags) && /T.*Z$/.test(value.created_at)
const isPage = ({ has_more, items, next_cursor, total }: any) =>
  items.length === 50 && items.every(isContact) && Number.isInteger(total) && total >= 50 && has_more === (next_cursor !== null)

/** What every so many-th answer of a kind of request is looked at for; the status is looked at on all. */
export const checks = {
  page: reading(isPage),
  contact: reading(isContact),
  contactOrTool: reading((value) => isContact(value.result?.structuredContent ?? value)),
  unauthorized: reading(({ code }) => code === "unauthorized"),
  limited: reading(({ code }) => code === "rate_limit_exceeded"),
  /** Its length was read; a compressed one is not looked into. */
  any: (body) => body === "" ? "an empty answer" : undefined,
  info: reading((value) => value.hello === "world" || value.tools.length > 0),
  tool: reading((value) => value.hello === "world" || (value.success === true && value.data !== undefined))
} satisfies Record<string, Check>

export type Kind = keyof typeof checks
