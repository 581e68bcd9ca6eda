/** A mail's HTML: one narrow column, legible on a phone and in dark mode, no pictures. */
export function page(title: string, paragraphs: readonly string[]): string {
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escaped(paragraph)}</p>`)
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

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
