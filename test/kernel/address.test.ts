import { assert, it } from "@effect/vitest"
import { networkOf } from "#src/exchange"

it("strangers are counted by address, or by network where addresses are free", () => {
  const expected = {
    "203.0.113.9": "203.0.113.9",
    "::ffff:203.0.113.9": "203.0.113.9",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::1": "2001:db8:1:2::/64",
    "2001:0db8:0001:0002:ffff::": "2001:db8:1:2::/64",
    "2001:db8::1": "2001:db8:0:0::/64",
    "::1": "0:0:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "": ""
  }
  for (const [address, network] of Object.entries(expected)) assert.strictEqual(networkOf(address), network, address)
})
