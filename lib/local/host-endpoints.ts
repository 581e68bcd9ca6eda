import { checkHealth, type EngineStates } from '#functions/api/docs/check-health.ts';
import { defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import type { Route } from './gateway.ts';
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
  /** The file with the demo account's password and keys. */
  demoFile: string;
};

const html = raw('text/html; charset=utf-8', 'The page.');

const showStartPage = defineEndpoint<Running>()({
  id: 'showStartPage',
  method: 'GET',
  path: '/',
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

/** The endpoints that only the host of this machine has, or that do more here than in the cloud. */
export function hostEndpoints(running: Running): Route {
  const endpoints = [showStartPage, checkHealth];
  const deps = { ...running, frontEndOrigins: [] };
  return { endpoints, handler: httpLambda(endpoints, () => deps) };
}
