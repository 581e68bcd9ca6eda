import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { listen, loopback, portOf } from '../listen.ts';
import { anyPort, type OpenOnPort } from '../open-port.ts';
import { refuseForeign } from '../refuse-foreign.ts';
import { isSigned } from '../signed-request.ts';

export type MailEngine = { endpoint: string; stop(): Promise<void> };

type Store = { saveEmail(mail: unknown): void; clearStore(): void };
type Start = (options: { host: string; port: number }) => Promise<Server>;

/**
 * The SES v2 engine with its inbox page. It is loaded for its first request, since a start would wait for it longer than
 * for any other part. It keeps mails in memory only, so `file` mirrors them, one a line. With a key, only calls that are signed under it are answered, and the page is closed.
 */
export async function startMail(
  file: string,
  open: OpenOnPort = anyPort,
  { key }: { key?: string | undefined } = {},
): Promise<MailEngine> {
  let engine: Promise<Server> | undefined;
  const server = createServer(async (request, response) => {
    // A check waits for less than loading takes, and there is nothing wrong with what nobody has used.
    if (!engine && request.url === '/health-check') return void response.end();
    const { method = '', url = '', headers } = request;
    if (key !== undefined && url !== '/health-check' && !isSigned({ method, url, headers }, key, Date.now()))
      return void response.writeHead(403).end();
    try {
      engine ??= load(file);
      (await engine).emit('request', request, response);
    } catch (error) {
      response.writeHead(500).end(`The mail engine could not be loaded (${(error as Error).message}).\n`);
    }
  });
  await open((port) => listen(server, port));
  refuseForeign(server);
  return {
    endpoint: `http://${loopback}:${portOf(server)}`,
    async stop() {
      for (const one of [server, await engine?.catch(() => undefined)]) {
        if (!one) continue;
        const closed = once(one, 'close');
        one.close();
        one.closeAllConnections();
        await closed;
      }
    },
  };
}

async function load(file: string): Promise<Server> {
  process.env.AWS_SES_ACCOUNT ??= JSON.stringify(account);
  const require = createRequire(import.meta.url);
  mirror(require('aws-ses-v2-local/dist/store.js') as Store, file);
  const start = (require('aws-ses-v2-local') as { default: Start }).default;
  // It opens a port of its own, which nobody uses: requests come by the server before it.
  return await start({ host: loopback, port: 0 });
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
