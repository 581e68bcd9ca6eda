import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type AwsCall, AwsRefusal } from './aws-call.ts';
import { clockOf } from './clock-skew.ts';
import { type Exchange, httpExchange } from './http-exchange.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string | undefined };
export type SignedAwsSettings = {
  service: string;
  region: string;
  jsonVersion: '1.0' | '1.1';
  endpoint?: string | undefined;
  credentials: () => Credentials;
  exchange?: Exchange | undefined;
  /** A starting function has more CPU than later, so it connects at once. */
  opensNow?: boolean;
  /** The clock is in epoch milliseconds. */
  now?: () => number;
};

const maxTries = 3;
/** The caller waits for every attempt, so no retry starts after this time. */
const retryMs = 4000;
const later = /Throttl|ThroughputExceeded|RequestLimitExceeded|TransactionInProgress/;

/** The SDK makes starts and calls slower, so calls are signed by hand (AWS Signature Version 4). */
export function signedAws({
  region,
  service,
  jsonVersion,
  endpoint,
  credentials,
  exchange,
  opensNow = false,
  now = Date.now,
}: SignedAwsSettings): AwsCall {
  const url = new URL(endpoint ?? `https://${service}.${region}.amazonaws.com`);
  const send = exchange ?? httpExchange(url, { opensNow });
  const sign = signer({
    region,
    service,
    host: url.host,
    contentType: `application/x-amz-json-${jsonVersion}`,
  });
  const clock = clockOf(now);
  sign('', '', credentials(), clock.now());

  return async (target, input) => {
    const body = JSON.stringify(input);
    const started = performance.now();
    let isCorrected = false;
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send(sign(target, body, credentials(), clock.now()), body);
        if (answer.status === 200) return JSON.parse(answer.body || '{}');
        const refusal = new AwsRefusal(answer.status, fieldsOf(answer.body));
        // If the second signature is rejected too, the clock is not the reason.
        if (isCorrected || !ofSignature.test(refusal.type) || !clock.corrects(answer.date)) throw refusal;
        isCorrected = true;
        continue;
      } catch (error) {
        const repeatable =
          error instanceof AwsRefusal ? error.status >= 500 || error.type === '' || later.test(error.type) : isNetworkFault(error);
        const isLate = performance.now() - started > retryMs;
        if (tries === maxTries || !repeatable || isLate) throw error;
      }
      await pause(Math.random() * 25 * 2 ** tries);
    }
  };
}

const ofSignature = /^(InvalidSignature|RequestTimeTooSkewed|RequestExpired|SignatureDoesNotMatch)/;

function fieldsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const isNetworkFault = (error: unknown) => /^(E[A-Z]+|EAI_AGAIN)$/.test((error as { code?: string } | null)?.code ?? '');

type Scope = { region: string; service: string; host: string; contentType: string };

/** A signature with a key object takes a tenth of the time. */
const signingKeys = new Map<string, { id: string; key: KeyObject }>();

function signer({ region, service, host, contentType }: Scope) {
  const keyName = `${service} ${region}`;
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();

  return (target: string, body: string, credentials: Credentials, date: Date): Record<string, string> => {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const stamp = date.toISOString().replace(/[:-]|\.\d{3}/g, '');
    const day = stamp.slice(0, 8);
    const id = `${day} ${accessKeyId} ${secretAccessKey}`;
    let cachedKey = signingKeys.get(keyName);
    if (cachedKey?.id !== id) {
      const dayKey = hmac(hmac(`AWS4${secretAccessKey}`, day), region);
      cachedKey = { id, key: createSecretKey(hmac(hmac(dayKey, service), 'aws4_request')) };
      signingKeys.set(keyName, cachedKey);
    }
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
    const signature = createHmac('sha256', cachedKey.key).update(text).digest('hex');
    headers.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    return headers;
  };
}
