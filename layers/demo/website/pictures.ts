import { photography, screens, shelf, stationery, studio } from "./pictures/interiors.ts"
import { harbor, lido, shopfront, vale } from "./pictures/exteriors.ts"
import { nia, ola, robin, tomasz, yuki } from "./pictures/people.ts"
import { bakery, branch, lining, map, moon, sign, type } from "./pictures/prints.ts"

interface Drawn {
  readonly draw: () => string
  /** Null where it only decorates. */
  readonly alt: string | null
  readonly tags: ReadonlyArray<string>
  readonly focal?: readonly [x: number, y: number]
}

/** The pictures of the demo company's site, all drawn by the project itself. */
export const pictures = {
  studio: { draw: studio, alt: "Our studio: a long table with a hand press in front of a window, and junipers on the hills outside",
    tags: ["studio"], focal: [50, 45] },
  vale: { draw: vale, alt: "Hills in fog under a low sun, with junipers on the nearest", tags: ["prints"] },
  harbor: { draw: harbor, alt: "A quay in the early morning: narrow coloured houses and three sailing boats on still water", tags: ["prints"],
    focal: [50, 60] },
  shopfront: { draw: shopfront, alt: "A green shop front with a striped awning, bread in the window and an open sign on the door", tags: ["work"],
    focal: [50, 55] },
  lido: { draw: lido, alt: "An outdoor pool with three swimmers, and flags along its far side", tags: ["prints"] },
  stationery: { draw: stationery, alt: "A notebook, a letter, a sealed envelope, a pencil and a cup of coffee on a green table, seen from above",
    tags: ["work"] },
  photography: { draw: photography, alt: "A camera and a lamp in front of a paper backdrop, on which a vase, a mug and an orange stand",
    tags: ["studio"], focal: [50, 55] },
  screens: { draw: screens, alt: "The same website on a laptop and on a phone beside it", tags: ["work"] },
  shelf: { draw: shelf, alt: "Two shelves of hand-thrown vases, pots and mugs, some with a juniper branch in them", tags: ["shop"] },
  bakery: { draw: bakery, alt: "A loaf, two baguettes and two printed paper bags on a counter", tags: ["work"], focal: [50, 60] },
  type: { draw: type, alt: "Blocks of wood type in many colours, packed closely into a case", tags: ["studio"] },
  moon: { draw: moon, alt: "Eight phases of the moon, from full to new, on dark blue", tags: ["prints"] },
  branch: { draw: branch, alt: "A juniper branch with red berries in front of a yellow sun", tags: ["prints"], focal: [50, 40] },
  map: { draw: map, alt: "A hand-drawn map of the old town: a river with two bridges, and a green pin north of it", tags: ["prints"] },
  lining: { draw: lining, alt: "Juniper sprigs in rows on dark green, the pattern that lines our envelopes", tags: ["prints"] },
  robin: { draw: robin, alt: "Robin Vale, with grey hair, round glasses and a green sweater", tags: ["people"], focal: [50, 30] },
  nia: { draw: nia, alt: "Nia Okafor, with dark curls and a rust-red sweater", tags: ["people"], focal: [50, 30] },
  tomasz: { draw: tomasz, alt: "Tomasz Lind, with a brown beard and a dark blue sweater", tags: ["people"], focal: [50, 30] },
  yuki: { draw: yuki, alt: "Yuki Marsh, with black hair in a bun and a white shirt", tags: ["people"], focal: [50, 30] },
  ola: { draw: ola, alt: "Ola Brandt, with a brick-red cap, round glasses and a yellow sweater", tags: ["people"], focal: [50, 30] },
  /* The name stands beside it. */
  sign: { draw: sign, alt: null, tags: ["studio"] }
} as const satisfies Readonly<Record<string, Drawn>>
export type PictureName = keyof typeof pictures
