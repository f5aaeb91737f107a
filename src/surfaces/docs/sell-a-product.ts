import { addressOf } from "../addresses.ts"
import { html } from "../html.ts"
import { type Guide, guide, type Step } from "./guide.ts"
import { ORIGIN } from "../documents.ts"
import { operationPath } from "./paths.ts"
import { agreed, type Line, line, PRINT } from "./samples/request.ts"
import { valueOf } from "./samples/values.ts"

const price = { currency: "USD", amount: 2_400 }
const items = [{ variant_id: "$VARIANT", quantity: 2 }]

const RATES = "/ecommerce/shipping/rates"

const before: Line = {
  curl: `BEFORE=$(curl -s "${ORIGIN}/api/v1${RATES}?limit=200" \\
  -H "Authorization: Bearer $API_KEY" \\
  | sed 's/^{"items":\\[\\(.*\\)\\],"total":.*/\\1/')`,
  typescript: `const before = (await api("GET", "${RATES}?limit=200")).items`,
  python: `before = api("GET", "${RATES}?limit=200")["items"]`
}

const more = [
  { name: "Standard", zone: "United States $$", countries: ["US"], currency: "USD", bands: [{ from: 0, amount: 690 }], free_above: 15_000 },
  { name: "International", zone: "Rest of the world $$", currency: "USD", by: "weight", bands: [{ from: 0, amount: 2_490 }, { from: 1_000, amount: 3_990 }] }
]

const put = (rates: string) => `curl -s -X PUT "${ORIGIN}/api/v1${RATES}" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"rates\\":[${rates}]}"`

const added: Line = {
  curl: `RATE=$(${put(`$BEFORE\${BEFORE:+,}${more.map((rate) => JSON.stringify(rate).replaceAll("\"", "\\\"")).join(",")}`)} \\
  | sed 's/.*"id":\\([0-9]*\\),"name":"Standard","zone":"United States '$$'".*/\\1/'); echo "RATE: $RATE"`,
  typescript: `const { rates } = await api("PUT", "${RATES}", { rates: [...before, ${more.map((rate) => valueOf(rate, "typescript", { variables: true })).join(", ")}] })
const rate = rates.find(({ zone }: { zone: string }) => zone === \`United States \${stamp}\`).id`,
  python: `rates = api("PUT", "${RATES}", {"rates": before + [${more.map((rate) => valueOf(rate, "python", { variables: true })).join(", ")}]})["rates"]
rate = next(one["id"] for one in rates if one["zone"] == f"United States {stamp}")`
}

const restored: Line = {
  curl: put("$BEFORE"),
  typescript: `${PRINT}(JSON.stringify(await api("PUT", "${RATES}", { rates: before })))`,
  python: `print(json.dumps(api("PUT", "${RATES}", {"rates": before})))`
}

const ofVisitor: Line = {
  curl: `VISITOR=$(curl -s -D - -o cart.json -X POST "${ORIGIN}/api/v1/ecommerce/carts" \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"items\\":[{\\"variant_id\\":$VARIANT,\\"quantity\\":1}]}" \\
  | tr -d '\\r' | sed -n 's/^[Xx]-[Ss]ervice-[Vv]isitor: //p')
OWN=$(sed 's/^{"id":\\([0-9]*\\).*/\\1/' cart.json); echo "VISITOR: $VISITOR, OWN: $OWN"`,
  typescript: `let visitor: string | null = null
const shop = async (method: string, path: string, body?: unknown) => {
  const response = await fetch(address + path, {
    method,
    headers: { Authorization: \`Bearer \${process.env.PUBLISHABLE_KEY}\`, "Content-Type": "application/json", ...visitor !== null && { "X-Service-Visitor": visitor } },
    body: JSON.stringify(body)
  })
  if (!response.ok) throw new Error(await response.text())
  visitor = response.headers.get("X-Service-Visitor") ?? visitor
  return response.json()
}
const own = await shop("POST", "/ecommerce/carts", { items: [{ variant_id: variant, quantity: 1 }] })`,
  python: `visitor = None

def shop(method, path, body=None):
    global visitor
    headers = {"Authorization": f"Bearer {os.environ['PUBLISHABLE_KEY']}", "Content-Type": "application/json"}
    if visitor is not None:
        headers["X-Service-Visitor"] = visitor
    request = urllib.request.Request(address + path, method=method, data=json.dumps(body).encode(), headers=headers)
    with urllib.request.urlopen(request) as response:
        visitor = response.headers["X-Service-Visitor"] or visitor
        return json.load(response)

own = shop("POST", "/ecommerce/carts", {"items": [{"variant_id": variant, "quantity": 1}]})`
}

