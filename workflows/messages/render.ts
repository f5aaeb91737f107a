import type { PostalAddress } from "#schemas/company/address"
import { html, type Node, printed } from "#schemas/kernel/markup"
import { oneLine, shortened } from "#schemas/kernel/one-line"
import { css, styles } from "./style.ts"
import type { Block, Brand, Content } from "./template.ts"

const LONGEST_SUBJECT = 150

/** Mail programs show about so much beside the subject. */
const LONGEST_PREVIEW = 140

/** An e-mail in words. */
export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const rows = (text: string): Node => text.split("\n").map((line, n) => [n > 0 && html`<br />`, line])

const blockNode = (block: Block): Node => {
  switch (block.kind) {
    case "paragraph":
      return html`<p dir="auto" style=${styles.paragraph}>${rows(block.text)}</p>`
    case "heading":
      return html`<h2 dir="auto" style=${styles.heading}>${block.text}</h2>`
    case "button":
      return [
        html`<p style=${styles.paragraph}><a href=${block.to} class="button" style=${styles.button}>${block.label}</a></p>`,
        html`<p class="faint" style=${styles.address}>${block.or !== undefined && `${block.or} `}${block.to}</p>`
      ]
    case "picture":
      return html`<p style=${styles.paragraph}><img src=${`cid:${block.file}`} alt=${block.shows} style=${styles.picture} /></p>`
    case "facts":
      return html`
        <table style=${styles.table}>
          ${block.rows.map(([name, value]) => html`
            <tr><th scope="row" dir="auto" class="faint" style=${styles.name}>${name}</th><td dir="auto" style=${styles.cell}>${value}</td></tr>`)}
        </table>`
    case "table": {
      const last = block.columns.length - 1
      const styleOf = (n: number) => n === last ? styles.figure : styles.cell
      return html`
        <table style=${styles.table}>
          <tr>${block.columns.map((title, n) => html`<th scope="col" dir="auto" class="faint line" style=${styleOf(n)}>${title}</th>`)}</tr>
          ${block.rows.map((row) => html`<tr>${row.map((cell, n) => html`<td dir="auto" class="line" style=${styleOf(n)}>${cell}</td>`)}</tr>`)}
        </table>`
    }
  }
}

const blockText = (block: Block): string => {
  switch (block.kind) {
    case "paragraph":
    case "heading":
      return block.text
    case "button":
      return `${block.label}:\n${block.to}`
    case "picture":
      return block.shows
    case "facts":
      return block.rows.map(([name, value]) => `${name}: ${value}`).join("\n")
    case "table":
      return [block.columns, ...block.rows].map((row) => row.join("  ")).join("\n")
  }
}

export const inOneLine = ({ city, country, line1, line2, postal_code, region }: typeof PostalAddress.Type) =>
  [line1, line2, [postal_code, city].filter(Boolean).join(" "), region, country].filter(Boolean).join(", ")

/** Who wrote it and where they are found: in many countries the law asks for it. */
const imprint = ({ company }: Brand): ReadonlyArray<string> =>
  company === undefined ? [] : [
    company.name,
    ...company.address === null ? [] : [inOneLine(company.address)],
    ...[company.contact_email, company.contact_phone, company.website].filter((one) => one !== null)
  ].map(oneLine)

const UNSUBSCRIBE = "Unsubscribe from these e-mails"

const head = ({ company }: Brand): Node =>
  company === undefined ? null : html`
    <p dir="auto" style=${styles.brand}>
      ${company.logo_url === null
        ? oneLine(company.name)
        : html`<img src=${company.logo_url} alt=${oneLine(company.name)} height="48" style=${styles.logo} />`}
    </p>`

const foot = (lines: ReadonlyArray<string>, unsubscribe: string | undefined): Node =>
  lines.length === 0 && unsubscribe === undefined ? null : html`
    <div class="faint line" style=${styles.foot}>
      ${lines.map((line) => html`<p dir="auto" style=${styles.footLine}>${line}</p>`)}
      ${unsubscribe !== undefined && html`<p style=${styles.footLine}><a href=${unsubscribe} class="faint">${UNSUBSCRIBE}</a></p>`}
    </div>`

/** An e-mail as HTML and as plain text. `unsubscribe` is where its reader opts out. */
export const rendered = (content: Content, brand: Brand, unsubscribe?: string): Rendered => {
  const { blocks, language = brand.formats.language } = content
  const subject = shortened(content.subject, LONGEST_SUBJECT)
  const lines = imprint(brand)
  const direction = content.language === undefined ? brand.formats.direction : "ltr"
  return {
    subject,
    text: `${[
      ...blocks.map(blockText),
      ...lines.length === 0 ? [] : [["-- ", ...lines].join("\n")],
      ...unsubscribe === undefined ? [] : [`${UNSUBSCRIBE}:\n${unsubscribe}`]
    ].join("\n\n")}\n`,
    html: printed(html`
      <html lang=${language} dir=${direction}>
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${subject}</title>
          <style dangerouslySetInnerHTML=${{ __html: css }} />
        </head>
        <body style=${styles.body}>
          ${content.preview !== undefined && html`<div style=${styles.hidden}>${shortened(content.preview, LONGEST_PREVIEW)}</div>`}
          <main class="card" style=${styles.card}>
            ${head(brand)}
            ${blocks.map(blockNode)}
            ${foot(lines, unsubscribe)}
          </main>
        </body>
      </html>`)
  }
}
