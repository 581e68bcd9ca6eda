import { type Html, html } from '#shared/values/html.ts';
import { colors } from '#shared/values/look.ts';

const [fill] = colors.fill;

// Mail programs load pictures late or never, so the curve of the logo is drawn with boxes.
const stroke = (height: number, raise: number, width = 3) =>
  html`<span style="display:inline-block;width:${width}px;height:${height}px;border-radius:2px;background:#ffffff;vertical-align:${raise}px"></span>`;
const curve = [stroke(3, -6), stroke(8, -4), stroke(3, 2), stroke(6, -2), stroke(4, -4, 4)];
const logo = html`<span style="display:inline-block;width:24px;height:24px;margin-right:8px;border-radius:6px;background:${fill};vertical-align:middle;text-align:center;font-size:0;line-height:24px">${curve}</span>`;

type Link = { text: string; href: string };
export type Block = string | { code: string } | { button: Link } | { links: readonly Link[] };
export type Foot = { text: string; link: Link };

/** Some mail programs drop the style sheet, so essential styles are attributes. */
export function page(title: string, blocks: readonly Block[], foot?: Foot): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { background: ${colors.card[0]}; color: ${colors.text[0]}; }
a { color: ${colors.accent[0]}; }
@media (prefers-color-scheme: dark) {
body { background: ${colors.card[1]} !important; color: ${colors.text[1]} !important; }
a.plain { color: ${colors.accent[1]} !important; }
}
</style>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 'Inter Variable',Inter,system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%">
<main style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">${logo}adtrail</p>
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${title}</h1>
${blocks.map((block) => html`${htmlOf(block)}\n`)}${foot && footHtml(foot)}
</main>
</body>
</html>`.html;
}

export const plainText = (blocks: readonly Block[], foot?: Foot) =>
  ['adtrail', ...blocks.map(textOf), ...(foot ? [`${foot.text}\n${inText(foot.link)}`] : [])].join('\n\n');

function htmlOf(block: Block): Html {
  if (typeof block === 'string') return html`<p style="margin:0 0 16px">${block}</p>`;
  if ('code' in block) return big(block.code);
  if ('button' in block) return button(block.button);
  const items = block.links.map((link) => html`<li style="margin:0">${plainLink(link, 'padding:8px 0')}</li>`);
  return html`<ul style="margin:0 0 16px;padding:0;list-style:none">${items}</ul>`;
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return block.code;
  return ('button' in block ? [block.button] : block.links).map(inText).join('\n');
}

const inText = ({ text, href }: Link) => `${text}: ${href}`;

const big = (code: string) =>
  html`<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:rgba(127,127,127,.16);font:700 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em;text-align:center;user-select:all">${code}</p>`;
const button = ({ text, href }: Link) =>
  html`<p style="margin:24px 0"><a href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${fill};color:#ffffff;font-weight:600;text-decoration:none">${text}</a></p>`;
const plainLink = ({ text, href }: Link, style = '') =>
  html`<a class="plain" href="${href}" style="display:inline-block;${style}">${text}</a>`;
const footHtml = ({ text, link }: Foot) =>
  html`<hr style="margin:24px 0 8px;border:0;border-top:1px solid rgba(127,127,127,.3)">
<p style="margin:8px 0 0;font-size:14px;opacity:.75">${text} ${plainLink(link)}</p>`;
