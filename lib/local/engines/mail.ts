import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { portOf } from '../listen.ts';
import { anyPort, type OpenOnPort } from '../open-port.ts';
import { refuseForeign } from '../refuse-foreign.ts';

export type MailEngine = { endpoint: string; stop(): Promise<void> };

type Store = { saveEmail(mail: unknown): void; clearStore(): void };
type Start = (options: { host: string; port: number }) => Promise<Server>;

/** Starts the SES v2 engine with its inbox page. It keeps mails in memory only, so `file` mirrors them, one a line. */
export async function startMail(file: string, open: OpenOnPort = anyPort): Promise<MailEngine> {
  process.env.AWS_SES_ACCOUNT ??= JSON.stringify(account);
  const require = createRequire(import.meta.url);
  mirror(require('aws-ses-v2-local/dist/store.js') as Store, file);
  const start = (require('aws-ses-v2-local') as { default: Start }).default;
  const server = await open(async (port) => {
    const started = await start({ host: '127.0.0.1', port });
    // The engine resolves all the same when its port is taken.
    if (!started.listening) throw Object.assign(new Error(`Port ${port} is taken.`), { code: 'EADDRINUSE' });
    return started;
  });
  refuseForeign(server);
  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What the engine answers of the account: no limits, and nothing wrong. */
const account = {
  ...{ DedicatedIpAutoWarmupEnabled: false, ProductionAccessEnabled: true, SendingEnabled: true },
  EnforcementStatus: 'HEALTHY',
  SendQuota: { Max24HourSend: -1, MaxSendRate: -1, SentLast24Hours: 0 },
  SuppressionAttributes: { SuppressedReasons: [] },
  Details: {
    ...{ AdditionalContactEmailAddresses: [], ContactLanguage: 'EN', MailType: 'TRANSACTIONAL' },
    ...{ ReviewDetails: { CaseId: '', Status: 'GRANTED' }, UseCaseDescription: '', WebsiteURL: '' },
  },
};

/** The engine calls its store through these exports, so that replacing them catches every mail. */
function mirror(store: Store, file: string): void {
  const { saveEmail, clearStore } = store;
  const kept = mailsIn(file).slice(-keptMails);
  for (const line of kept) saveEmail(JSON.parse(line));
  // Rewritten, so that a line cut off by a kill does not spoil the next one.
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''));
  store.saveEmail = (mail) => {
    appendFileSync(file, `${JSON.stringify(mail)}\n`);
    saveEmail(mail);
  };
  store.clearStore = () => {
    writeFileSync(file, '');
    clearStore();
  };
}

const keptMails = 1000;

const mailsIn = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(isJson) : [];

function isJson(line: string): boolean {
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return false;
  }
}
