import * as z from 'zod';
import { raw } from '#shared/http/endpoint.ts';

const htmlPage = 'text/html; charset=utf-8';

export const preferenceLink = {
  auth: 'none',
  params: z.object({ token: z.string() }),
  responses: {
    200: raw(htmlPage, 'A page with the current setting and a button to change it.'),
    404: raw(htmlPage, 'A page that says that the link is invalid.'),
  },
  example: {
    params: { token: 'WzFd.0123456789abcdef0123456789abcdef' },
    responses: { 200: '<!doctype html>…', 404: '<!doctype html>…' },
  },
} as const;
