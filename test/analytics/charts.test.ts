import { assert, describe, it } from "@effect/vitest"
import { partOf } from "#schemas/kernel/markup"
import { chart } from "#workflows/analytics/charts/chart"
import type { ChartData } from "#workflows/analytics/charts/chart-data"
import { MOST_SERIES } from "#workflows/analytics/charts/marks"

const data = (kind: ChartData["kind"], series: ChartData["series"], labels = ["Mon", "Tue", "Wed"]): ChartData =>
  ({ kind, summary: "Orders <by> day", labels, series, format: (value) => `${value} €` })
const drawn = (kind: ChartData["kind"], series: ChartData["series"], labels?: ReadonlyArray<string>) =>
  partOf(chart(data(kind, series, labels as Array<string>), { id: "c", width: 330 }))

const series = Array.from({ length: MOST_SERIES + 2 }, (_, n) => ({ name: `series ${n + 1}`, values: [n + 1, null, 3] }))

describe("charts", () => {
  for (const kind of ["line", "bars"] as const) {
    it(`${kind}: say what they show, tell series apart without colours, and leave those that cannot be told apart to the table`, () => {
      const svg = drawn(kind, series)
      assert.include(svg, "role=\"img\" aria-label=\"Orders &lt;by> day\"")
      for (let n = 1; n <= MOST_SERIES; n++) assert.include(svg, `>series ${n}</text>`)
      assert.notInclude(svg, `series ${MOST_SERIES + 1}`)
      const looks = kind === "line"
        ? [...svg.matchAll(/<path d="[^"]+" stroke="#[^"]+" stroke-width="2" stroke-dasharray="([^"]+)"/gu)].map(([, dash]) => dash)
        : [...svg.matchAll(/fill="(url\([^)]+\))" stroke/gu)].map(([, fill]) => fill)
      assert.strictEqual(new Set(looks).size, MOST_SERIES - 1, "all but the first, which is plain")
      assert.notMatch(svg, /NaN|undefined|Infinity/u)
    })

    it(`${kind}: stand with nothing, zeros, negative figures and one point`, () => {
      for (const values of [[], [null], [0], [-5], [1e12], [0, -1, 2]]) {
        assert.notMatch(drawn(kind, [{ name: "one", values }, { name: "before", values, isBefore: true }], values.map((_, n) => String(n))), /NaN|undefined|Infinity/u)
      }
    })
  }

  it("a band says from where to where a value may be", () => {
    const svg = drawn("line", [{ name: "forecast", values: [1, 2, 3], band: [null, [1, 4], [0, 6]] }])
    assert.match(svg, /fill-opacity="0.15"/u)
    assert.include(svg, ">6 €</text>")
  })
})
