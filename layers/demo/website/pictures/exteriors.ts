import { at, disc, faint, hills, ink, juniper, many, noise, oval, picture, rect, shape, stroke } from "./drawing.ts"

/** The vale in fog: hills behind hills, and junipers on the nearest. */
export const vale = () =>
  picture(1600, 1000, ink.blush,
    rect(0, 0, 1600, 340, "#f3dcc6"), disc(1120, 330, 150, ink.gold), faint(disc(1120, 330, 215, ink.gold), 0.28),
    hills(1600, 1000, 430, 70, 2, ink.mist), faint(rect(0, 470, 1600, 60, ink.cream), 0.55),
    hills(1600, 1000, 540, 60, 5, ink.sea), faint(oval(420, 590, 520, 34, ink.cream), 0.6),
    hills(1600, 1000, 640, 64, 8, "#5d8a80"), faint(oval(1180, 690, 560, 30, ink.cream), 0.5),
    hills(1600, 1000, 740, 52, 3, ink.juniper),
    many(22, (n) => at(50 + n * 72 + noise(n) * 34, 790 + noise(n + 40) * 46, juniper(60 + noise(n + 9) * 60, ink.deep))),
    hills(1600, 1000, 860, 44, 11, ink.deep),
    many(7, (n) => at(90 + n * 235 + noise(n + 3) * 80, 900 + noise(n + 5) * 50, juniper(150 + noise(n + 2) * 120,
      n % 3 === 0 ? "#28524a" : ink.ink)))
  )

const house = (width: number, height: number, wall: string, roof: string, light: string) =>
  rect(0, -height, width, height, wall) + shape(`M-8 ${-height}L${width / 2} ${-height - width * 0.45}L${width + 8} ${-height}Z`, roof) +
  many(Math.floor(height / 78), (row) => many(2, (n) => rect(width * 0.2 + n * width * 0.38, -height + 26 + row * 74, width * 0.22, 40, (row +
    n) % 3 === 1 ? ink.gold : light, 3)))

const boat = (hull: string, sail: string) =>
  shape("M-90 0H90Q70 42 40 44H-44Q-72 42 -90 0Z", hull) + rect(-4, -190, 8, 190, ink.ink) + shape("M8 -184L84 -22H8Z", sail) +
    shape("M-10 -150L-62 -22H-10Z", ink.cream)

/** The quay at six in the morning. */
export const harbor = () => {
  const walls = [ink.rust, ink.cream, ink.gold, ink.blue, ink.clay, ink.sand, ink.juniper, ink.blush, ink.brick]
  return picture(1600, 1000, "#f2d6bd",
    disc(380, 300, 96, "#f9ecd4"), hills(1600, 620, 430, 50, 4, ink.sea), hills(1600, 620, 500, 36, 7, ink.blue),
    many(9, (n) => at(70 + n * 168, 620, house(140, 170 + Math.round(noise(n + 1) * 3) * 56, walls[n]!, n % 2 === 0 ? ink.deep : ink.brick,
      n % 2 === 0 ? ink.sand : ink.mist))),
    rect(0, 618, 1600, 34, ink.sand), rect(0, 646, 1600, 10, ink.clay), rect(0, 656, 1600, 344, ink.blue),
    many(9, (n) => faint(rect(78 + n * 168, 664, 124, 90 + noise(n) * 120, walls[n]!), 0.34)),
    many(26, (n) => faint(rect(noise(n) * 1500, 680 + n * 12, 70 + noise(n + 8) * 170, 5, n % 3 === 0 ? ink.cream : ink.night, 2), 0.35)),
    at(430, 812, boat(ink.brick, ink.gold), { scale: 1.2 }), at(1130, 780, boat(ink.deep, ink.rust)), at(860, 900, boat(ink.night, ink.blush),
      { scale: 1.5 }),
    many(8, (n) => stroke(`M${150 + n * 70} ${140 + noise(n) * 130}q14 -16 28 0q14 -16 28 0`, ink.night, 4))
  )
}

