import * as z from 'zod';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { answeredGuide, guideHtml } from './show-guides.ts';

export const showGuide = defineEndpoint<object>()({
  id: 'showGuide',
  method: 'GET',
  path: '/docs/guides/{name}',
  auth: 'none',
  summary: 'Show a guide',
  description: 'Serves a guide as a page.',
  cors: 'none',
  params: z.object({ name: z.string().max(200).meta({ description: 'Name of the guide.' }) }),
  responses: { 200: guideHtml },
  answers: { 200: 'The page.' },
  errors: ['not_found'],
  example: { params: { name: 'express' }, responses: { 200: '<!doctype html>…' } },
  handle: async ({ params }) => answeredGuide(params.name),
});
