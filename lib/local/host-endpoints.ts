import * as z from 'zod';
import { checkHealth, type EngineStates } from '#functions/api/docs/check-health.ts';
import { defineEndpoint, ok, raw, reply } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { fail } from '#shared/values/errors.ts';
import type { Route } from './gateway.ts';
import type { Offers } from './machine-only.ts';
import { contentSecurityPolicy, startPage } from './start-page.ts';

/** What the start page names. No password, key or token: any program on this machine can read the page. */
export type Running = {
  api: string;
  /** Empty when the demo shop could not be opened. */
  shop: string;
  inbox: string;
  vendors: string;
  engines(): Promise<EngineStates>;
  demo: { email: string; userId: number };
  /** Signs the demo account in: a new token of a new session. */
  demoToken(userAgent: string): Promise<{ access_token: string; expires_in: number }>;
  /** Signs the demo operator in. */
  operatorToken(userAgent: string): Promise<{ access_token: string; expires_in: number }>;
  /** The file with the demo account's password and keys. */
  demoFile: string;
};

const html = raw('text/html; charset=utf-8', 'The page.');

const showStartPage = defineEndpoint<Running>()({
  id: 'showStartPage',
  method: 'GET',
  path: '/start',
  auth: 'none',
  summary: 'What runs on this machine',
  cors: 'none',
  responses: { 200: html },
  example: { responses: { 200: '<!doctype html>…' } },
  async handle(_request, running) {
    const page = startPage({ ...running, states: await running.engines() });
    return ok(page.html, { 'content-security-policy': contentSecurityPolicy });
  },
});

/** The console is where a person starts. */
const leadToConsole = defineEndpoint<Running>()({
  id: 'leadToConsole',
  method: 'GET',
  path: '/',
  auth: 'none',
  summary: 'Go to the console',
  cors: 'none',
  responses: { 302: raw('text/plain; charset=utf-8', 'A redirect to the console.') },
  example: { responses: { 302: '' } },
  handle: async () => reply(302, '', { location: '/console' }),
});

/**
 * Signs the console in with one click. Of pages, the console alone may call it. A program on this machine gets nothing
 * that the open mail inbox would not give it: the demo account holds made-up data.
 */
const signInAsDemo = defineEndpoint<Running>()({
  id: 'signInAsDemo',
  method: 'POST',
  path: '/local/demo-session',
  auth: 'none',
  summary: 'Sign in as the demo account',
  cors: 'none',
  responses: { 200: z.object({ access_token: z.string(), expires_in: z.int() }) },
  errors: ['forbidden'],
  example: { responses: { 200: { access_token: 'eyJ…', expires_in: 86_400 } } },
  async handle({ header }, { demoToken }) {
    if (header('sec-fetch-site') !== 'same-origin') throw fail('forbidden');
    return ok(await demoToken(header('user-agent') ?? ''));
  },
});

/** The same for the operators' pages. The terminal that started the host shows the operator token anyway. */
const signInAsOperator = defineEndpoint<Running>()({
  id: 'signInAsOperator',
  method: 'POST',
  path: '/local/operator-session',
  auth: 'none',
  summary: 'Sign in as the demo operator',
  cors: 'none',
  responses: { 200: z.object({ access_token: z.string(), expires_in: z.int() }) },
  errors: ['forbidden'],
  example: { responses: { 200: { access_token: 'eyJ…', expires_in: 28_800 } } },
  async handle({ header }, { operatorToken }) {
    if (header('sec-fetch-site') !== 'same-origin') throw fail('forbidden');
    return ok(await operatorToken(header('user-agent') ?? ''));
  },
});

/**
 * The endpoints that only the host of this machine has, or that do more here than in the cloud. Where others reach the
 * host, nobody is signed in without a password, and nobody sees what runs beside it.
 */
export function hostEndpoints(
  running: Running,
  offers: Pick<Offers, 'start_page' | 'sign_in_by_click'>,
): Route {
  const endpoints = [
    ...[leadToConsole, checkHealth],
    ...(offers.start_page ? [showStartPage] : []),
    ...(offers.sign_in_by_click ? [signInAsDemo, signInAsOperator] : []),
  ];
  const deps = { ...running, frontEndOrigins: [] };
  return { endpoints, handler: httpLambda(endpoints, () => deps) };
}
