/** A plain template writes the HTML, too. */
export type Html = { readonly html: string; toString(): string };
type Part = Html | string | number | null | false | undefined | readonly Part[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(written).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Trusted text is not escaped, so it may only be a style sheet, picture or page of the service itself. */
export const trusted = (text: string): Html => ({ html: text, toString: () => text });

/** Any website can write campaign names into addresses, so values are escaped. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  trusted(texts.map((text, i) => text + written(parts[i])).join(''));

export const htmlPage = ({ title, head, body }: { title: string; head?: Part; body: Html }): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
