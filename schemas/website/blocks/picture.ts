import { html, type Node } from "#schemas/kernel/markup"
import type { Picture } from "./shown.ts"

interface Look {
  /** How wide it is drawn, as the attribute `sizes` says it. */
  readonly sizes: string
  /** It is seen at once: fetched before others. */
  readonly first?: boolean
  /** Something else says what it shows. */
  readonly named?: boolean
  readonly alt?: string | undefined
}

/** To the next tenth: the stylesheet has a class for each. */
const tenth = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) / 10)

const srcset = (sizes: Picture["sources"][number]["sizes"]) => sizes.map(({ src, width }) => `${src} ${width}w`).join(", ")

/** An image with the sizes from which browsers choose; its place is kept while it is fetched. */
export const pictureNode = ({ alt, focal, height, sources, src, width }: Picture, look: Look): Node => {
  const image = html`
    <img class=${`fx${tenth(focal.x)} fy${tenth(focal.y)}`} src=${src} width=${width} height=${height} alt=${look.named === true ? "" : look.alt ?? alt}
      loading=${look.first === true ? undefined : "lazy"} decoding=${look.first === true ? undefined : "async"}
      fetchpriority=${look.first === true ? "high" : undefined} />`
  const known = sources.filter(({ sizes }) => sizes.length > 0)
  return known.length === 0 ? image : html`
    <picture>
      ${known.map(({ sizes, type }) => html`<source type=${type} srcset=${srcset(sizes)} sizes=${look.sizes} />`)}
      ${image}
    </picture>`
}

/** The widths at which the stylesheet draws pictures. */
export const drawn = {
  full: "100vw",
  wide: "(min-width: 80rem) 76rem, 94vw",
  text: "(min-width: 48rem) 44rem, 94vw",
  half: "(min-width: 56rem) 38rem, 94vw",
  third: "(min-width: 56rem) 25rem, (min-width: 36rem) 46vw, 94vw",
  small: "5rem"
} as const
