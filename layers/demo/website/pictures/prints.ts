import { at, disc, faint, ink, many, noise, oval, picture, rect, ring, shape, sprig, stroke } from "./drawing.ts"

/** Letters as a sign painter builds them, on a square of a hundred. */
const letters = [
  (c: string) => shape("M50 0L100 100H74L66 80H34L26 100H0ZM50 34L41 60H59Z", c),
  (c: string) => rect(0, 0, 28, 100, c) + shape("M28 0A28 26 0 0 1 28 52ZM28 46A32 27 0 0 1 28 100Z", c) + rect(20, 0, 30, 100, c, 12),
  (c: string) => ring(50, 50, 37, c, 26),
  (c: string) => rect(0, 0, 28, 100, c) + rect(0, 0, 84, 24, c) + rect(0, 38, 70, 24, c) + rect(0, 76, 84, 24, c),
  (c: string) => rect(0, 0, 28, 100, c) + rect(72, 0, 28, 100, c) + rect(0, 38, 100, 24, c),
  (c: string) => rect(36, 0, 28, 100, c),
  (c: string) => rect(60, 0, 28, 70, c) + stroke("M74 66A29 29 0 0 1 14 66", c, 26),
  (c: string) => rect(0, 0, 28, 100, c) + rect(0, 76, 80, 24, c),
  (c: string) => shape("M0 100V0H26L50 44L74 0H100V100H74V48L50 88L26 48V100Z", c),
  (c: string) => shape("M0 100V0H24L72 60V0H100V100H76L28 40V100Z", c),
  (c: string) => rect(0, 0, 100, 26, c) + rect(36, 0, 28, 100, c),
  (c: string) => stroke("M14 0V56A36 31 0 0 0 86 56V0", c, 27),
  (c: string) => shape("M0 0H30L50 58L70 0H100L62 100H38Z", c),
  (c: string) => shape("M0 0H30L50 32L70 0H100L66 50L100 100H70L50 68L30 100H0L34 50Z", c),
  (c: string) => shape("M4 0H96V24L44 76H96V100H4V76L56 24H4Z", c)
]

/** A case of wood type, some of it still inked. */
export const type = () => {
  const grounds = [ink.cream, ink.rust, ink.gold, ink.juniper, ink.sand, ink.night, ink.blush, ink.sage]
  return picture(1200, 900, ink.brick,
    many(24, (n) => {
      const ground = grounds[(n * 5 + Math.floor(n / 6) * 3) % grounds.length]!
      const dark = ground === ink.juniper || ground === ink.night || ground === ink.rust
      return at(24 + (n % 6) * 194, 24 + Math.floor(n / 6) * 216, rect(6, 8, 182, 202, ink.ink, 8) + rect(0, 0, 182, 202, ground, 8) +
        at(36, 46, letters[(n * 7 + 2) % letters.length]!(dark ? ink.cream : n % 4 === 1 ? ink.rust : ink.ink), { scale: 1.1 }))
    })
  )
}

/** The moon of half a month, in silver on dark blue. */
export const moon = () =>
  picture(1200, 900, ink.night,
    many(70, (n) => disc(noise(n) * 1200, noise(n + 200) * 900, 1 + noise(n + 7) * 2.6, ink.mist)),
    many(8, (n) => {
      const x = 150 + (n % 4) * 300
      const y = 260 + Math.floor(n / 4) * 380
      const shadow = (n / 7) * 230
      return ring(x, y, 112, ink.blue, 3) + `<svg x="${x - 110}" y="${y - 110}" width="220" height="220" viewBox="-110 -110 220 220">` + disc(0, 0,
        110, "#e6e3d6") +
        disc(-36, -30, 22, "#d2cfbf") + disc(28, 26, 32, "#d2cfbf") + disc(-20, 52, 14, "#d2cfbf") + disc(44, -46, 12, "#d2cfbf") + disc(-230 +
          shadow, 0, 128, ink.night) + "</svg>"
    })
  )

/** The branch that the studio is named for. */
export const branch = () =>
  picture(900, 1100, ink.sage, disc(450, 430, 250, ink.gold),
    at(450, 980, sprig(ink.deep, ink.rust, 15), { scale: 2.9 }), at(270, 990, sprig(ink.juniper, ink.brick, 11), { scale: 2, turn: -24 }),
    at(640, 990, sprig(ink.juniper, ink.brick, 11), { scale: 2, turn: 24 }))

