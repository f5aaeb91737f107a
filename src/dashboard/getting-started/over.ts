import { Effect } from "effect"
import { cookieOf } from "../cookies.ts"
import { SessionRequest } from "../handler.ts"

/** Of so many companies a browser keeps it; of the others it is found out again. */
const MOST_COMPANIES = 50

const kept = Effect.map(cookieOf("getStarted"), (value = "") => value.split(".").filter((id) => /^\d{1,15}$/u.test(id)))

const own = Effect.map(SessionRequest, ({ session }) => String(session.caller.company_id))

/** Whether this browser shows the first steps of the company no more: all of them were done, or somebody hid them. */
export const isOver = Effect.map(Effect.all([kept, own]), ([ids, id]) => ids.includes(id))

/** What the browser keeps from now on. */
export const keptAs = (over: boolean) =>
  Effect.map(Effect.all([kept, own]), ([ids, id]) => {
    const others = ids.filter((one) => one !== id)
    return (over ? [...others, id] : others).slice(-MOST_COMPANIES).join(".")
  })
