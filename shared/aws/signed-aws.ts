import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { clockOf } from './clock-skew.ts';
import { type Exchange, httpExchange } from './http-exchange.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
export type SignedAwsSettings = {
  /** As in the signature's scope: `dynamodb`, `secretsmanager`. */
  service: string;
  region: string;
  /** The version in the content type: 1.0 or 1.1. */
  jsonVersion: '1.0' | '1.1';
  endpoint?: string | undefined;
  credentials: () => Credentials;
  exchange?: Exchange | undefined;
  /** Opens the first connection at once: while a function starts, it has more CPU than later. */
  opensNow?: boolean;
  /** Epoch milliseconds of the wall clock: a signature holds for five minutes around it. */
  now?: () => number;
};
export type SignedAws = (target: string, input: object) => Promise<unknown>;

/** The service understood the call and refused it. `type` is its exception's name, `body` its whole answer. */
export class AwsRefusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly body: Record<string, unknown>;
  constructor(status: number, text: string) {
    const body = fieldsOf(text);
    super(String(body.message ?? body.Message ?? `Status ${status}`));
    this.name = 'AwsRefusal';
    this.status = status;
    this.type = String(body.__type ?? '').replace(/^.*#/, '');
    this.body = body;
  }
}

const maxTries = 3;
/** No try starts later than this: one that hangs takes seconds, and the caller waits for all of them. */
const retryMs = 4000;
// Refusals that say "later", not "no".
const later = /Throttl|ThroughputExceeded|RequestLimitExceeded|TransactionInProgress/;

/**
 * An AWS service with a JSON protocol over plain HTTPS, signed by hand (AWS Signature Version 4): for functions, whose
 * start and calls the SDK makes slower. Retries what a retry may help, with jittered waits, three tries in all, as the
 * SDK does.
 */
export function signedAws({
  region,
  service,
  jsonVersion,
  endpoint,
  credentials,
  exchange,
  opensNow = false,
  now = Date.now,
}: SignedAwsSettings): SignedAws {
  const url = new URL(endpoint ?? `https://${service}.${region}.amazonaws.com`);
  const send = exchange ?? httpExchange(url, { opensNow });
  const sign = signer({
    region,
    service,
    host: url.host,
    contentType: `application/x-amz-json-${jsonVersion}`,
  });
  const clock = clockOf(now);
  // Derives the key of the day while a function starts.
  sign('', '', credentials(), clock.now());

  return async (target, input) => {
    const body = JSON.stringify(input);
    const started = performance.now();
    let isCorrected = false;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send(sign(target, body, credentials(), clock.now()), body);
        // What has nothing to say may say it with no body at all.
        if (answer.status === 200) return JSON.parse(answer.body || '{}');
        const refusal = new AwsRefusal(answer.status, answer.body);
        // Once a call: if the signature is refused again, the clock is not what is wrong.
        if (isCorrected || !ofSignature.test(refusal.type) || !clock.corrects(answer.date)) throw refusal;
        isCorrected = true;
        continue;
      } catch (error) {
        const repeatable =
          error instanceof AwsRefusal
            ? error.status >= 500 || error.type === '' || later.test(error.type)
            : isNetworkFault(error);
        const isLate = performance.now() - started > retryMs;
        if (tries === maxTries || !repeatable || isLate) throw error;
      }
      await pause(Math.random() * 25 * 2 ** tries);
    }
  };
}

/** Why a call is refused whose signature is of another moment, or wrong. */
const ofSignature = /^(InvalidSignature|RequestTimeTooSkewed|RequestExpired|SignatureDoesNotMatch)/;

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isNetworkFault = (error: unknown) =>
  /^(E[A-Z]+|EAI_AGAIN)$/.test((error as { code?: string } | null)?.code ?? '');

type Scope = { region: string; service: string; host: string; contentType: string };

/** The last signing key of each service, kept for its day, as a key object: bytes cost ten times the time. */
const signingKeys = new Map<string, { id: string; key: KeyObject }>();

/** Makes the headers of a signed call. */
function signer({ region, service, host, contentType }: Scope) {
  const keyName = `${service} ${region}`;
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

  return (target: string, body: string, credentials: Credentials, date: Date): Record<string, string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const stamp = date.toISOString().replace(/[:-]|\.\d{3}/g, '');
    const day = stamp.slice(0, 8);
    const id = `${day} ${accessKeyId} ${secretAccessKey}`;
    let known = signingKeys.get(keyName);
    if (known?.id !== id) {
      const dayKey = hmac(hmac(`AWS4${secretAccessKey}`, day), region);
      known = { id, key: createSecretKey(hmac(hmac(dayKey, service), 'aws4_request')) };
      signingKeys.set(keyName, known);
    }
    // In the order of their names, as the signature wants them.
    const headers: Record<string, string> = {
      'content-type': contentType,
      host,
      'x-amz-date': stamp,
      ...(sessionToken && { 'x-amz-security-token': sessionToken }),
      'x-amz-target': target,
    };
    const names = Object.keys(headers).join(';');
    let lines = '';
    for (const name in headers) lines += `${name}:${headers[name]}\n`;
    const request = `POST\n/\n\n${lines}\n${names}\n${hash('sha256', body, 'hex')}`;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const text = `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${hash('sha256', request, 'hex')}`;
    const signature = createHmac('sha256', known.key).update(text).digest('hex');
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return headers;
  };
}