const planted = () => shape("M-52 -96H52L38 0H-38Z", ink.brick) + at(0, -90, juniper(230, ink.deep)) + at(0, -90, faint(juniper(190, ink.juniper),
  0.8))

/** A shop front with its awning out. */
export const shopfront = () =>
  picture(1200, 900, ink.sand,
    rect(0, 0, 1200, 780, ink.clay), many(9, (row) => many(11, (n) => faint(rect(n * 120 - (row % 2) * 60, row * 88, 112, 80, ink.brick, 4), 0.13))),
    rect(130, 150, 940, 630, ink.deep, 6), rect(160, 176, 880, 92, ink.juniper, 4),
    many(13, (n) => n % 4 === 3 ? "" : rect(268 + n * 52, 204, n % 3 === 0 ? 18 : 34, 36, ink.cream, n % 2 === 0 ? 18 : 3)),
    many(11, (n) => {
      const left = 110 + n * 89
      return shape(`M${150 + n * 82} 284H${232 + n * 82}L${left + 89} 396Q${left + 44} 434 ${left} 396Z`, n % 2 === 0 ? ink.rust : ink.cream)
    }),
    rect(190, 430, 520, 300, "#f4dfb2"), rect(190, 640, 520, 90, ink.brick), rect(446, 430, 10, 210, ink.deep),
    at(270, 640, shape("M-44 0Q-50 -58 0 -62Q50 -58 44 0Z", ink.clay) + stroke("M-22 -44l12 26M0 -52l10 30M20 -46l8 26", ink.cream, 6)),
    at(380, 640, shape("M-38 0Q-42 -46 0 -50Q42 -46 38 0Z", ink.gold) + stroke("M-12 -38l8 20M10 -38l8 20", ink.brick, 5)),
    at(530, 640, rect(-44, -120, 88, 120, ink.cream, 4) + rect(-26, -94, 52, 44, ink.juniper, 26)),
    at(640, 640, rect(-38, -90, 76, 90, ink.blush, 4) + disc(0, -46, 20, ink.rust)),
    rect(760, 420, 250, 360, ink.juniper, 4), rect(790, 452, 190, 220, "#f4dfb2", 4), at(885, 560, rect(-44, -26, 88, 52, ink.cream, 6) + rect(-26,
      -8, 52, 14, ink.rust, 7)),
    disc(786, 690, 10, ink.gold), rect(0, 780, 1200, 120, ink.sand), rect(0, 780, 1200, 14, ink.clay),
    at(96, 790, planted()), at(1112, 790, planted())
  )

/** A pool, three swimmers, and a great deal of sky. */
export const lido = () =>
  picture(1200, 900, "#d8e5df",
    disc(930, 190, 84, ink.gold), faint(oval(330, 160, 190, 30, ink.cream), 0.9), faint(oval(480, 210, 150, 22, ink.cream), 0.9),
    rect(0, 360, 1200, 70, ink.cream), many(12, (n) => rect(40 + n * 98, 372, 66, 58, n % 2 === 0 ? ink.rust : ink.gold, 4)),
    rect(0, 430, 1200, 40, ink.sand), shape("M90 470H1110L1200 900H0Z", ink.sea),
    many(5, (n) => stroke(`M${260 + n * 170} 476L${170 + n * 215} 900`, ink.cream, 5)),
    many(30, (n) => faint(rect(60 + noise(n) * 1030, 500 + n * 13, 40 + noise(n + 6) * 90, 5, ink.blue, 3), 0.5)),
    [[380, 600, ink.rust], [690, 700, ink.gold], [880, 560, ink.brick]].map(([x, y, cap]) =>
      at(x as number, y as number, oval(0, 22, 66, 9, ink.cream) + stroke("M-50 14L-12 4M50 16L14 4", ink.clay, 14) + disc(0, -4, 24, ink.clay) +
        shape("M-24 -6A24 24 0 0 1 24 -6Z", cap as string))).join(""),
    rect(1010, 380, 12, 130, ink.ink), rect(1060, 380, 12, 130, ink.ink), many(4, (n) => rect(1010, 396 + n * 28, 60, 7, ink.ink))
  )
