/** What the pictures of the demo company's site are drawn with: flat shapes, as a screen print has them. */

export const ink = {
  paper: "#f7f1e5", cream: "#fcf8f0", sand: "#e8dabf", blush: "#ecc8ae", clay: "#d6976a", rust: "#b5532c", brick: "#86381f", gold: "#e4b04a",
  sage: "#b7c2a0", moss: "#7f9160", juniper: "#2f5f51", deep: "#1c3d36", ink: "#14241f", mist: "#cfdcd5", sea: "#8fb0a9", blue: "#47707a",
    night: "#1d3040"
} as const

const short = (n: number) => String(Math.round(n * 10) / 10)

export const rect = (x: number, y: number, width: number, height: number, fill: string, round = 0) =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}"${round === 0 ? "" : ` ` +
    `rx="${short(round)}"`}/>`

export const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="${fill}"/>`

export const oval = (x: number, y: number, rx: number, ry: number, fill: string) =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}"/>`

export const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

export const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`

export const ring = (x: number, y: number, r: number, colour: string, width: number) =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(r)}" fill="none" stroke="${colour}" stroke-width="${short(width)}"/>`

export const many = (n: number, one: (n: number) => string) => Array.from({ length: n }, (_, at) => one(at)).join("")

export const at = (x: number, y: number, drawn: string, { scale = 1, turn = 0 }: { readonly scale?: number; readonly turn?: number } = {}) =>
  `<g transform="translate(${short(x)} ${short(y)})${turn === 0 ? "" : ` rotate(${short(turn)})`}${scale === 1 ? "" : ` ` +
    `scale(${short(scale)})`}">${drawn}</g>`

export const faint = (drawn: string, opacity: number) => `<g opacity="${opacity}">${drawn}</g>`

/** Between 0 and 1, the same for the same number. */
export const noise = (n: number) => {
  const wave = Math.sin(n * 12.9898 + 4.1414) * 43_758.5453
  return wave - Math.floor(wave)
}

/** Hills from side to side, down to the bottom. */
export const hills = (width: number, bottom: number, top: number, height: number, seed: number, fill: string) => {
  const steps = 12
  const points = Array.from({ length: steps + 1 }, (_, n) => {
    const x = n / steps
    const wave = Math.sin(x * (3 + seed % 3) + seed) * 0.6 + Math.sin(x * (7 + seed % 4) + seed * 2.3) * 0.4
    return [x * width, top - wave * height] as const
  })
  const curve = points.slice(1).map(([x, y], n) => {
    const [before, height] = points[n]!
    const half = (x - before) / 2
    return `C${short(before + half)} ${short(height)} ${short(x - half)} ${short(y)} ${short(x)} ${short(y)}`
  })
  return shape(`M0 ${short(points[0]![1])}${curve.join("")}V${bottom}H0Z`, fill)
}

/** A branch with needles and a few berries, upwards from where it stands. */
export const sprig = (needles: string, berries: string, leaves = 9) => {
  const height = leaves * 18
  const stem = stroke(`M0 0Q${short(height * 0.08)} ${short(-height / 2)} 0 ${-height}`, needles, 4)
  const sides = many(leaves, (n) => {
    const y = -12 - n * 17
    const long = 46 - n * (30 / leaves)
    const x = Math.sin((n / leaves) * Math.PI) * height * 0.04
    return stroke(`M${short(x)} ${y}q${short(long * 0.5)} ${short(-long * 0.2)} ${short(long)} ${short(-long * 0.75)}` +
      `M${short(x)} ${y}q${short(-long * 0.5)} ${short(-long * 0.2)} ${short(-long)} ${short(-long * 0.75)}`, needles, 5)
  })
  const fruit = many(Math.floor(leaves / 2), (n) => disc((n % 2 === 0 ? 1 : -1) * (16 + noise(n) * 8), -26 - n * 34, 9, berries))
  return stem + sides + fruit
}

/** A juniper as it stands in a field: slim, and pointed. */
export const juniper = (height: number, fill: string) =>
  shape(`M0 0C${short(-height * 0.26)} ${short(-height * 0.08)} ${short(-height * 0.16)} ${short(-height * 0.62)} 0 ${-height}` +
    `C${short(height * 0.16)} ${short(-height * 0.62)} ${short(height * 0.26)} ${short(-height * 0.08)} 0 0Z`, fill)

/** A pot, thrown by hand, that stands on what is drawn at its foot. */
export const vessel = (width: number, height: number, neck: number, fill: string, shade: string) => {
  const half = width / 2
  const d = `M${short(-neck)} ${-height}C${short(-neck)} ${short(-height * 0.8)} ${short(-half)} ${short(-height * 0.75)} ${short(-half)} ` +
    `${short(-height * 0.4)}` +
    `C${short(-half)} ${short(-height * 0.1)} ${short(-half * 0.7)} 0 ${short(-half * 0.55)} 0H${short(half * 0.55)}` +
    `C${short(half * 0.7)} 0 ${short(half)} ${short(-height * 0.1)} ${short(half)} ${short(-height * 0.4)}` +
    `C${short(half)} ${short(-height * 0.75)} ${short(neck)} ${short(-height * 0.8)} ${short(neck)} ${-height}Z`
  const side = `M${short(neck * 0.2)} ${-height}H${short(neck)}C${short(neck)} ${short(-height * 0.8)} ${short(half)} ${short(-height * 0.75)} ` +
    `${short(half)} ` +
    `${short(-height * 0.4)}C${short(half)} ${short(-height * 0.1)} ${short(half * 0.7)} 0 ${short(half * 0.55)} 0H0C${short(half * 0.7)} ` +
      `${short(-height * 0.2)} ` +
    `${short(half * 0.5)} ${short(-height * 0.7)} ${short(neck * 0.2)} ${-height}Z`
  return shape(d, fill) + shape(side, shade)
}

export const mug = (fill: string, shade: string) =>
  ring(58, -52, 26, fill, 14) + shape("M-55 -105H55V-22Q55 0 33 0H-33Q-55 0 -55 -22Z", fill) + shape("M14 -105H55V-22Q55 0 33 0H4Q22 -50 14 -105Z",
    shade)

export const picture = (width: number, height: number, ground: string, ...parts: ReadonlyArray<string>) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ` +
    `${height}">${rect(0, 0, width, height, ground)}${parts.join("")}</svg>`
