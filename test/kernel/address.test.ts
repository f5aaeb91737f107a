import { assert, it } from "@effect/vitest"
import type { IncomingMessage } from "node:http"
import { addressOf, networkOf } from "#src/http/client-address"

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

it("what a proxy forwarded counts where it is an address, and nothing else does", () => {
  const request = (forwarded: string) =>
    ({ headers: { "x-forwarded-for": forwarded }, socket: { remoteAddress: "10.0.0.1" } } as unknown as IncomingMessage)
  const expected = {
    "203.0.113.9": "203.0.113.9",
    "198.51.100.1, 203.0.113.9": "203.0.113.9",
    "203.0.113.9:4711": "203.0.113.9",
    "2001:db8::1": "2001:db8::1",
    "[2001:db8::1]": "2001:db8::1",
    "[2001:db8::1]:443": "2001:db8::1",
    "": "10.0.0.1",
    "unknown": "10.0.0.1",
    "https://evil.example": "10.0.0.1",
    "203.0.113.9 (call +1 555 0100)": "10.0.0.1",
    "203.0.113.999": "10.0.0.1",
    "[203.0.113.9": "10.0.0.1",
    "203.0.113.9,": "10.0.0.1"
  }
  for (const [forwarded, address] of Object.entries(expected)) assert.strictEqual(addressOf(request(forwarded), 1), address, forwarded)
  assert.strictEqual(addressOf(request("203.0.113.9"), 0), "10.0.0.1")
  assert.strictEqual(addressOf(request("203.0.113.9"), 2), "10.0.0.1")
})
