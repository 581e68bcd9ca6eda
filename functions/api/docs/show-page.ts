import * as z from 'zod';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { answeredPage, html } from './answer-page.ts';

const page = z.string().max(200).meta({ description: 'Name of the page, or of its folder.' });

export const showPage = defineEndpoint({
  id: 'showPage',
  method: 'GET',
  path: '/docs/{page}',
  auth: 'none',
  summary: 'Show a page of the documentation',
  description: 'Serves a page, such as `webhooks`, `pixel` or `api`, or the same as Markdown (`.md`, or `accept: text/markdown`).',
  params: z.object({ page }),
  responses: { 200: html },
  answers: { 200: 'The page.' },
  errors: [serviceErrors.not_found],
  example: { params: { page: 'webhooks' }, responses: { 200: '<!doctype html>…' } },
  handle: ({ params, header }) => answeredPage(params.page, header),
});

export const showPageInFolder = defineEndpoint({
  id: 'showPageInFolder',
  method: 'GET',
  path: '/docs/{page}/{name}',
  auth: 'none',
  summary: 'Show a page of a folder of the documentation',
  description:
    'Serves a page of `api` or `packages`, such as `api/conversions` or `packages/node`, or the same as Markdown (`.md`, or `accept: text/markdown`).',
  params: z.object({ page, name: z.string().max(200).meta({ description: 'Name of the page.' }) }),
  responses: { 200: html },
  answers: { 200: 'The page.' },
  errors: [serviceErrors.not_found],
  example: { params: { page: 'api', name: 'conversions' }, responses: { 200: '<!doctype html>…' } },
  handle: ({ params, header }) => answeredPage(`${params.page}/${params.name}`, header),
});
