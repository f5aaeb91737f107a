import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { compress, compressNow, type Encoding, encodingFor } from "#src/http/encodings"

/** What browsers and others send, and what RFC 9110, section 12.5.3, makes of it. */
const cases: ReadonlyArray<readonly [accepted: string | undefined, encoding: Encoding]> = [
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["zstd, gzip", "zstd"],
  ["gzip;q=1.0, br;q=0.9", "gzip"],
  ["br;q=0.5, zstd;q=0.8, gzip;q=0.2", "zstd"],
  ["BR", "br"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["*;q=0.5, gzip", "gzip"],
  ["br;q=0, *", "zstd"],
  ["*;q=0", "identity"],
  ["br;q=0, identity", "identity"],
  ["identity, gzip;q=0.5", "identity"],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["gzip;q=0.001", "gzip"],
  ["gzip;q=0", "identity"],
  ["gzip;q=0.000", "identity"],
  ["gzip;q=2, br;q=x", "identity"],
  ["compress, deflate", "identity"],
  [" gzip ; q=0.3 , br ; q=0.2 ", "gzip"],
  [`${"a,".repeat(10_000)}br`, "identity"]
]

describe("the form of an answer", () => {
  it("is the one that the client likes best", () => {
    for (const [accepted, encoding] of cases) assert.strictEqual(encodingFor(accepted), encoding, accepted)
  })

  it("is smaller, and says the same", async () => {
    const bytes = Buffer.from("Those of live and of test keys are apart. ".repeat(200))
    for (const [encoding, undo] of [["br", brotliDecompressSync], ["zstd", zstdDecompressSync], ["gzip", gunzipSync]] as const) {
      for (const small of [await compress(encoding, bytes), compressNow(encoding, bytes)]) {
        assert.isBelow(small.length, bytes.length / 20, encoding)
        assert.isTrue(undo(small).equals(bytes), encoding)
      }
    }
  })

  it("is made at once of bytes of any length", () => {
    for (const length of [0, 1, 1_008, 1_009, 65_520, 65_521, 20_000_000]) {
      const bytes = Buffer.alloc(length, "Those of live and of test keys are apart. ")
      for (const [encoding, undo] of [["br", brotliDecompressSync], ["zstd", zstdDecompressSync], ["gzip", gunzipSync]] as const) {
        assert.isTrue(undo(compressNow(encoding, bytes)).equals(bytes), `${encoding} of ${length}`)
      }
    }
  })
})
