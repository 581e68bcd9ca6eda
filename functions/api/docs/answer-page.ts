import { ok, raw } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { pagePolicy } from './page-shell.ts';
import { pageAt } from './pages.ts';

export const html = raw('text/html; charset=utf-8', 'The page.');
export const markdownType = 'text/markdown; charset=utf-8';

/** Only clients that prefer Markdown to HTML get Markdown; browsers request HTML. */
export function prefersMarkdown(accept = ''): boolean {
  const qualityOf = (type: string) => {
    const [, quality] =
      accept
        .toLowerCase()
        .split(',')
        .map((range) => /^\s*([^;\s]+)\s*(?:;.*?\bq=([\d.]+))?/.exec(range)?.slice(1) ?? [])
        .find(([name]) => name === type) ?? [];
    return quality === undefined ? Number(accept.toLowerCase().includes(type)) : Number(quality);
  };
  return qualityOf('text/markdown') > qualityOf('text/html');
}

export const pageHeaders = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-cache',
  vary: 'Accept',
};

export async function answeredPage(name: string, header: (name: string) => string | undefined) {
  const isMarkdown = name.endsWith('.md') || prefersMarkdown(header('accept'));
  const page = await pageAt(name.replace(/\.md$/, ''));
  if (page === null) throw fail(serviceErrors.not_found);
  return isMarkdown
    ? ok(page.markdown, { 'content-type': markdownType, 'cache-control': 'no-cache', vary: 'Accept' })
    : ok(page.html, pageHeaders);
}
