const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Mail programs that drop style sheets still have these. */
export const styles = {
  body: `margin:0;padding:24px 12px;background:#f4f4f5;color:#18181b;font-size:16px;line-height:1.5;${font}`,
  card: "display:block;max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px;overflow-wrap:anywhere",
  brand: "margin:0 0 24px;font-size:18px;font-weight:600",
  logo: "display:block;height:48px;max-width:240px;width:auto;border:0",
  paragraph: "margin:0 0 16px",
  heading: "margin:24px 0 8px;font-size:18px;line-height:1.3",
  button: "display:inline-block;padding:10px 16px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600",
  address: "margin:0 0 16px;font-size:14px;color:#52525b",
  picture: "display:block;width:100%;max-width:512px;height:auto;border:0;border-radius:4px;background:#ffffff",
  table: "width:100%;margin:0 0 16px;border-collapse:collapse",
  name: "padding:4px 12px 4px 0;text-align:start;vertical-align:top;font-weight:400;color:#52525b",
  cell: "padding:4px 0;text-align:start;vertical-align:top",
  figure: "padding:4px 0 4px 12px;text-align:end;vertical-align:top;font-variant-numeric:tabular-nums",
  foot: "margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d4d4d8;font-size:14px;color:#52525b",
  footLine: "margin:0 0 4px",
  hidden: "display:none;max-height:0;overflow:hidden"
} as const

/** By night. What is written inline gives way to this alone. */
export const css = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body { background: #18181b !important; color: #f4f4f5 !important; }
  .card { background: #27272a !important; }
  .faint { color: #c4c4cc !important; }
  .line { border-color: #52525b !important; }
}`
