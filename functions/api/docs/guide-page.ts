import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { guideNavigation } from './guide-navigation.ts';
import { guideSources } from './guide-sources.ts';
import { brand, style as common, policyWithStyle } from './page-style.ts';

const style = `${common}
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; max-width: 72rem; padding-top: 1rem; }
header p { margin: 0; }
.columns { max-width: 72rem; margin: 0 auto; display: grid; grid-template-columns: 16rem minmax(0, 1fr); }
main { padding-top: 1rem; width: 100%; }
.guides { padding: 1.5rem 0 3rem 1.25rem; font-size: .9375rem; }
.guides p { margin: 1rem 0 .25rem; font-weight: 600; }
.guides ul { list-style: none; margin: 0; padding: 0; }
.guides a { display: block; padding: .25rem .5rem; color: var(--muted); text-decoration: none; border-left: 2px solid var(--line); }
.guides a:hover { color: var(--text); }
.guides a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
.code { position: relative; }
.code pre { padding-right: 5.5rem; min-height: 2.75rem; }
.copy { position: absolute; top: .4rem; right: .4rem; min-height: 1.75rem; padding: .2rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--card); color: var(--text); font: .8125rem var(--font); cursor: pointer; }
@media (max-width: 52rem) { .columns { display: block; } .guides { display: none; } }
@media print { header, .guides, .copy { display: none; } .columns { display: block; } }
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
  const titles = new Map(files.map((file) => [nameOf(file), titleOf(sources[file] ?? '')]));
  return Object.fromEntries(
    files.map((file) => [nameOf(file), rendered(file, sources[file] ?? '', titles, Marked)]),
  );
}

function rendered(
  file: string,
  markdown: string,
  titles: ReadonlyMap<string, string>,
  Marked: typeof import('marked')['Marked'],
): string {
  // Relative addresses work behind a stage prefix; the overview is one level above the guides.
  const isOverview = nameOf(file) === 'index';
  const toGuides = isOverview ? 'guides/' : '';
  const toDocs = isOverview ? '' : '../';
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const written = this.parser.parseInline(tokens);
        const target = nameOf(posix.join(posix.dirname(file), href.split('#')[0] ?? ''));
        // A link that only names a file says the title of its page.
        const text = /^[\w.-]+\.md$/.test(written) ? escaped(titles.get(target) ?? written) : written;
        if (/^(https?:|#)/.test(href)) return `<a href="${href}">${text}</a>`;
        const [, anchor] = href.split('#');
        return titles.has(target)
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
  const title = titleOf(markdown);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · adtrail</title>
<link rel="icon" type="image/svg+xml" href="${toDocs}assets/favicon.svg">
<link rel="stylesheet" href="${toDocs}assets/font.css">
<style>${style}</style>
</head>
<body>
<header>${brand(`${toDocs}../console`)}<p><a href="${toDocs}../console">Console</a> · <a href="${toDocs}../docs">Reference</a> · <a href="${toDocs}guides">Guides</a></p></header>
<div class="columns">
${guideNavigation(titles, nameOf(file), toGuides)}
<main>
${marked.parse(markdown, { async: false })}</main>
</div>
<script src="${toDocs}assets/copy.js"></script>
</body>
</html>
`;
}

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? 'Guides';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
