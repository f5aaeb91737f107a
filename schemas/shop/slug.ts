import { Schema } from "effect"
import { Text } from "#schemas/kernel/text"

const MOST = 200

/** The part of an address that names a record. */
export const Slug = Text.check(
  Schema.isMinLength(1), Schema.isMaxLength(MOST),
  Schema.isPattern(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, { expected: "small letters, digits and single hyphens between them" })
).annotate({ description: "What its address in a shop ends with.", examples: ["stoneware-mug"] })

/** The slug of a title, with room for a number after it; `otherwise` where nothing of the title can stand in one. */
export const slugOf = (title: string, otherwise: string): string =>
  title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss").replace(/[^a-z0-9]+/gu, "-")
    .slice(0, MOST - 20).replace(/^-|-$/gu, "") || otherwise
