import { category } from "../kernel/category.ts"
import { connectionSecrets, feedTokens } from "./sealed.ts"

export const calendar = category({ sealed: [connectionSecrets, feedTokens] })
