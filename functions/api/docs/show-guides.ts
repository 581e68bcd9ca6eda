import { defineEndpoint } from '#shared/http/endpoint.ts';
import { answeredPage, html } from './answer-page.ts';

export const showGuides = defineEndpoint({
  id: 'showGuides',
  method: 'GET',
  path: '/docs/guides',
  auth: 'none',
  summary: 'Show the guides',
  description: 'Serves the overview of the guides as a page, or as Markdown (`accept: text/markdown`).',
  responses: { 200: html },
  answers: { 200: 'The page.' },
  example: { responses: { 200: '<!doctype html>…' } },
  handle: ({ header }) => answeredPage('guides', header),
});
