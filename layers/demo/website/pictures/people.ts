import { at, disc, faint, ink, juniper, many, oval, picture, rect, ring, shape, stroke } from "./drawing.ts"

interface Looks {
  readonly ground: string
  readonly behind: string
  readonly skin: string
  readonly shade: string
  readonly hair: string
  readonly clothes: string
  readonly collar: string
  readonly cut: "bun" | "cap" | "curls" | "long" | "short"
  readonly glasses?: true
  readonly beard?: true
}

const behindHead = ({ cut, hair }: Looks) =>
  cut === "long" ? shape("M-168 -60C-190 -300 190 -300 168 -60L176 220Q0 280 -176 220Z", hair)
    : cut === "bun" ? disc(0, -268, 74, hair) + oval(0, -110, 160, 168, hair)
      : cut === "curls" ? many(11, (n) => disc(Math.cos(Math.PI * (1 + n / 10)) * 150, -110 + Math.sin(Math.PI * (1 + n / 10)) * 130, 66, hair)) : ""

const onHead = ({ cut, hair }: Looks) =>
  cut === "curls" ? many(7, (n) => disc(-108 + n * 36, -196 + Math.abs(n - 3) * 12, 44, hair))
    : cut === "cap" ? shape("M-140 -128C-140 -290 140 -290 140 -128Z", hair) + rect(-152, -146, 304, 44, hair, 20) + faint(rect(-152, -146, 304, 44,
      ink.ink, 20), 0.2)
      : cut === "long" ? shape("M-142 -70C-150 -270 150 -270 142 -70C110 -150 40 -176 -20 -190C-60 -150 -110 -130 -142 -70Z", hair)
        : cut === "bun" ? shape("M-140 -90C-140 -260 140 -260 140 -90C90 -170 -90 -170 -140 -90Z", hair)
          : shape("M-142 -70C-160 -280 160 -280 142 -70C128 -130 110 -150 60 -164C0 -140 -90 -150 -120 -150C-132 -130 -138 -100 -142 -70Z", hair)

/** Somebody of the studio, as cut paper. */
const portrait = (looks: Looks) => {
  const { beard, clothes, collar, glasses, ground, behind, shade, skin } = looks
  return picture(800, 960, ground,
    disc(400, 430, 330, behind), at(110, 960, faint(juniper(360, ink.deep), 0.22)), at(700, 960, faint(juniper(280, ink.deep), 0.22)),
    at(400, 470, behindHead(looks)),
    shape("M60 960C70 760 200 700 330 680H470C600 700 730 760 740 960Z", clothes), shape("M330 680Q400 770 470 680L500 700Q400 850 300 700Z", collar),
    shape("M338 560H462V690Q400 760 338 690Z", shade),
    at(400, 470, disc(-138, -10, 30, skin) + disc(138, -10, 30, shade) + shape("M-138 -80C-138 -220 138 -220 138 -80V20C138 110 70 168 0 168C-70 " +
      "168 -138 110 -138 20Z", skin) +
      faint(shape("M30 -190C140 -190 138 -100 138 -80V20C138 110 70 168 0 168C90 100 90 -90 30 -190Z", shade), 0.75) +
      (beard === true ? shape("M-138 10C-130 60 -90 40 0 50C90 40 130 60 138 10V30C138 130 70 196 0 196C-70 196 -138 130 -138 30Z",
        looks.hair) : "") +
      onHead(looks) + disc(-54, -26, 11, ink.ink) + disc(54, -26, 11, ink.ink) + stroke("M-82 -66q26 -16 52 -2M30 -68q26 -14 52 2",
        looks.cut === "cap" ? ink.ink : looks.hair, 9) +
      stroke("M0 -20q14 40 -6 52", ink.brick, 6) + stroke("M-40 84Q0 114 40 84", beard === true ? ink.cream : ink.brick, 8) +
      (glasses === true ? ring(-54, -24, 42, ink.ink, 7) + ring(54, -24, 42, ink.ink, 7) + stroke("M-12 -28q12 -10 24 0M-96 -32l-40 -8M96 -32l40 -8",
        ink.ink, 7) : ""))
  )
}

export const robin = () => portrait({ ground: ink.sand, behind: ink.gold, skin: "#e9b892", shade: "#d19a72", hair: "#d9d2c4", clothes: ink.juniper,
  collar: ink.cream, cut: "short", glasses: true })
export const nia = () => portrait({ ground: ink.sage, behind: ink.moss, skin: "#8a5537", shade: "#6f4129", hair: "#201812", clothes: ink.rust,
  collar: ink.gold, cut: "curls" })
export const tomasz = () => portrait({ ground: ink.mist, behind: ink.sea, skin: "#efc6a4", shade: "#d8a47d", hair: "#7a4526", clothes: ink.night,
  collar: ink.sand, cut: "short", beard: true })
export const yuki = () => portrait({ ground: ink.blush, behind: ink.clay, skin: "#f0cda8", shade: "#dbab80", hair: "#1c1a1d", clothes: ink.cream,
  collar: ink.blue, cut: "bun" })
export const ola = () => portrait({ ground: "#e6dcc8", behind: ink.blue, skin: "#f1cbb0", shade: "#dba888", hair: ink.brick, clothes: ink.gold,
  collar: ink.deep, cut: "cap", glasses: true })
