import fc from "fast-check"

/** Bodies that are not quite JSON, are more than one reader agrees on, or hurt whoever parses them; after JSONTestSuite. */
export const malformed: ReadonlyArray<string | Buffer> = [
  "", " ", "\t\r\n", "{", "}", "[", "]", "[[", "{]", "[}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,",
  "{\"a\":1,}", "{,}", "{:1}", "{\"a\" 1}",
  "{a:1}", "{'a':1}", "{\"a\":'b'}", "{\"a\":1}{\"b\":2}", "{\"a\":1} x", "{} {}", "[1,]", "[,1]", "[1,,2]", "[1 2]",
  "nul", "nulll", "NULL", "True",
  "undefined", "NaN", "Infinity", "-Infinity", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x10", "1_000", "--1",
  "- 1", "1.e1", "0e", "2.e3",
  "\"", "\"a", "\"\\", "\"\\x41\"", "\"\\u12\"", "\"\\u{41}\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\n\"",
  "\"\u0000\"", "\"\u001f\"", "\"\\u0000\"",
  "{\"first_name\":\"\\u0000\"}", "{\"first_name\":\"\\ud800\"}", "{\"first_name\":\"a\\ud800b\"}",
  "{\"notes\":\"\\uDEAD\"}", "{\"\\ud800\":1}",
  "{\"first_name\":\"a\",\"first_name\":\"b\"}", "{\"first_name\":1,\"first_name\":\"b\"}",
  "{\"__proto__\":{\"first_name\":\"p\"}}",
  "{\"__proto__\":null,\"first_name\":\"p\"}", "{\"constructor\":{\"prototype\":{\"x\":1}},\"first_name\":\"p\"}",
  "{\"toString\":1,\"first_name\":\"p\"}",
  "{\"hasOwnProperty\":1,\"first_name\":\"p\"}", "{\"first_name\":{\"__proto__\":[]}}",
  "{\"tags\":{\"length\":1e9}}", "{\"tags\":[[[[[]]]]]}",
  "1e400", "-1e400", "{\"organization_id\":1e400}", "{\"organization_id\":-0}", "{\"organization_id\":9007199254740993}",
  "{\"organization_id\":1.0000000000000001}", "{\"organization_id\":1e-400}",
  "{\"organization_id\":123456789012345678901234567890}",
  "{\"owner_id\":-1}", "{\"amount\":1e21}", "{\"first_name\":\"/**/\"/**/}", "// x\n{}", "{}//", "<a/>", "a=b&c=d",
  "\ufeff{}", "\ufeff", "{}\ufeff",
  "{\u00a0}", "{\"a\":\u20281}", "\u2028{}", "{\"a\":\"\u2028\u2029\"}", "{\"\":1}", "{\" \":1}", "[\"first_name\"]",
  "\"first_name\"", "0", "-0", "true", "false", "null",
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), Buffer.from([0x7b, 0x00, 0x7d, 0x00]), Buffer.from([0x00]),
  Buffer.from([0x80]),
  Buffer.from("{\"first_name\":\"\xe9\"}", "latin1"), Buffer.from("{\"first_name\":\"\xc3\x28\"}", "latin1"),
  Buffer.from("{\"first_name\":\"\xed\xa0\x80\"}", "latin1"),
  Buffer.from("{\"first_name\":\"\xf4\x90\x80\x80\"}", "latin1"),
  Buffer.from("{\"first_name\":\"\xc0\xaf\"}", "latin1"), Buffer.from("{\"first_name\":\"\xf0\x9f\x98\"}", "latin1"),
  Buffer.from("{\"\xff\":1}", "latin1")
]

