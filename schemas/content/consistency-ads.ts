import { adGoals, adTexts, type Copy, filledLength, type Hook, templateChannels } from "./ads.ts"
import { measuredElsewhere } from "./measured-elsewhere.ts"
import type { Check, ContentProblem } from "./content.ts"
import { repeated } from "./repeated.ts"
import { blank } from "./template.ts"

const FILE = "ads.json"

/** The basic alphabet of text messages (3GPP TS 23.038): one letter outside it halves and more what fits in. */
const gsm = /^[A-Za-z0-9 \r\n@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/u

const groups: Check = ({ ads: { groups, otherwise } }) => [
  ...repeated(FILE, "group", groups.map(({ id }, n) => [`groups[${n}].id`, id])),
  ...repeated(FILE, "sector", groups.flatMap(({ sectors }, n) => sectors.map((sector, m) => [`groups[${n}].sectors[${m}]`, sector] as const))),
  ...groups.some(({ id }) => id === otherwise) ? [] : [{ file: FILE, path: "otherwise", reason: `there is no group "${otherwise}"` }]
]

/** Each text fits into its field of every channel that shows it. */
const lengths: Check = ({ ads: { formats, groups, hooks } }) => {
  const tooLong = (path: string, copy: Copy, hook: Hook | undefined) =>
    templateChannels.flatMap((channel) => {
      const most: Readonly<Record<string, number>> = formats[channel].fields
      return adTexts(channel, copy, hook).flatMap(({ field, text }): ReadonlyArray<ContentProblem> => {
        const length = filledLength(text)
        return length <= most[field]!
          ? []
          : [{ file: FILE, path, reason: `a ${field} for ${channel} has ${length} characters with its blanks filled in, at most ${most[field]} fit: ${text}` }]
      })
    })
  const [{ goals }] = groups
  return [
    ...groups.flatMap(({ goals }, n) => adGoals.flatMap((goal) => tooLong(`groups[${n}].goals.${goal}`, goals[goal], undefined))),
    ...Object.entries(hooks).flatMap(([id, hook]) => tooLong(`hooks.${id}`, goals.leads, hook))
  ]
}

const letters: Check = ({ ads: { groups } }) =>
  groups.flatMap(({ goals }, n) => adGoals.flatMap((goal): ReadonlyArray<ContentProblem> =>
    gsm.test(goals[goal].sms.replace(blank, "")) ? [] : [{
      file: FILE, path: `groups[${n}].goals.${goal}.sms`, reason: "a letter lies outside the alphabet of text messages"
    }]))

const origins: Check = (content) => {
  const { industries, provenance } = content["ad-benchmarks"]
  const stated = [
    ["provenance", provenance] as const,
    ...Object.entries(industries).map(([id, ads]) => [`industries.${id}.provenance`, ads.provenance] as const)
  ]
  return measuredElsewhere("ad-benchmarks.json", stated)
}

/** What the texts and figures of advertising must agree in. */
export const adChecks: ReadonlyArray<Check> = [groups, lengths, letters, origins]
