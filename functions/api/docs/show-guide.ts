import * as z from 'zod';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { answeredPage, html } from './answer-page.ts';
import { allPages } from './pages.ts';

export const showGuide = defineEndpoint({
  id: 'showGuide',
  method: 'GET',
  path: '/docs/guides/{name}',
  auth: 'none',
  summary: 'Show a guide',
  description: 'Serves a guide as a page, or as Markdown (`.md`, or `accept: text/markdown`).',
  params: z.object({ name: z.string().max(200).meta({ description: 'Name of the guide.' }) }),
  responses: { 200: html, 308: raw('text/plain; charset=utf-8', 'Redirects to the address of the page.') },
  answers: { 200: 'The page.' },
  errors: [serviceErrors.not_found],
  example: { params: { name: 'express' }, responses: { 200: '<!doctype html>…', 308: '' } },
  async handle({ params, header }) {
    const [moved] = Object.entries(await allPages()).find(([, page]) => page.formerName === params.name) ?? [];
    if (moved !== undefined) return reply(308, '', { location: `../${moved}` });
    return await answeredPage(`guides/${params.name}`, header);
  },
});
