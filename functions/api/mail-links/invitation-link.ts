import * as z from 'zod';
import { raw } from '#shared/http/endpoint.ts';

const htmlPage = 'text/html; charset=utf-8';

export const invitationLink = {
  auth: 'none',
  params: z.object({ token: z.string() }),
  responses: {
    200: raw(htmlPage, 'A page with the state of the invitation.'),
    404: raw(htmlPage, 'A page that says that the link is unknown or the invitation is closed.'),
  },
  example: {
    params: { token: 'WyI3ZjgzIiwiaW52XzAiXQ.0123456789abcdef0123456789abcdef' },
    responses: { 200: '<!doctype html>…', 404: '<!doctype html>…' },
  },
} as const;
