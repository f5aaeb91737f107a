import { category } from "#schemas/kernel/category"

export const calendar = category({})
