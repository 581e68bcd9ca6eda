import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';
import { style as common, policyWithStyle } from './start-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [
  'docs/guides/*.md',
  'docs/*.md',
  'docs/api/*.md',
  '{packages/*,examples}/README.md',
  'packages/*/CHANGELOG.md',
  'CHANGELOG.md',
];

const style = `${common}
main { padding-top: 1rem; }
h1, h2 { text-wrap: balance; }
h1 { margin-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .75rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
`;
export const guidePolicy = policyWithStyle(style);

/** Every page by its name in the address: `express` of docs/guides/express.md, `docs-pixel` of docs/pixel.md. */
const pages = new Map(
  globSync(sources, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [nameOf(file), file]),
);

function nameOf(file: string): string {
  const [, guide] = /^docs\/guides\/(.+)\.md$/.exec(file) ?? [];
  return guide === 'README' ? 'index' : (guide ?? file.replace(/\.md$/, '').replaceAll('/', '-'));
}

/** A page as HTML; `null` if there is none of this name. Links to other pages stay inside; those to code are texts. */
export function guidePage(name: string): string | null {
  const file = pages.get(name);
  if (!file) return null;
  const markdown = readFileSync(`${root}/${file}`, 'utf8');
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^(https?:|#)/.test(href)) return `<a href="${href}">${text}</a>`;
        const [path = '', anchor] = href.split('#');
        const target = nameOf(posix.join(posix.dirname(file), path));
        return pages.has(target)
          ? `<a href="/docs/guides/${target}${anchor ? `#${anchor}` : ''}">${text}</a>`
          : text;
      },
      image: ({ text }) => text,
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        const id = text
          .toLowerCase()
          .replace(/<[^>]*>|[^\w\s-]/g, '')
          .trim()
          .replace(/\s+/g, '-');
        return `<h${depth} id="${id}">${text}</h${depth}>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  });
  const [, title = 'Guides'] = /^# (.+)$/m.exec(markdown) ?? [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · adtrail</title>
<link rel="icon" type="image/svg+xml" href="/docs/assets/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><p><a href="/start">adtrail</a> › <a href="/docs/guides">Guides</a></p></header>
<main>
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