const againOfVisitor: Line = {
  curl: `curl -s -X PUT "${ORIGIN}/api/v1/ecommerce/carts/$OWN/items" \\
  -H "Authorization: Bearer $PUBLISHABLE_KEY" \\
  -H "X-Service-Visitor: $VISITOR" \\
  -H "Content-Type: application/json" \\
  -d "{\\"items\\":[{\\"variant_id\\":$VARIANT,\\"quantity\\":3}]}"`,
  typescript: `${PRINT}(JSON.stringify(await shop("PUT", \`/ecommerce/carts/\${own.id}/items\`, { items: [{ variant_id: variant, quantity: 3 }] })))`,
  python: `print(json.dumps(shop("PUT", f"/ecommerce/carts/{own['id']}/items", {"items": [{"variant_id": variant, "quantity": 3}]})))`
}

const steps: ReadonlyArray<Step> = [
  {
    title: "Something to sell",
    text: "A product has a variant for each choice of its options. One that is active is for sale at once. Amounts are in the smallest unit: 2400 is 24.00.",
    lines: [
      line("POST", "/ecommerce/products", {
        body: {
          title: "Linen shirt", state: "active", options: [{ name: "Size", values: ["M", "L"] }],
          variants: [
            { options: ["M"], sku: "SHIRT-$$-M", prices: [{ ...price, compare_at_amount: 2_900 }], weight_grams: 210, low_stock_at: 3 },
            { options: ["L"], sku: "SHIRT-$$-L", prices: [price], weight_grams: 230, low_stock_at: 3 }
          ]
        },
        keep: { as: "PRODUCT" }
      }),
      line("GET", "/ecommerce/products/$PRODUCT", { keep: { as: "VARIANT", at: ["variants", 0, "id"] } })
    ]
  },
  {
    title: "What lies where",
    text: "A change of stock waits for a person: the first line asks, the second is the person who agrees, and the third does it. A key that the owner " +
      "has given a standing consent for adjust_inventory needs only the third, without the confirmation.",
    lines: agreed("POST", "/ecommerce/inventory/adjustments", { items: [{ variant_id: "$VARIANT", change: 10 }], reason: "Delivered" })
  },
  {
    title: "What it costs to send",
    text: "The rates are set all at once, in place of those before, and live and test keys share them. So the first line reads those that there are, and the second sends them too: with " +
      "its id each stays what it was. Beside them come one for the United States, free from 150.00 on, and one for everywhere else.",
    lines: [before, added]
  },
  {
    title: "A discount",
    text: "With a code, or without one for every cart that it fits. This one can be used once, so that none is left open afterwards.",
    lines: [line("POST", "/ecommerce/discounts", {
      body: { title: "Hello", code: "HELLO$$", takes_off: { type: "percent", percentage: 10 }, usage_limit: 1, combines_with: ["shipping"] }
    })]
  },
  {
    title: "A cart",
    text: "Each answer says what the cart costs now, and in faults what keeps it from being checked out. The second line tells which rates fit, the third chooses one.",
    lines: [
      line("POST", "/ecommerce/carts", {
        body: {
          email: "grace+$$@navy.example", items,
          shipping_address: { line1: "1 Mill Lane", postal_code: "97301", city: "Salem", region: "OR", country: "US" }
        },
        keep: { as: "CART" }
      }),
      line("POST", "/ecommerce/shipping/quote", { body: { cart_id: "$CART" } }),
      line("PUT", "/ecommerce/carts/$CART/items", { body: { items, shipping_rate_id: "$RATE" } }),
      line("PUT", "/ecommerce/carts/$CART/discount", { body: { codes: ["HELLO$$"] } })
    ]
  },
  {
    title: "Check it out",
    text: "The goods are set aside and the order is made at once; the payment is taken right after. The second line waits for it. What was not paid is " +
      "cancelled, and its goods can be sold to others.",
    lines: [
      line("POST", "/ecommerce/carts/$CART/checkout", { body: { expected_total: 5_010, payment_method: "pm_card_visa" }, keep: { as: "ORDER", at: ["order_id"] } }),
      line("GET", "/orders/$ORDER", { until: { field: "state", value: "paid" } }),
      line("GET", "/orders/$ORDER")
    ]
  },
  {
    title: "Send it",
    text: "Prepare what is paid, and ship it: the goods leave the stock, and the customer is told where the parcel is.",
    lines: [
      line("POST", "/ecommerce/fulfillments", { body: { order_id: "$ORDER" }, keep: { as: "FULFILLMENT", at: ["fulfillments", 0, "id"] } }),
      line("POST", "/ecommerce/fulfillments/$FULFILLMENT/ship", { body: { carrier: "UPS", tracking_number: "1Z999AA10123456784" } }),
      line("POST", "/ecommerce/fulfillments/$FULFILLMENT/deliver")
    ]
  },
  {
    title: "Take one back",
    text: "It can be sold again, and what was paid of it is refunded: with its part of the discount, to the cent. This waits for a person too.",
    lines: agreed("POST", "/ecommerce/returns", { order_id: "$ORDER", items: [{ line: 1, quantity: 1, reason: "Too small" }] })
  },
  {
    title: "The same on your customer's side",
    text: html`Pages of your own ask with a <a href="${operationPath("create_publishable_key")}">publishable key</a>, which anybody may read, and no other. The answer to the first request brings the header
<code>X-Service-Visitor</code>: keep it, and send it back each time. Without it every request is a new visitor's, and the cart is not found. More: <a href="/docs/visitors">Visitors</a>.`,
    lines: [ofVisitor, againOfVisitor]
  },
  {
    title: "Look at the stock",
    text: "What is on hand, set aside and left to sell, and the journal that sums up to it.",
    lines: [line("GET", "/ecommerce/inventory?product_id=$PRODUCT"), line("GET", "/ecommerce/inventory/movements?variant_id=$VARIANT")]
  },
  {
    title: "Put everything back",
    text: "Rates as they were before, and the product out of the shop, to which a person agrees. The order stays, in test mode, and its customer among your contacts.",
    lines: [restored, ...agreed("DELETE", "/ecommerce/products/$PRODUCT")]
  }
]

/** From a product to its return, as lines that run one after another. */
export const sellAProduct: Guide = guide({
  id: "sell-a-product",
  title: "Sell a product",
  before: html`With a test key no money moves, and stock, carts and orders are apart. <strong>Products, discounts and shipping rates are not: they are those of your real shop</strong>, and these lines
change them. So run them in the demo company, to the end, where they put everything back; a company that <a href="/docs#modes">protects what is shared</a> refuses the last lines to a test key. They run one
after another in one shell; where a person agrees, with the <code>access_token</code> of somebody who may approve, and once with a publishable key, all of test mode.`,
  steps,
  after: html`Whether anything can be sold twice is shown by <code>npm run service -- prove oversell</code>. More:
<a href="${addressOf("list_verbs")}">all verbs</a>, and the shop's part of this documentation.`
})
