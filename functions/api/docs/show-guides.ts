import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { guidePage, guidePolicy } from './guide-page.ts';

export const guideHtml = raw('text/html; charset=utf-8', 'The page.');

export async function answeredGuide(name: string) {
  const page = await guidePage(name);
  if (page === null) throw fail('not_found');
  return ok(page, { 'content-security-policy': guidePolicy, 'cache-control': 'no-cache' });
}

export const showGuides = defineEndpoint<object>()({
  id: 'showGuides',
  method: 'GET',
  path: '/docs/guides',
  auth: 'none',
  summary: 'Show the guides',
  description: 'Serves the overview of the guides as a page.',
  cors: 'none',
  responses: { 200: guideHtml },
  answers: { 200: 'The page.' },
  example: { responses: { 200: '<!doctype html>…' } },
  handle: async () => answeredGuide('index'),
});
