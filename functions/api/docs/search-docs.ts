import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { html } from '#shared/values/html.ts';
import { markdownType, html as page, pageHeaders, prefersMarkdown } from './answer-page.ts';
import { customersDocument } from './customers-document.ts';
import { pageHtml } from './page-shell.ts';
import { allPages } from './pages.ts';
import { type Answer, type SearchResult, searchIndex } from './search-index.ts';

let making: Promise<ReturnType<typeof searchIndex>> | undefined;

async function make() {
  const { default: document } = await import('../../../openapi.json', { with: { type: 'json' } });
  return searchIndex(await allPages(), customersDocument(document));
}

export const searchDocs = defineEndpoint({
  id: 'searchDocs',
  method: 'GET',
  path: '/docs/search',
  auth: 'none',
  summary: 'Search the documentation',
  description:
    'Searches guides, pages and operations for sections that have the words. Serves a page, or Markdown (`accept: text/markdown`).',
  query: z.object({ q: z.string().max(200).default('').meta({ description: 'The words.' }) }),
  responses: { 200: page },
  answers: { 200: 'The sections, best first.' },
  example: { query: { q: 'late match' }, responses: { 200: '<!doctype html>…' } },
  async handle({ query: { q }, header }) {
    making ??= make();
    const answer = (await making)(q);
    if (!prefersMarkdown(header('accept'))) return ok(resultsPage(q, answer), pageHeaders);
    const headers = { 'content-type': markdownType, 'cache-control': 'no-cache', vary: 'Accept' };
    return ok(resultsMarkdown(answer), headers);
  },
});

const nameOf = ({ title, heading }: SearchResult) => (heading === '' ? title : `${title}: ${heading}`);
const summaryOf = ({ words, results }: Answer) =>
  words.length === 0
    ? 'Type words that a page has to contain.'
    : `${results.length === 0 ? 'Nothing' : results.length === 1 ? 'One result' : `${results.length} results`} for ${words.join(' ')}.`;

function resultsPage(query: string, answer: Answer): string {
  const items = answer.results.map(
    (result) =>
      html`<li><p><a href="${result.address}">${nameOf(result)}</a>${result.isOperation && html` <span class="muted">operation</span>`}<br>${result.excerpt}</p></li>\n`,
  );
  const main = html`<h1>Search</h1>\n<p role="status">${summaryOf(answer)}</p>\n${items.length > 0 && html`<ol>\n${items}</ol>\n`}`;
  return pageHtml({
    address: 'search',
    title: 'Search',
    query,
    main,
  });
}

const resultsMarkdown = (answer: Answer): string =>
  [
    '# Search',
    summaryOf(answer),
    ...answer.results.map((result) => `- [${nameOf(result)}](${markdownAddress(result)}): ${result.excerpt}`),
  ].join('\n\n');

const markdownAddress = ({ address, isOperation }: SearchResult) => (isOperation ? address : address.replace(/(#|$)/, '.md$1'));
