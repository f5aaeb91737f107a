import { at, disc, faint, hills, ink, juniper, many, mug, noise, oval, picture, rect, ring, shape, sprig, stroke, vessel } from "./drawing.ts"

const window = (width: number, height: number) =>
  `<svg x="0" y="0" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` + rect(0, 0, width, height, "#f4dcc0") +
  disc(width * 0.68, height * 0.3, 58, ink.gold) + hills(width, height, height * 0.5, 34, 2, ink.mist) + hills(width, height, height * 0.62, 34, 6,
    ink.sea) +
  hills(width, height, height * 0.76, 26, 9, ink.juniper) + many(6, (n) => at(40 + n * (width / 6) + noise(n) * 30, height * 0.84 + noise(n +
    4) * 20, juniper(70 + noise(n) * 50, ink.deep))) +
  hills(width, height, height * 0.9, 16, 4, ink.deep) + "</svg>" + many(2, (n) => rect((n + 1) * width / 3 - 6, 0, 12, height, ink.cream)) +
  rect(0, height * 0.44, width, 12, ink.cream) + rect(-12, -12, width + 24, 14, ink.cream) + rect(-12, -12, 14, height + 24, ink.cream) +
  rect(width - 2, -12, 14, height + 24, ink.cream) + rect(-30, height, width + 60, 24, ink.cream)

const frame = (width: number, height: number, inside: string) =>
  rect(0, 0, width, height, ink.clay) + rect(9, 9, width - 18, height - 18, ink.cream) + inside

const books = (...colours: ReadonlyArray<string>) =>
  colours.map((colour, n) => rect(n * 30, -92 - noise(n) * 44, 24, 92 + noise(n) * 44, colour, 2)).join("")

const lamp = () =>
  stroke("M0 0V-170L70 -290", ink.ink, 9) + oval(0, 0, 52, 10, ink.ink) + disc(0, -170, 9, ink.gold) + at(76, -296,
    shape("M-58 40Q-50 -22 0 -26Q50 -22 58 40Z", ink.rust), { turn: 18 }) +
  faint(shape("M12 -262L-60 0H190L126 -246Z", ink.gold), 0.2)

/** The studio in the morning: the table at the window, and the vale behind it. */
export const studio = () =>
  picture(1600, 1100, ink.paper,
    rect(0, 0, 1600, 820, "#efe2cb"), rect(0, 820, 1600, 280, ink.clay), many(6, (n) => faint(rect(0, 850 + n * 46, 1600, 4, ink.brick), 0.3)),
    at(470, 120, window(760, 480)), at(120, 150, frame(210, 280, rect(36, 40, 138, 200, ink.juniper) + at(105, 226, sprig(ink.sage, ink.gold, 9)))),
    at(160, 470, frame(150, 150, disc(75, 75, 46, ink.rust) + faint(shape("M29 75A46 46 0 0 0 121 75Z", ink.brick), 0.9))),
    rect(1320, 250, 220, 12, ink.brick), at(1336, 250, books(ink.juniper, ink.rust, ink.gold, ink.night, ink.sage)), at(1510, 250, vessel(44, 70, 9,
      ink.cream, ink.sand)),
    rect(1320, 430, 220, 12, ink.brick), at(1350, 430, books(ink.clay, ink.deep, ink.blush)), at(1490, 430, mug(ink.blue, ink.night), { scale: 0.6 }),
    shape("M150 760H1450V806H150Z", ink.brick), rect(220, 806, 34, 250, ink.brick), rect(1346, 806, 34, 250, ink.brick), faint(rect(150, 800, 1300,
      14, ink.ink), 0.3),
    at(330, 760, lamp()), at(470, 760, rect(-20, -16, 230, 16, ink.cream) + rect(-6, -30, 210, 14, ink.sage) + rect(10, -46, 190, 16, ink.rust)),
    at(800, 760, press()), at(1090, 760, mug(ink.cream, ink.sand), { scale: 0.8 }),
    at(1250, 760, at(0, -150, sprig(ink.juniper, ink.rust, 9), { turn: 8 }) + at(-8, -150, sprig(ink.deep, ink.rust, 7), { turn: -16 }) + vessel(130,
      190, 26, ink.gold, "#cf9733")),
    at(610, 1060, stool()), at(1010, 1060, stool())
  )

