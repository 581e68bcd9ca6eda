import * as z from 'zod';
import type { AccountDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';

const message = 'Signed out. Discard the access token.';

export const logout = endpointWith<AccountDeps>()({
  id: 'logout',
  method: 'POST',
  path: '/api/v1/auth/logout',
  auth: 'none',
  cors: 'front_ends',
  summary: 'Sign out',
  description:
    'The client discards its token. No token is invalidated. A token that may be in other hands dies by a password reset.',
  responses: { 200: z.object({ message: z.string() }).meta({ id: 'Message' }) },
  answers: {
    200: 'Discard the access token. The service invalidates no token.',
  },
  example: { responses: { 200: { message } } },
  handle: async () => ok({ message }),
});
