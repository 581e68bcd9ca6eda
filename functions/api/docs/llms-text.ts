import { apiBaseUrl } from '#shared/aws/needs.ts';
import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { info } from '#shared/http/openapi-info.ts';
import { allPages, type Page, type Pages } from './pages.ts';

/** A reader with little room skips optional pages (llmstxt.org). */
const isOptional = (address: string) =>
  /changelog$|^(console|examples|api\/(operators|vendors)|guides\/(self-hosting|from-one-machine-to-aws))$/.test(address);

const sections: readonly [title: string, has: (address: string) => boolean][] = [
  ['API', (address) => /^(api(\/|$)|webhooks$|pixel$|findings$)/.test(address)],
  ['Guides', (address) => /^guides/.test(address)],
  ['Packages', (address) => /^packages\//.test(address)],
];

const lineOf =
  (baseUrl: string) =>
  ([address, { title, summary }]: [string, Page]) =>
    `- [${title}](${baseUrl}/docs/${address}.md)${summary === '' ? '' : `: ${summary}`}`;

export function llmsText(pages: Pages, baseUrl: string): string {
  const all = Object.entries(pages);
  const most = all.filter(([address]) => !isOptional(address));
  const listed = sections.map(
    ([title, has]) =>
      `## ${title}\n\n${title === 'API' ? `- [OpenAPI document](${baseUrl}/openapi-customers.json): Every operation of customers and every webhook event, with schemas and examples.\n` : ''}${most
        .filter(([address]) => has(address))
        .map(lineOf(baseUrl))
        .join('\n')}`,
  );
  const optional = all.filter(([address]) => isOptional(address)).map(lineOf(baseUrl));
  return `${head(baseUrl)}\n\n${listed.join('\n\n')}\n\n## Optional\n\n${optional.join('\n')}\n`;
}

const head = (baseUrl: string) =>
  `# ${info.title}

> ${info.summary}: which ad earned which conversion. JSON over HTTP, at ${baseUrl}.

- Servers send conversions with a secret key (\`sk_…\`), pages count clicks with a public key (\`pk_…\`), and reports are read
  with a read-only key (\`rk_…\`) or an access token, each as \`Authorization: Bearer\`.
- Every page is HTML at its address, and Markdown with \`.md\` behind it or with \`Accept: text/markdown\`.
- ${baseUrl}/docs/search?q=words searches pages and operations; ${baseUrl}/llms-full.txt has all pages in one file.
- ${baseUrl}/mcp answers the Model Context Protocol (streamable HTTP) with a read-only key.`;

export const llmsFullText = (pages: Pages, baseUrl: string): string =>
  [
    head(baseUrl),
    ...Object.entries(pages)
      .filter(([address]) => !isOptional(address))
      .map(([address, { markdown }]) => `<!-- ${baseUrl}/docs/${address}.md -->\n\n${markdown.trim()}`),
  ].join('\n\n---\n\n');

const plainText = raw('text/plain; charset=utf-8', 'The text.');
const headers = { 'cache-control': 'public, max-age=300' };

export const showLlmsText = defineEndpoint({
  id: 'showLlmsText',
  method: 'GET',
  path: '/llms.txt',
  auth: 'none',
  needs: { baseUrl: apiBaseUrl },
  summary: 'List the documentation for language models',
  description: 'Lists every page as Markdown with a link and a sentence, in the form of llmstxt.org.',
  cors: 'any_origin',
  responses: { 200: plainText },
  answers: { 200: 'The list.' },
  example: { responses: { 200: '# adtrail\n\n> …' } },
  handle: async (_request, { baseUrl }) => ok(llmsText(await allPages(), baseUrl), headers),
});

export const showLlmsFullText = defineEndpoint({
  id: 'showLlmsFullText',
  method: 'GET',
  path: '/llms-full.txt',
  auth: 'none',
  needs: { baseUrl: apiBaseUrl },
  summary: 'Show all pages in one text',
  description: 'Serves the pages of `/llms.txt` as one text, without its optional ones.',
  cors: 'any_origin',
  responses: { 200: plainText },
  answers: { 200: 'The text.' },
  example: { responses: { 200: '# adtrail\n\n> …' } },
  handle: async (_request, { baseUrl }) => ok(llmsFullText(await allPages(), baseUrl), headers),
});
