import { readFileSync } from 'node:fs';
import { withText } from '../../../node/src/events.ts';
import { Adtrail, AdtrailError, type TrackEvent, type TrackResult } from '../../../node/src/index.ts';
import { assertAddress, placeOf } from '../api.ts';
import type { Command, Context } from '../command.ts';
import { exits, Failure, usage } from '../failure.ts';
import { oneLine } from '../visible.ts';

export function clientOf({ config }: Pick<Context, 'config'>, validateOnly = false): Adtrail {
  if (!config.secretKey)
    throw new Failure(`No secret key${placeOf(config)}. Run \`adtrail login --secret-key-stdin\`, or set ADTRAIL_SECRET_KEY.`, {
      exit: exits.unauthenticated,
      code: 'no_secret_key',
    });
  assertAddress(config.baseUrl);
  if (!/^sk_[\w-]+$/.test(config.secretKey.trim()))
    throw new Failure(
      'The secret key is not one: it begins with sk_live_ or sk_test_. Run `adtrail login --secret-key-stdin`, or set ADTRAIL_SECRET_KEY.',
      { exit: exits.unauthenticated, code: 'invalid_secret_key' },
    );
  return new Adtrail({
    secretKey: config.secretKey,
    baseUrl: config.baseUrl,
    validateOnly,
    onError: () => {},
    serverless: false,
    retryForMs: 15_000,
    maxQueue: 1_000_000,
  });
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof AdtrailError)) throw error;
  const { name, code, message, requestId } = error;
  const exit = name === 'NotDeliveredError' ? exits.unreachable : error.httpStatus === 401 ? exits.unauthenticated : exits.failed;
  return new Failure(message, { exit, code, requestId });
}

export const sentence = (result: TrackResult): string => {
  const outcome = result.matched
    ? `matched: ${[result.campaign, result.ad_group, result.ad_id].filter(Boolean).join(' › ')}`
    : `not matched: ${result.reason}`;
  const warnings = (result.warnings ?? []).map(({ code, fields }) => `\n  warning ${code} (${fields.join(', ')})`);
  const line = `${result.event_id}  ${result.duplicate ? 'duplicate, ' : ''}${outcome}`;
  return `${oneLine(line)}${warnings.join('')}`;
};

export const send: Command = {
  name: 'send',
  summary: 'Send an event, or a file of events',
  args: '[event_type]',
  options: {
    id: { value: 'ID', text: 'Event ID: send the same one when you retry' },
    click: { value: 'ID', text: 'Click ID, or the value of the svc_sid cookie' },
    user: { value: 'ID', text: 'Your own ID of the user' },
    value: { value: 'N', text: 'Value in units of the currency, such as 25.99' },
    currency: { value: 'CODE', text: 'Default: USD' },
    at: { value: 'TIME', text: 'When it happened, ISO 8601 (default: now)' },
    'ad-user-data': { value: 'WORD', text: 'granted or denied: may data of the person go to ad networks' },
    'ad-personalization': { value: 'WORD', text: 'granted or denied: may ads be personalized by it' },
    property: { short: 'p', multiple: true, value: 'NAME=VALUE', text: 'A property; can be repeated' },
    file: { value: 'FILE', text: 'Send one event per line of JSON; - reads stdin' },
    'validate-only': { text: 'Check and store nothing' },
  },
  examples: [
    'adtrail send order_created --id order_created:10017 --value 25.99 --click s_4fTq0ZkJ8vW2nRxLmP7aBc',
    'adtrail send --file events.jsonl --json',
  ],
  async run(context) {
    const { args, text, texts, isSet, print } = context;
    const client = clientOf(context, isSet('validate-only'));
    const file = text('file');
    if (file !== undefined) return await sendFile(client, file, context);
    const [event_type] = args;
    const event_id = text('id');
    if (!event_type || !event_id) throw usage('Name the event type and --id, or a --file.');
    const properties = Object.fromEntries(texts('property').map(property));
    const consent = { ad_user_data: word('ad-user-data', text), ad_personalization: word('ad-personalization', text) };
    const value = text('value');
    if (value !== undefined) assertAmount('value', value);
    const result = await client
      .track({
        event_type,
        event_id,
        svc_click_id: text('click'),
        external_user_id: text('user'),
        value: value === undefined ? undefined : exact(value),
        currency: text('currency'),
        occurred_at: text('at'),
        ...(texts('property').length > 0 && { properties }),
        ...((consent.ad_user_data ?? consent.ad_personalization) && { consent }),
      })
      .catch((error) => {
        throw failureOf(error);
      });
    print(result, sentence(result));
  },
};

export function assertAmount(option: string, text: string): void {
  if (/^-[\d.]/.test(text)) throw usage(`--${option} must not be negative.`);
  if (!/^\d+(\.\d+)?$/.test(text)) throw usage(`--${option} is a number such as 25.99.`);
}

function word(option: string, text: Context['text']): 'granted' | 'denied' | undefined {
  const value = text(option);
  if (value !== undefined && value !== 'granted' && value !== 'denied') throw usage(`--${option} is granted or denied.`);
  return value;
}

/** The service warns of a number that arrives as text. */
export const exact = (value: string) => (String(Number(value)) === value ? Number(value) : value);

function property(pair: string): [string, unknown] {
  const at = pair.indexOf('=');
  if (at < 1) throw usage(`--property ${pair}: NAME=VALUE expected.`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

async function sendFile(client: Adtrail, file: string, { json, print, stdin }: Context): Promise<void> {
  let content: string;
  try {
    content = file === '-' ? await stdin() : readFileSync(file, 'utf8');
  } catch {
    throw usage(`${file} cannot be read.`);
  }
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  const events = lines.map((line, index) => {
    try {
      const event: unknown = JSON.parse(line);
      if (Array.isArray(event)) throw new TypeError('A list.');
      return withText(event as TrackEvent, line);
    } catch {
      throw usage(`Line ${index + 1} is not a JSON object. Nothing was sent.`);
    }
  });
  const counts = { matched: 0, unmatched: 0, duplicates: 0, rejected: 0 };
  let last: Failure | undefined;
  for (const pendingResult of events.map((event) => client.track(event))) {
    try {
      const result = await pendingResult;
      counts[result.duplicate ? 'duplicates' : result.matched ? 'matched' : 'unmatched']++;
      print(result, sentence(result));
    } catch (error) {
      last = failureOf(error);
      counts.rejected++;
      const { event_id } = (error as AdtrailError).event ?? {};
      print({ accepted: false, event_id, error: { code: last.code, message: last.message } }, oneLine(`${event_id}  ${last.message}`));
    }
  }
  if (!json)
    print(
      counts,
      `\n${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    );
  if (last)
    throw new Failure(`${counts.rejected} of ${events.length} events were not accepted.`, {
      exit: last.exit,
      code: last.code,
    });
}
