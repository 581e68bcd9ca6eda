import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listen } from '#lib/local/listen.ts';
import type { EmailForm } from '#packages/node/src/index.ts';
import { parseExactly } from '#shared/values/json.ts';
import { runProgram } from '../../packages/install.ts';

export type Expected = {
  refused?: string;
  sent?: unknown;
  at?: string;
  amount?: number;
  service?: 'refused';
};
export type Row = Expected & { in: unknown; by?: Record<string, Expected>; why?: string };
type Table = Record<string, Row[]>;
export type Call = [kind: string, given: unknown];
export type Outcome = {
  /** The language has no such value. */
  none?: true;
  result?: Record<string, unknown> | null;
  error?: { status: number; code: string; request_id?: string | null; message: string };
  crash?: string;
};

const all = parseExactly(readFileSync('test/examples/odd-values/rows.json', 'utf8'));
export const {
  about: _,
  settingsOfTheTag,
  amountsOfNode,
  emails,
  ...table
} = all as {
  about: string[];
  settingsOfTheTag: Record<string, { in: string; taken: boolean }[]>;
  emails: ({ in: unknown } & Record<EmailForm, string | null>)[];
  amountsOfNode: Row[];
} & Table;

export const fieldOf = (kind: string): string =>
  ({ orderIds: 'event_id', refundIds: 'event_id', eventIds: 'event_id', netValues: 'net_value' })[kind] ?? kind;

/** An answer has every field, so that a client that drops a field is noticed. */
export const fullResult = {
  status: 200,
  accepted: true,
  matched: true,
  duplicate: true,
  event_id: 'order_created:full',
  event_type: 'order_created',
  session_id: 's_1',
  campaign: 'c',
  ad_group: 'g',
  ad_id: 'a',
  reason: 'no_ad_click',
  warnings: [{ code: 'pii_suspected', fields: ['properties.a'] }],
};
export const fullAdjustment = {
  event_id: 'order_created:full',
  environment: 'live',
  value: '25.99',
  currency: 'EUR',
  net_value: '19.99',
  adjustment: { adjustment_id: 'adj_1' },
  pending: true,
  superseded: true,
  unchanged: true,
  refused: 'other_currency',
  warnings: [{ code: 'net_above_gross', fields: ['net_value'] }],
};
const problem = { type: 'greater_than_equal', loc: ['body', 'adjustments', 0, 'net_value'], msg: 'No.' };

/** The answer returns each sent item as the campaign, which all clients pass on. */
export async function startEcho() {
  const paths: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { url = '' } = incoming;
    paths.push(url);
    const body = parseExactly(Buffer.concat(chunks).toString()) as Record<string, { event_id: string }[]>;
    const answer = (status: number, content: object, headers: object = {}) =>
      void outgoing.writeHead(status, { 'x-request-id': 'req_1', ...headers }).end(JSON.stringify({ ...content, request_id: 'req_1' }));
    const items = Object.values(body).flat();
    const [{ event_id: first } = { event_id: '' }] = items;
    if (first === 'order_created:elsewhere') return answer(302, {}, { location: '/api/v1/pixel/elsewhere' });
    if (first === 'order_created:page') return void outgoing.end('<h1>Sign in</h1>');
    if (first === 'order_created:half')
      return void outgoing.writeHead(503, { 'content-length': 100 }).write('{"detail":', () => incoming.socket.destroy());
    if (first === 'order_created:denied') return answer(403, { detail: 'Not this key.', code: 'key_revoked' });
    if (first === 'order_created:problem') return answer(422, { detail: [problem], code: 'validation_failed' });
    const results = items.map((item, index) =>
      item.event_id === 'order_created:full'
        ? url.endsWith('adjustments')
          ? fullAdjustment
          : { index, ...fullResult }
        : {
            index,
            status: 200,
            accepted: true,
            matched: false,
            duplicate: false,
            event_id: 'e',
            event_type: 'e',
            campaign: JSON.stringify(item),
          },
    );
    answer(200, { results });
  });
  const port = await listen(server, 0);
  return { address: `http://127.0.0.1:${port}`, paths, close: () => void server.close() };
}

const isHere = (command: string) => spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0;
const commands = { python: 'python3', php: 'php', ruby: 'ruby', go: 'go' } as const;
export type Language = keyof typeof commands;
export const languages = Object.keys(commands) as Language[];
export const missing = languages.filter((language) => !isHere(commands[language]));

/** The program of a language reads all calls, and prints an outcome for each. */
export async function outcomesOf(
  language: Language,
  calls: readonly Call[],
  { folder, address }: { folder: string; address: string },
): Promise<Outcome[]> {
  const file = join(folder, `calls-${language}.json`);
  writeFileSync(file, JSON.stringify(calls));
  const driver = (extension: string) => `test/examples/odd-values/driver.${extension}`;
  if (language === 'go') {
    for (const name of ['adtrail.go', 'go.mod']) copyFileSync(`examples/go/${name}`, join(folder, name));
    copyFileSync(driver('go'), join(folder, 'driver.go'));
  }
  const programs = {
    python: [driver('py')],
    // An old php.ini has such a precision.
    php: ['-d', 'serialize_precision=17', driver('php')],
    ruby: [driver('rb')],
    go: ['run', '.'],
  };
  const { code, stdout, stderr } = await runProgram(commands[language], [...programs[language], address, file], {
    cwd: language === 'go' ? folder : '.',
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (code !== 0 || stderr !== '') throw new Error(`${language} ended with ${code}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Outcome);
}
