import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Download, Page } from 'playwright-core';
import { withConsole } from '#lib/local/console-files.ts';
import { launchBrowser } from '#test/kit/browser.ts';
import { standing } from './example-account.ts';
import { emptied, exampleAnswer, now, type Query } from './example-answers.ts';
import { follow } from './walk.ts';

export type Sent = {
  operation: string;
  method: string;
  path: string;
  query: Query;
  body: unknown;
  key: string | undefined;
  token: string | undefined;
  visit: unknown;
};
type Reply = { status: number; body: unknown; type?: string };
type Change = (body: never, sent: Sent) => unknown;

export function openExampleSite() {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin = '';
  let sent: Sent[] = [];
  let pending = 0;
  let served = 0;
  let downloads: Download[] = [];
  let held: Promise<void> | null = null;
  let release = () => {};
  const state = {
    changes: {} as Record<string, Change>,
    replies: {} as Record<string, (sent: Sent) => Reply | null>,
    isEmpty: false,
    isFailing: false,
  };

  async function answered(request: IncomingMessage, url: URL): Promise<Reply> {
    const query = Object.fromEntries(url.searchParams);
    const path = decodeURIComponent(url.pathname);
    const example = exampleAnswer(request.method ?? 'GET', url.pathname, query);
    if (!example) return { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
    const { 'idempotency-key': key, authorization: token, 'x-svc-dev-token': operatorToken } = request.headers;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { operation } = example;
    const one: Sent = {
      operation,
      method: request.method ?? '',
      path,
      query,
      body: text.startsWith('{') ? JSON.parse(text) : text || undefined,
      key: key as string | undefined,
      visit: request.headers['x-visit'],
      token: (operatorToken as string | undefined) ?? token?.replace('Bearer ', ''),
    };
    sent.push(one);
    const isSignIn = /^login/.test(operation);
    const isPerson = /^(readMe|readDevUser|listDevUsers)$/.test(operation);
    if (operation in state.replies) await held;
    const reply = state.replies[operation]?.(one);
    if (reply) return reply;
    if (state.isFailing && !isSignIn) return { status: 500, body: failure };
    const change = { ...(standing as Record<string, Change>), ...state.changes }[operation];
    const body = change ? change(example.body as never, one) : example.body;
    return {
      ...example,
      body: state.isEmpty && !isSignIn && !isPerson && one.method === 'GET' ? emptied(body) : body,
    };
  }

  beforeAll(async () => {
    spawnSync(process.execPath, ['bin/console.ts', '--if-changed'], { stdio: 'inherit' });
    const files = withConsole(async () => ({ status: 404, headers: {}, body: '' }), {
      files: '',
      links: null,
    });
    server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://console');
      pending += 1;
      served += 1;
      try {
        if (url.pathname.startsWith('/api/')) {
          const { status, body, type = 'application/json' } = await answered(request, url);
          response.writeHead(status, { 'content-type': type });
          response.end(typeof body === 'string' ? body : JSON.stringify(body));
          return;
        }
        const path = url.pathname;
        const { status, headers, body } = await files({
          method: 'GET',
          path,
          query: '',
          headers: [],
          body: Buffer.alloc(0),
          sourceIp: '',
        });
        response.writeHead(status, headers).end(body);
      } finally {
        pending -= 1;
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    page = await context.newPage();
    page.setDefaultTimeout(10_000);
    // A menu of all 400 zones would take most of the time.
    await page.addInitScript(`Intl.supportedValuesOf = () => ['Asia/Tokyo', 'Europe/Lisbon', 'UTC']`);
    // A poll would be a request of whatever the page does at that time.
    await page.addInitScript("Object.defineProperty(globalThis, 'setInterval', { get: () => () => 0, set() {} })");
    await page.clock.setFixedTime(now);
    page.on('download', (file) => void downloads.push(file));
  });
  afterAll(async () => {
    await browser?.close();
    server?.close().closeAllConnections();
  });

  const site = {
    get page() {
      return page;
    },
    get origin() {
      return origin;
    },
    get sent() {
      return sent;
    },
    forget() {
      sent = [];
    },
    state,
    async settled() {
      const began = performance.now();
      for (let seen = -1, quiet = 0; quiet < 3; quiet = seen === served && pending === 0 ? quiet + 1 : 0) {
        seen = served;
        await delay(20);
        // An idle page has shown what it was answered, and asked for what it then needs.
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done, { timeout: 10_000 })))');
        if (performance.now() - began > 60_000) throw new Error(`${pending} requests have no answer.`);
      }
      await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    },
    async open(path: string) {
      sent = [];
      await page.goto(`${origin}/console${path}`);
      const isForOperators = path.startsWith('/operators');
      const form = page.getByRole('button', { name: 'Sign in', exact: true });
      const inside = page.getByRole('navigation').first();
      await form.or(inside).first().waitFor();
      if (await form.isVisible()) {
        await page.getByLabel('E-mail').fill('ada@northwind.example');
        await page.getByLabel('Password').first().fill('correct horse battery staple');
        await form.click();
        await inside.waitFor();
        if (isForOperators) await page.waitForURL(`**${path.split('?')[0]}*`);
      }
      await site.settled();
    },
    async signOut(path: string) {
      await page.goto(`${origin}/console${path}`);
      await page.evaluate('sessionStorage.clear()');
      sent = [];
      await page.goto(`${origin}/console${path}`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      await site.settled();
    },
    async follow(path: string) {
      sent = [];
      await follow(page, path);
      await site.settled();
    },
    async takenFiles() {
      const taken = downloads;
      downloads = [];
      return await Promise.all(taken.map(async (file) => `${file.suggestedFilename()}\n${readFileSync(await file.path(), 'utf8')}`));
    },
    restore() {
      site.answer();
      Object.assign(state, { changes: {}, replies: {}, isEmpty: false, isFailing: false });
    },
    /** Requests with a reply of their own wait for `answer()`. */
    hold() {
      held = new Promise((done) => {
        release = done;
      });
    },
    answer() {
      held = null;
      release();
    },
  };
  afterEach(() => site.restore());
  return site;
}

const failure = { detail: 'Something failed.', code: 'internal', request_id: 'req-4711' };

/** The menu of the account asks who is signed in, at any time. */
export const isOfPage = ({ operation }: Sent): boolean => !/^(login|readMe|readIdentityProvider)/.test(operation);