const stool = () => stroke("M-52 0L-34 -176M52 0L34 -176M-44 -70H44", ink.deep, 14) + oval(0, -182, 74, 18, ink.rust)

/** A hand press, seen from the side. */
const press = () =>
  rect(-120, -26, 240, 26, ink.deep, 4) + rect(-92, -160, 34, 140, ink.juniper) + rect(58, -160, 34, 140, ink.juniper) + rect(-112, -196, 224, 44,
    ink.deep, 8) +
  rect(-14, -156, 28, 70, ink.gold) + rect(-74, -90, 148, 22, ink.deep, 3) + rect(-86, -48, 172, 14, ink.cream) + stroke("M8 -176L150 -262",
    ink.rust, 12) + disc(154, -264, 15, ink.gold)

/** What lies on the table of somebody who prints, seen from above. */
export const stationery = () =>
  picture(1200, 900, ink.juniper,
    faint(many(14, (n) => rect(0, n * 68, 1200, 2, ink.deep)), 0.6),
    at(190, 170, rect(14, 18, 330, 450, ink.deep) + rect(0, 0, 330, 450, ink.rust, 8) + rect(0, 0, 46, 450, ink.brick, 8) + rect(104, 90, 166, 96,
      ink.cream) + rect(128, 118, 118, 8, ink.brick) +
      rect(146, 146, 82, 8, ink.brick), { turn: -7 }),
    at(600, 120, rect(12, 16, 380, 270, ink.deep) + rect(0, 0, 380, 270, ink.cream) + rect(40, 46, 190, 16, ink.ink) + many(5, (n) => rect(40, 92 +
      n * 26, n === 4 ? 160 : 300, 7, ink.sand)) +
      at(330, 250, sprig(ink.sage, ink.rust, 6)), { turn: 5 }),
    at(660, 470, rect(12, 16, 300, 210, ink.deep) + rect(0, 0, 300, 210, ink.blush) + stroke("M0 0L150 118L300 0", ink.clay, 5) + disc(150, 118, 28,
      ink.brick) + disc(150, 118, 15, ink.rust), { turn: -5 }),
    at(1030, 640, disc(8, 12, 110, ink.deep) + disc(0, 0, 110, ink.cream) + disc(0, 0, 78, ink.sand) + disc(0, 0, 66, ink.brick) + ring(0, 0, 50,
      ink.rust, 5)),
    at(140, 760, rect(6, 10, 560, 22, ink.deep, 4) + rect(0, 0, 500, 22, ink.gold) + shape("M500 0L560 11L500 22Z", ink.sand) +
      shape("M540 7L560 11L540 15Z", ink.ink) + rect(0, 0, 40, 22, ink.rust), { turn: -4 }),
    at(540, 690, many(3, (n) => ring(n * 34, 40 + n * 12, 20, ink.gold, 6)))
  )

/** A set in the photo studio: a sweep of paper, what is photographed, the lamp and the camera. */
export const photography = () =>
  picture(1200, 900, ink.night,
    rect(0, 760, 1200, 140, "#152430"), shape("M250 90H950V560Q950 700 1090 780H110Q250 700 250 560Z", ink.blush),
      shape("M110 780Q250 700 250 560H950Q950 700 1090 780Z", "#e2b594"),
    rect(230, 72, 740, 26, ink.clay, 13), faint(oval(600, 690, 330, 34, ink.brick), 0.28),
    rect(420, 560, 150, 130, ink.cream), rect(530, 560, 40, 130, ink.sand), disc(740, 628, 62, ink.gold),
      faint(shape("M740 566A62 62 0 0 1 740 690A90 90 0 0 0 740 566Z", ink.rust), 0.5),
    at(494, 560, vessel(120, 180, 24, ink.juniper, ink.deep)), at(494, 384, sprig(ink.moss, ink.rust, 9), { turn: 9 }), at(640, 690, mug(ink.rust,
      ink.brick)),
    at(130, 860, stroke("M0 0L40 -470M80 0L40 -470M40 0V-470", ink.ink, 10) + at(50, -500, shape("M-70 -60L70 -20V70L-70 110Z", ink.cream) +
      shape("M-70 -60L-94 -40V90L-70 110Z", ink.sand), { turn: 8 })),
    faint(shape("M250 320L600 560L560 690L240 470Z", ink.cream), 0.14),
    at(1020, 880, stroke("M0 0L-70 -300M140 0L70 -300M0 -40V-300", ink.ink, 14) + rect(-110, -420, 220, 130, ink.ink, 16) + rect(-40, -446, 90, 34,
      ink.ink, 8) +
      disc(-112, -354, 52, "#2c4152") + disc(-118, -354, 32, ink.sea) + disc(-126, -364, 10, ink.cream) + disc(80, -396, 9, ink.rust))
  )

