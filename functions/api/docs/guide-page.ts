import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { guideSources } from './guide-sources.ts';
import { style as common, policyWithStyle } from './page-style.ts';

const style = `${common}
main { padding-top: 1rem; }
h1, h2 { text-wrap: balance; }
h1 { margin-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0 0 .75rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
`;
export const guidePolicy = policyWithStyle(style);

/** The name of a page in its address: `express` of docs/guides/express.md, `docs-pixel` of docs/pixel.md. */
function nameOf(file: string): string {
  const [, guide] = /^docs\/guides\/(.+)\.md$/.exec(file) ?? [];
  return guide === 'README' ? 'index' : (guide ?? file.replace(/\.md$/, '').replaceAll('/', '-'));
}

type Pages = Record<string, string>;
let pages: Promise<Pages> | undefined;

/** A page as HTML; `null` if there is none of this name. */
export async function guidePage(name: string): Promise<string | null> {
  pages ??= read();
  const all = await pages;
  return Object.hasOwn(all, name) ? (all[name] ?? null) : null;
}

/** In the cloud a file beside the bundle has the pages. On this machine they are rendered. */
async function read(): Promise<Pages> {
  const file = join(process.env.LAMBDA_TASK_ROOT ?? '', 'assets', 'guides.json');
  if (process.env.LAMBDA_TASK_ROOT && existsSync(file)) return JSON.parse(await readFile(file, 'utf8'));
  return await renderGuides();
}

/** Every page by the name in its address. Links to other pages stay inside; those to code are texts. */
export async function renderGuides(): Promise<Pages> {
  const sources = await guideSources();
  const files = Object.keys(sources);
  // Only where pages are rendered: no bundle contains it.
  const { Marked } = await import('marked');
  const names = new Set(files.map(nameOf));
  return Object.fromEntries(
    files.map((file) => [nameOf(file), rendered(file, sources[file] ?? '', names, Marked)]),
  );
}

function rendered(
  file: string,
  markdown: string,
  pages: ReadonlySet<string>,
  Marked: typeof import('marked')['Marked'],
): string {
  // Relative addresses work behind a stage prefix; the overview is one level above the guides.
  const isOverview = nameOf(file) === 'index';
  const toGuides = isOverview ? 'guides/' : '';
  const toDocs = isOverview ? '' : '../';
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        if (/^(https?:|#)/.test(href)) return `<a href="${href}">${text}</a>`;
        const [path = '', anchor] = href.split('#');
        const target = nameOf(posix.join(posix.dirname(file), path));
        return pages.has(target)
          ? `<a href="${target === 'index' ? `${toDocs}guides` : `${toGuides}${target}`}${anchor ? `#${anchor}` : ''}">${text}</a>`
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
<link rel="icon" type="image/svg+xml" href="${toDocs}assets/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><p><a href="${toDocs}../console">Console</a> · <a href="${toDocs}../docs">Reference</a> · <a href="${toDocs}guides">Guides</a></p></header>
<main>
${marked.parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