/** The same, at a size that costs something. */
export const heavy: ReadonlyArray<() => string> = [
  () => "[".repeat(20_000) + "]".repeat(20_000),
  () => "[".repeat(500_000),
  () => "{\"a\":".repeat(20_000) + "1" + "}".repeat(20_000),
  () => `{"tags":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  () => `{"notes":${"{\"a\":".repeat(20_000)}1${"}".repeat(20_000)}}`,
  () => `{"first_name":"${"x".repeat(1_000_000)}"}`,
  () => `{"first_name":"${"\\u0041".repeat(150_000)}"}`,
  () => `{"tags":[${"\"a\",".repeat(200_000)}"a"]}`,
  () => `{"tags":[${"1,".repeat(400_000)}1]}`,
  () => `{"organization_id":${"9".repeat(1_000_000)}}`,
  () => `{"organization_id":0.${"0".repeat(1_000_000)}1}`,
  () => `{${Array.from({ length: 60_000 }, (_, n) => `"k${n}":1`).join(",")}}`,
  () => `{"first_name":"a"${",\"first_name\":\"a\"".repeat(50_000)}}`,
  () => `{"email":"${"a".repeat(500_000)}@${"b".repeat(400_000)}"}`,
  () => `{"email":"${"a.".repeat(100_000)}@x.example"}`,
  () => `{"phone":"+${"1 ".repeat(400_000)}"}`,
  () => `{"phone":"${"+1".repeat(19)}"}`,
  () => " ".repeat(1_048_577),
  () => `{"first_name":"a"}${" ".repeat(1_048_500)}`
]

const awkward = fc.constantFrom(
  "", " ", "\u0000", "\t", "a\u0000b", "\ud800", "\udfff", "caf\u00e9", "\u202e", "\ufeff", "\ufffd", "\u{1f600}",
  "e\u0301", "%", "%00", "%zz", "'", "\"", "\\", "../..",
  "' or 1=1 --", "${7*7}", "{{7*7}}", "<script>", "null", "undefined", "NaN", "true", "-0", "1e400", "1e3", "0x1f",
  "9007199254740993", "-1", "1.5", "__proto__", "constructor",
  "toString", "\u0130", "\u00df", "I\u0307", "a".repeat(101), "\u{1f600}".repeat(60), "2026-02-30", "2026-02-28",
  "0000-00-00", "2026-11-21T09:30:00Z", "2026-11-21T25:61:00Z",
  "9999-12-31T23:59:59.999999999+14:00", "0001-01-01T00:00:00+14:00", "+12025550123", "+1 (202) 555-0123 ext 9",
  "+999", "a@b.example", "A@B.EXAMPLE ", "a@b", "@", "USD", "usd", "XXX"
)

export const anyText = fc.oneof(
  awkward, fc.string({ unit: "binary", maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 300 })
)

export const anyNumber = fc.oneof(
  fc.constantFrom(
    0, -0, 1, -1, 1.5, 50, 200, 201, 2 ** 31, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 53 + 2, -(2 ** 53), 1e21, 1e308,
    -1e308, 5e-324, Number.MIN_SAFE_INTEGER
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true })
)

export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: anyText },
  { weight: 2, arbitrary: anyNumber },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) }
)

/** Targets of requests that a router or a decoder might trip over. */
export const anyTarget = fc.oneof(
  fc.constantFrom(
    "/", "//", "/api", "/api/", "/api/v1", "/api/v1/", "/api//v1//crm//contacts", "/API/V1/CRM/CONTACTS",
    "/api/v1/crm/contacts/", "/api/v1/crm/contacts/%", "/api/v1/crm/contacts/%zz",
    "/api/v1/crm/contacts/%00", "/api/v1/crm/contacts/%ff%fe", "/api/v1/crm/contacts/%C0%AF",
    "/api/v1/crm/contacts/..", "/api/v1/crm/contacts/../contacts", "/api/v1/crm/contacts/..%2f..",
    "/api/v1/crm/contacts/%2e%2e/%2e%2e", "/api/v1/crm/contacts;a=b", "/api/v1/crm/contacts?",
    "/api/v1/crm/contacts??", "/api/v1/crm/contacts?&&&", "/api/v1/crm/contacts?=", "/api/v1/crm/contacts?=1",
    "/api/v1/crm/contacts?limit", "/api/v1/crm/contacts?limit=1&limit=2", "/api/v1/crm/contacts?limit[]=1",
    "/api/v1/crm/contacts?limit[a]=1", "/api/v1/crm/contacts?limit=%00", "/api/v1/crm/contacts?search=%00",
    "/api/v1/crm/contacts?search=%ed%a0%80", "/api/v1/crm/contacts?search=%", "/api/v1/crm/contacts?search=%zz",
    "/api/v1/crm/contacts?search=+", "/api/v1/crm/contacts?search=%25%5f%5c", "/api/v1/crm/contacts?%00=1",
    "/api/v1/crm/contacts?__proto__=1", "/api/v1/crm/contacts?__proto__[limit]=1",
    "/api/v1/crm/contacts?constructor=1", "/api/v1/crm/contacts?toString=1&hasOwnProperty=2",
    "/api/v1/crm/contacts#a", "/api/v1/crm/contacts/1#a?b",
    "/api/v1/__proto__", "/api/v1/constructor", "/api/v1/crm/contacts/constructor",
    "/api/v1/crm/contacts/__proto__/tags", "/api/v1/crm/contacts/1/tags/2", "/favicon.ico", "/.env", "/.git/config",
    "/wp-login.php"
  ),
  fc.array(
    fc.constantFrom(
      "api", "v1", "crm", "contacts", "1", "..", ".", "%2e", "", "tags", "restore", "%00", "deals", "*", ":id",
      "{id}", "~", "a%20b"
    ),
    { maxLength: 9 }
  )
    .map((parts) => `/${parts.join("/")}`),
  fc.integer({ min: 1, max: 12_000 }).map((length) => `/api/v1/crm/contacts/${"9".repeat(length)}`),
  fc.integer({ min: 1, max: 3_000 }).map((times) => `/api/v1/crm/contacts?${"limit=1&".repeat(times)}`),
  fc.string({ unit: "grapheme", maxLength: 200 }).map((text) => `/${encodeURI(text.toWellFormed())}`)
)

const line = (method: string, target: string, headers: ReadonlyArray<string> = [], body = "") =>
  [`${method} ${target} HTTP/1.1`, "Host: x", "Connection: close", ...headers, "", body].join("\r\n")

const contacts = "/api/v1/crm/contacts"

/** Bytes that no client would send. */
export const wires: ReadonlyArray<string> = [
  "\r\n", "\r\n\r\n", "GET\r\n\r\n", "GET / \r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
  `GET ${contacts} HTTP/1.1\r\nConnection: close\r\n\r\n`, `get ${contacts} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET  ${contacts} HTTP/1.1\r\nHost: x\r\n\r\n`, `GET ${contacts} HTTP/1.1\nHost: x\nConnection: close\n\n`,
  `GET ${contacts} HTTP/1.1\r\nHost : x\r\n\r\n`, `GET ${contacts} HTTP/1.1\r\n Host: x\r\n\r\n`,
  line("GET", contacts, ["Host: y"]), line("GET", `http://x${contacts}`),
  line("GET", `https://evil.example${contacts}`), line("GET", "*"), line("OPTIONS", "*"), line("GET", "?"),
  line("GET", "x"), line("GET", "\\"),
  line("TRACE", contacts), line("CONNECT", "x:443"), line("CONNECT", contacts), line("PROPFIND", contacts),
  line("PURGE", contacts), line("SEARCH", contacts), line("QUERY", contacts), line("FOO", contacts),
  line("G\u0000T", contacts),
  line("GET", `${contacts}\u0000`), line("GET", `${contacts}?a b`), line("GET", `${contacts}?\u00e9`),
  line("GET", contacts, ["X: \u0000"]), line("GET", contacts, ["X: \u0001"]), line("GET", contacts, ["X\u0000: a"]),
  line("GET", contacts, ["X:"]),
  line("GET", contacts, [": x"]), line("GET", contacts, ["no colon"]), line("GET", contacts, ["X: a", " folded"]),
  line("GET", contacts, [`X: ${"a".repeat(20_000)}`]),
  line("GET", contacts, Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`)),
  line("GET", `/${"a".repeat(20_000)}`), line("GET", contacts, ["Authorization: Bearer"]),
  line("GET", contacts, ["Authorization: Bearer \u00ff"]),
  line("GET", contacts, ["Authorization: Bearer a", "Authorization: Bearer b"]),
  line("GET", contacts, ["X-Request-Id: a", "X-Request-Id: b"]), line("GET", contacts, ["Expect: 100-continue"]),
  line("GET", contacts, ["Expect: nonsense"]), line("GET", contacts, ["Upgrade: websocket", "Connection: upgrade"]),
  line("GET", contacts, ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"]),
  line("GET", contacts, ["Range: bytes=0-1"]), line("GET", contacts, ["If-None-Match: \u00ff"]),
  line("GET", contacts, ["Accept: " + "application/problem+json, ".repeat(300)]),
  line("POST", contacts, ["Content-Length: 5"], "{}"), line("POST", contacts, ["Content-Length: -1"], "{}"),
  line("POST", contacts, ["Content-Length: 2", "Content-Length: 3"], "{}"),
  line("POST", contacts, ["Content-Length: 2, 2"], "{}"),
  line("POST", contacts, ["Content-Length: 99999999999999999999"], "{}"),
  line("POST", contacts, ["Content-Length: 0x2"], "{}"),
  line("POST", contacts, ["Content-Length: 2", "Transfer-Encoding: chunked"], "2\r\n{}\r\n0\r\n\r\n"),
  line("POST", contacts, ["Transfer-Encoding: chunked"], "zz\r\n{}\r\n0\r\n\r\n"),
  line("POST", contacts, ["Transfer-Encoding: chunked"], "-1\r\n"),
  line("POST", contacts, ["Transfer-Encoding: chunked"], "ffffffffffffffff1\r\n{}"),
  line("POST", contacts, ["Transfer-Encoding: gzip"], "{}"),
  line("POST", contacts, ["Transfer-Encoding: chunked, chunked"], "2\r\n{}\r\n0\r\n\r\n"),
  line("POST", contacts, ["Transfer-Encoding: xchunked"], "{}"), line("POST", contacts, [], "{}"),
  line("POST", contacts, ["Transfer-Encoding: chunked"], `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  line("POST", contacts, ["Content-Encoding: gzip", "Content-Type: application/json", "Content-Length: 2"], "{}"),
  line("POST", contacts, ["Content-Type: application/json; charset=utf-16", "Content-Length: 2"], "{}"),
  line("POST", contacts, ["Content-Type: ", "Content-Length: 2"], "{}"),
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0000".repeat(1_000)
]