/** A site that is being made: on the table, and in the hand. */
export const screens = () =>
  picture(1200, 900, ink.sage,
    disc(260, 230, 170, ink.gold), hills(1200, 900, 560, 50, 3, ink.moss), rect(0, 720, 1200, 180, ink.clay), rect(0, 720, 1200, 16, ink.brick),
    at(210, 180, rect(0, 0, 680, 470, ink.ink, 22) + rect(22, 22, 636, 408, ink.cream) + rect(22, 22, 636, 44, ink.sand) + many(3, (n) => disc(50 +
      n * 26, 44, 8, [ink.rust, ink.gold, ink.moss][n]!)) +
      rect(58, 106, 250, 26, ink.ink, 4) + rect(58, 146, 190, 26, ink.ink, 4) + many(3, (n) => rect(58, 200 + n * 22, 240 - n * 40, 8, ink.clay,
        4)) + rect(58, 282, 120, 38, ink.juniper, 19) +
      rect(350, 96, 280, 230, ink.juniper, 8) + at(490, 316, sprig(ink.sage, ink.gold, 10)) + many(3, (n) => rect(58 + n * 196, 356, 176, 60,
        [ink.blush, ink.mist, ink.sand][n]!, 6))),
    shape("M270 650H830L850 700H250Z", ink.night), rect(190, 700, 720, 22, ink.ink, 11),
    at(900, 360, rect(8, 12, 210, 410, ink.brick, 30) + rect(0, 0, 210, 410, ink.ink, 30) + rect(14, 22, 182, 366, ink.cream, 18) + rect(14, 40, 182,
      130, ink.rust) + disc(105, 105, 40, ink.gold) +
      many(3, (n) => rect(34, 194 + n * 24, 142 - n * 34, 10, n === 0 ? ink.ink : ink.clay, 5)) + rect(34, 290, 142, 40, ink.juniper, 20),
        { turn: 6 }),
    at(120, 722, mug(ink.cream, ink.sand))
  )

/** Six pots, as the potter's own photograph shows them. */
export const shelf = () =>
  picture(1200, 900, "#dfe5d8",
    many(2, (n) => rect(90, 420 + n * 340, 1020, 26, ink.clay, 3) + faint(rect(90, 446 + n * 340, 1020, 10, ink.brick), 0.5)),
    at(210, 420, vessel(150, 220, 30, ink.rust, ink.brick)), at(210, 206, sprig(ink.juniper, ink.gold, 6), { turn: -6 }), at(420, 420, vessel(170,
      130, 60, ink.cream, ink.sand)),
    at(630, 420, vessel(110, 270, 16, ink.blue, ink.night)), at(820, 420, mug(ink.gold, "#cf9733")), at(1000, 420, vessel(150, 170, 44, ink.sage,
      ink.moss)),
    at(220, 760, vessel(190, 150, 70, ink.juniper, ink.deep)), at(440, 760, mug(ink.blush, ink.clay)), at(620, 760, mug(ink.rust, ink.brick)),
    at(800, 760, vessel(120, 240, 22, ink.cream, ink.sand)), at(800, 524, sprig(ink.moss, ink.rust, 6), { turn: 10 }), at(1010, 760, vessel(170, 190,
      26, ink.clay, ink.rust))
  )
