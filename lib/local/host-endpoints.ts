import * as z from 'zod';
import { checkHealth, type EngineStates } from '#functions/api/docs/check-health.ts';
import { type AnyEndpoint, defineEndpoint, ok, raw, reply } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import type { UserId } from '#shared/values/tenant.ts';
import type { Route } from './gateway.ts';
import type { Offers } from './machine-only.ts';
import { contentSecurityPolicy, startPage } from './start-page.ts';

/** Any local program can read these facts, so they include no password, key or token. */
export type Running = {
  api: string;
  shop: string;
  inbox: string;
  vendors: string;
  engines(): Promise<EngineStates>;
  demo: { email: string; userId: UserId };
  demoToken(userAgent: string): Promise<{ access_token: string; expires_in: number }>;
  operatorToken(userAgent: string): Promise<{ access_token: string; expires_in: number }>;
  demoFile: string;
};

const html = raw('text/html; charset=utf-8', 'The page.');

const showStartPage = (running: Running) =>
  defineEndpoint({
    id: 'showStartPage',
    method: 'GET',
    path: '/start',
    auth: 'none',
    summary: 'What runs on this machine',
    responses: { 200: html },
    example: { responses: { 200: '<!doctype html>…' } },
    async handle() {
      const page = startPage({ ...running, states: await running.engines() });
      return ok(page.html, { 'content-security-policy': contentSecurityPolicy });
    },
  });

const leadToConsole = defineEndpoint({
  id: 'leadToConsole',
  method: 'GET',
  path: '/',
  auth: 'none',
  summary: 'Go to the console',
  responses: { 302: raw('text/plain; charset=utf-8', 'A redirect to the console.') },
  example: { responses: { 302: '' } },
  handle: async () => reply(302, '', { location: '/console' }),
});

/** The demo account has invented data, so a local program gains nothing. */
const signInAsDemo = ({ demoToken }: Running) =>
  defineEndpoint({
    id: 'signInAsDemo',
    method: 'POST',
    path: '/local/demo-session',
    auth: 'none',
    summary: 'Sign in as the demo account',
    responses: { 200: z.object({ access_token: z.string(), expires_in: z.int() }) },
    errors: [serviceErrors.forbidden],
    example: { responses: { 200: { access_token: 'eyJ…', expires_in: 86_400 } } },
    async handle({ header }) {
      if (header('sec-fetch-site') !== 'same-origin') throw fail(serviceErrors.forbidden);
      return ok(await demoToken(header('user-agent') ?? ''));
    },
  });

const signInAsOperator = ({ operatorToken }: Running) =>
  defineEndpoint({
    id: 'signInAsOperator',
    method: 'POST',
    path: '/local/operator-session',
    auth: 'none',
    summary: 'Sign in as the demo operator',
    responses: { 200: z.object({ access_token: z.string(), expires_in: z.int() }) },
    errors: [serviceErrors.forbidden],
    example: { responses: { 200: { access_token: 'eyJ…', expires_in: 28_800 } } },
    async handle({ header }) {
      if (header('sec-fetch-site') !== 'same-origin') throw fail(serviceErrors.forbidden);
      return ok(await operatorToken(header('user-agent') ?? ''));
    },
  });

export function hostEndpoints(running: Running, offers: Pick<Offers, 'start_page' | 'sign_in_by_click'>): Route {
  const endpoints: AnyEndpoint[] = [
    leadToConsole,
    checkHealth,
    ...(offers.start_page ? [showStartPage(running)] : []),
    ...(offers.sign_in_by_click ? [signInAsDemo(running), signInAsOperator(running)] : []),
  ];
  const deps = { engines: running.engines, frontEndOrigins: [] };
  return { endpoints, handler: httpLambda(endpoints, () => deps) };
}
