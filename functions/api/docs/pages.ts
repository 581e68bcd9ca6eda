import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { html, trusted } from '#shared/values/html.ts';
import { addressOf, anchorOf, formerNameOf, linkOf } from './page-address.ts';
import { servedMarkdown, summaryOf, titleOf } from './page-markdown.ts';
import { pageNavigation } from './page-navigation.ts';
import { pageHtml } from './page-shell.ts';

export type Page = { title: string; summary: string; formerName: string; html: string; markdown: string };
export type Pages = Record<string, Page>;

let pages: Promise<Pages> | undefined;

export function allPages(): Promise<Pages> {
  pages ??= read();
  return pages;
}

export async function pageAt(address: string): Promise<Page | null> {
  const all = await allPages();
  return Object.hasOwn(all, address) ? (all[address] ?? null) : null;
}

async function read(): Promise<Pages> {
  const file = join(process.env.LAMBDA_TASK_ROOT ?? '', 'assets', 'pages.json');
  if (process.env.LAMBDA_TASK_ROOT && existsSync(file)) return JSON.parse(await readFile(file, 'utf8'));
  return await renderPages();
}

export async function renderPages(): Promise<Pages> {
  const sources = await pageSources();
  // The bundle omits `marked`, so the build renders the pages.
  const { Marked } = await import('marked');
  const files = new Set(Object.keys(sources));
  const titles = new Map(Object.entries(sources).map(([file, markdown]) => [addressOf(file), titleOf(markdown)]));
  return Object.fromEntries(
    Object.entries(sources).map(([file, markdown]) => [
      addressOf(file),
      {
        title: titleOf(markdown),
        summary: summaryOf(markdown),
        formerName: formerNameOf(file),
        html: rendered(file, markdown, { files, titles, Marked }),
        markdown: servedMarkdown(file, markdown, files),
      },
    ]),
  );
}

function rendered(
  file: string,
  markdown: string,
  {
    files,
    titles,
    Marked,
  }: {
    files: ReadonlySet<string>;
    titles: ReadonlyMap<string, string>;
    Marked: typeof import('marked')['Marked'];
  },
): string {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const written = this.parser.parseInline(tokens);
        const named = /^[\w.-]+\.md$/.test(written) ? posix.join(posix.dirname(file), written) : null;
        const title = named && files.has(named) && titles.get(addressOf(named));
        const text = title || trusted(written);
        const target = linkOf(href, { file, files });
        return (target === null ? html`${text}` : html`<a href="${target}">${text}</a>`).html;
      },
      image: ({ text }) => text,
      heading({ tokens, depth }) {
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer);
        return `<h${depth} id="${anchorOf(unescaped(plain))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }) => html`<pre tabindex="0"><code>${text}</code></pre>\n`.html,
    },
  });
  const main = trusted(marked.parse(markdown, { async: false }));
  const address = addressOf(file);
  const navigation = pageNavigation(titles, address);
  return pageHtml({ address, title: titleOf(markdown), main, navigation, hasMarkdown: true });
}

const unescaped = (text: string) => text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '');

const patterns = [
  'docs/guides/*.md',
  'docs/{pixel,webhooks,findings,console}.md',
  'docs/api/*.md',
  '{packages/*,examples}/README.md',
  'packages/*/CHANGELOG.md',
  'CHANGELOG.md',
];

async function pageSources(): Promise<Record<string, string>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const files = globSync(patterns, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)));
}
