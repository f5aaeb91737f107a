import { defaultDesign, type Design } from "#schemas/website/design"

const looks = {
  warm: { font: "humanist", heading_font: "serif", radius: "large", spacing: "airy" },
  clear: { font: "system", heading_font: "grotesque", radius: "small", spacing: "regular" },
  sturdy: { font: "grotesque", heading_font: "slab", radius: "none", spacing: "compact" },
  calm: { font: "transitional", heading_font: "transitional", radius: "small", spacing: "regular" },
  lively: { font: "geometric", heading_font: "geometric", radius: "medium", spacing: "regular" }
} as const satisfies Record<string, Partial<Design>>

const accents = {
  green: ["#1f5c46", "#7cc8a6", "#0d1a14"], blue: ["#1d4f91", "#8ab8f0", "#0b1726"], wine: ["#8a2846", "#f0a3b8", "#26090f"],
  rust: ["#9a3f12", "#f0a780", "#261005"], slate: ["#37474f", "#b0c4ce", "#101a1f"], plum: ["#5b3a86", "#c5a8ee", "#180d26"]
} as const

/** What suits the customers of each sector; its words come before colours. */
const bySector: Readonly<Record<string, readonly [keyof typeof looks, keyof typeof accents]>> = {
  animal_care: ["warm", "green"], automotive: ["sturdy", "slate"], beauty_and_wellness: ["warm", "wine"], building_systems: ["sturdy", "blue"],
  childcare_and_education: ["lively", "plum"], complementary_care: ["warm", "green"], construction_trades: ["sturdy", "rust"],
  creative_and_media: ["lively", "plum"], dental_care: ["clear", "blue"], events_and_entertainment: ["lively", "wine"], fitness_and_sports: ["lively", "rust"],
  food_service: ["warm", "rust"], home_and_property_services: ["clear", "green"], law_and_finance: ["calm", "slate"], lodging_and_travel: ["warm", "blue"],
  making_and_farming: ["sturdy", "green"], medical_care: ["clear", "blue"], nonprofit_and_community: ["warm", "plum"],
  professional_services: ["calm", "blue"], real_estate_and_property: ["calm", "green"], retail: ["lively", "wine"], transport_and_marine: ["sturdy", "blue"]
}

/** The design of a site of a sector. */
export const designOf = (sector: string): Design => {
  const [look, accent] = bySector[sector] ?? ["clear", "green"]
  const [day, night, onNight] = accents[accent]
  const { dark, light } = defaultDesign.colors
  return {
    ...defaultDesign, ...looks[look],
    colors: { light: { ...light, accent: day, on_accent: "#ffffff" }, dark: { ...dark, accent: night, on_accent: onNight } }
  }
}
