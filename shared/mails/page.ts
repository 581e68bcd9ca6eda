/** A paragraph, or a code to be typed elsewhere. */
export type Block = string | { code: string };

/** A mail's HTML: one narrow column, legible on a phone and in dark mode, no pictures. */
export function page(title: string, blocks: readonly Block[]): string {
  const body = blocks
    .map((block) => (typeof block === 'string' ? paragraph(block) : big(block.code)))
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:560px;margin:0 auto">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${escaped(title)}</h1>
${body}
<p style="margin:24px 0 0;opacity:.7">adtrail</p>
</main>
</body>
</html>`;
}

/** The same as plain text. */
export const plainText = (blocks: readonly Block[]) =>
  [...blocks.map((block) => (typeof block === 'string' ? block : block.code)), 'adtrail'].join('\n\n');

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
// In one piece, so that it can be copied; the tint shows on white and on black.
const big = (code: string) =>
  `<p style="margin:0 0 16px;padding:16px;border-radius:8px;background:rgba(127,127,127,.16);font:700 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em;text-align:center;user-select:all">${escaped(code)}</p>`;
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
