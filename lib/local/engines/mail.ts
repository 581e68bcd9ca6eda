import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { hours } from '#shared/values/durations.ts';
import { listen, loopback, portOf } from '../listen.ts';
import { anyPort, type OpenOnPort } from '../open-port.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { isSigned } from '../signed-request.ts';
import { inboxPage, inboxPolicy } from './inbox-page.ts';
import { addMail, isFresh, isTo, mailsIn, type StoredMail, writeMails } from './mail-file.ts';

export type MailEngine = { endpoint: string; stop(): Promise<void> };

type Store = {
  saveEmail(mail: StoredMail): void;
  clearStore(): void;
  getStoreReadonly(): { emails: StoredMail[] };
};
type Start = () => Promise<unknown>;
type Express = { application: { listen(...args: unknown[]): unknown } };

/**
 * The mail engine loads on the first request, because loading is slow. With a key, calls need its signature
 * and the inbox page is closed.
 */
export async function startMail(
  file: string,
  open: OpenOnPort = anyPort,
  { key, now = Date.now }: { key?: string | undefined; now?: () => number } = {},
): Promise<MailEngine> {
  let engine: Promise<Engine> | undefined;
  const keepOnly = async (stays: (mail: StoredMail) => boolean) => {
    const store = (await engine?.catch(() => undefined))?.store.getStoreReadonly();
    const mails = mailsIn(file);
    if (!mails.every(stays)) writeMails(file, mails.filter(stays));
    if (store) store.emails = store.emails.filter(stays);
  };
  const expire = () => keepOnly((mail) => isFresh(mail, now()));
  await expire();
  const expiry = setInterval(() => void expire().catch(() => {}), hours(1)).unref();
  const server = createServer(async (request, response) => {
    // An unused engine is healthy, and loading it takes longer than the timeout of a health check.
    if (!engine && request.url === '/health-check') return void response.end();
    const { method = '', url = '', headers } = request;
    if (key !== undefined && url !== '/health-check' && !isSigned({ method, url, headers }, key, Date.now()))
      return void response.writeHead(403).end();
    try {
      const { pathname, searchParams } = new URL(url, 'http://mail.local');
      const address = searchParams.get('to');
      if (method === 'DELETE' && pathname === '/mails' && address) {
        await keepOnly((mail) => !isTo(mail, address));
        return void response.writeHead(204).end();
      }
      if (method === 'GET' && pathname === '/')
        return void response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .setHeader('content-security-policy', inboxPolicy)
          .end(await inboxPage(process.env.API_BASE_URL ?? ''));
      engine ??= load(file);
      (await engine).answer(request, response);
    } catch (error) {
      response.writeHead(500).end(`The mail engine could not be loaded (${(error as Error).message}).\n`);
    }
  });
  await open((port) => listen(server, port));
  refuseForeign(server);
  return {
    endpoint: `http://${loopback}:${portOf(server)}`,
    async stop() {
      clearInterval(expiry);
      const loaded = await engine?.catch(() => undefined);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      loaded?.release();
    },
  };
}

type Engine = { answer: RequestListener; store: Store; release(): void };

async function load(file: string): Promise<Engine> {
  process.env.AWS_SES_ACCOUNT ??= JSON.stringify(account);
  const require = createRequire(import.meta.url);
  const store = require('aws-ses-v2-local/dist/store.js') as Store;
  const release = mirror(store, file);
  return { answer: await answerOf(require), store, release };
}

/** The engine would listen on a port of its own, which checks no signature, so only its handler is taken. */
async function answerOf(require: NodeJS.Require): Promise<RequestListener> {
  const { application } = createRequire(require.resolve('aws-ses-v2-local'))('express') as Express;
  const start = (require('aws-ses-v2-local') as { default: Start }).default;
  const { listen: listenOnPort } = application;
  try {
    return await new Promise<RequestListener>((resolve, reject) => {
      application.listen = function takeHandler(this: RequestListener) {
        resolve(this);
      };
      start().catch(reject);
    });
  } finally {
    application.listen = listenOnPort;
  }
}

const account = {
  DedicatedIpAutoWarmupEnabled: false,
  ProductionAccessEnabled: true,
  SendingEnabled: true,
  EnforcementStatus: 'HEALTHY',
  SendQuota: { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 },
  SuppressionAttributes: { SuppressedReasons: [] },
  Details: {
    AdditionalContactEmailAddresses: [],
    ContactLanguage: 'EN',
    MailType: 'TRANSACTIONAL',
    ReviewDetails: { CaseId: '', Status: 'GRANTED' },
    UseCaseDescription: '',
    WebsiteURL: '',
  },
};

/** The engine calls these exports, so replacing them catches every mail. */
function mirror(store: Store, file: string): () => void {
  const { saveEmail, clearStore } = store;
  const mails = mailsIn(file);
  for (const mail of mails) saveEmail(mail);
  writeMails(file, mails);
  store.saveEmail = (mail) => {
    addMail(file, mail);
    saveEmail(mail);
  };
  store.clearStore = () => {
    writeMails(file, []);
    clearStore();
  };
  return () => {
    Object.assign(store, { saveEmail, clearStore });
    clearStore();
  };
}