/** Bread, and the bags in which it goes home. */
export const bakery = () =>
  picture(1200, 900, ink.gold,
    disc(600, 420, 360, "#edc56c"), rect(0, 690, 1200, 210, ink.brick), rect(0, 690, 1200, 16, ink.ink),
    at(330, 690, shape("M-130 -400H130V0H-130Z", ink.cream) + shape("M60 -400H130V0H86Z", ink.sand) + many(11,
      (n) => shape(`M${-130 + n * 23.6} -400l11.8 -22l11.8 22Z`, ink.cream)) +
      disc(-20, -220, 82, ink.rust) + at(-20, -150, sprig(ink.cream, ink.gold, 7))),
    at(620, 690, shape("M-100 -280H100V0H-100Z", ink.juniper) + shape("M40 -280H100V0H62Z", ink.deep) + stroke("M-50 -280Q-50 -360 0 -360Q50 -360 " +
      "50 -280", ink.deep, 12) + disc(-14, -140, 56, ink.cream) +
      faint(oval(-14, -140, 30, 42, ink.clay), 0.9)),
    at(900, 690, shape("M-160 0Q-180 -150 0 -160Q180 -150 160 0Z", ink.clay) + shape("M20 -160Q180 -150 160 0H60Q110 -90 20 -160Z", ink.rust) +
      stroke("M-90 -116l36 66M-20 -140l30 74M50 -136l26 66", ink.cream, 14)),
    at(480, 690, many(2, (n) => at(n * 18, n * -2, shape("M-34 0L-20 -330Q0 -356 20 -330L34 0Z", n === 0 ? ink.clay : "#c98655") +
      stroke("M-8 -290l18 30M-12 -220l24 34M-14 -150l26 34", ink.cream, 8), { turn: -14 + n * 12 }))),
    many(5, (n) => faint(oval(780 + n * 66, 742 + (n % 2) * 34, 16, 7, ink.clay), 0.8))
  )

/** Where the studio is, drawn by hand, with every bakery on it. */
export const map = () => {
  const block = (x: number, y: number, width: number, height: number, n: number) =>
    rect(x, y, width, height, [ink.sand, ink.blush, ink.cream, "#efe3ca"][n % 4]!, 10) + (n % 5 === 2 ? disc(x + width / 2, y + height / 2, 20,
      ink.rust) : n % 7 === 3 ?
      many(3, (tree) => disc(x + 30 + tree * 34, y + height / 2 + noise(tree) * 14, 15, ink.moss)) : "")
  return picture(1200, 900, "#f3ead8",
    many(30, (n) => block(28 + (n % 6) * 196 + noise(n) * 14, 26 + Math.floor(n / 6) * 178, 150 + noise(n + 3) * 26, 132 + noise(n + 5) * 24, n)),
    stroke("M-20 640C220 560 330 760 560 660S880 430 1220 520", ink.sea, 74), stroke("M-20 640C220 560 330 760 560 660S880 430 1220 520", ink.mist,
      8),
    rect(392, 590, 46, 170, ink.clay, 6), rect(872, 420, 46, 170, ink.clay, 6),
    at(700, 300, shape("M0 0C-30 -60 -70 -84 -70 -134A70 70 0 0 1 70 -134C70 -84 30 -60 0 0Z", ink.juniper) + disc(0, -134, 34, ink.cream)),
    at(1080, 790, ring(0, 0, 62, ink.ink, 4) + shape("M0 -54L14 0L0 54L-14 0Z", ink.rust) + shape("M-54 0L0 -12L54 0L0 12Z", ink.ink))
  )
}

/** Sprigs in rows, as on the lining of our envelopes. */
export const lining = () =>
  picture(1200, 900, ink.deep,
    `<defs>${[ink.sage, ink.moss, "#5d8a80"].map((needles, n) => `<g ` +
      `id="s${n}">${sprig(needles, n === 1 ? ink.gold : ink.rust, 7)}</g>`).join("")}</defs>`,
    many(35, (n) => {
      const row = Math.floor(n / 7)
      return at(90 + (n % 7) * 172 + (row % 2) * 60 - 20, 190 + row * 180, `<use href="#s${n % 3}"/>`, { turn: (n % 3 - 1) * 24 })
    })
  )

/** The sign of the studio: a sprig on a round of green. */
export const sign = () =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">${disc(48, 48, 48, ink.juniper)}${
    at(48, 84, sprig(ink.cream, ink.gold, 5), { scale: 0.7 })}</svg>`
