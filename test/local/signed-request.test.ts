import { createHash, createHmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import { type CheckedRequest, isSigned, needsBody } from '#lib/local/signed-request.ts';
import { signedUrl } from '#shared/aws/signed-url.ts';

const key = 'the key of the data folder';
const at = Date.parse('2026-11-21T12:00:00.000Z');

describe('a signed link', () => {
  const signed = (changes: Partial<Parameters<typeof signedUrl>[0]> = {}) => {
    const url = new URL(
      signedUrl({
        method: 'PUT',
        url: new URL('http://localhost/exports/a b?x=1&y=2'),
        region: 'us-east-1',
        seconds: 60,
        now: new Date(at),
        headers: { 'content-type': 'text/csv' },
        credentials: { accessKeyId: 'local', secretAccessKey: key },
        ...changes,
      }),
    );
    return {
      method: 'PUT',
      url: url.href.slice(url.origin.length),
      headers: { host: 'localhost', 'content-type': 'text/csv' },
    } as CheckedRequest;
  };

  it('is valid until its end', () => {
    for (const [later, isValid] of [
      [-1, true],
      [0, true],
      [59_999, true],
      [60_000, false],
    ] as const)
      expect([later, isSigned(signed(), key, at + later)]).toEqual([later, isValid]);
  });

  it.each<[string, Partial<CheckedRequest>]>([
    ['method', { method: 'GET' }],
    ['header', { headers: { host: 'localhost', 'content-type': 'text/html' } }],
    ['host', { headers: { host: 'other', 'content-type': 'text/csv' } }],
    ['path', { url: signed().url.replace('a%20b', 'c') }],
    ['parameter', { url: signed().url.replace('x=1', 'x=2') }],
    ['added parameter', { url: `${signed().url}&z=1` }],
    ['end', { url: signed().url.replace('Expires=60', 'Expires=600') }],
    ['time', { url: signed().url.replace('T120000Z', 'T120001Z') }],
    ['time that is none', { url: signed().url.replace('20261121T120000Z', 'now') }],
    ['signature', { url: signed().url.replace(/Signature=../, 'Signature=zz') }],
    ['shorter signature', { url: signed().url.replace(/.$/, '') }],
    ['address', { url: 'http://[', headers: { host: '[' } }],
  ])('is not valid with another %s', (_, change) => {
    expect(isSigned({ ...signed(), ...change }, key, at)).toBe(false);
  });

  it('is valid with a session, and not with another key', () => {
    const credentials = { accessKeyId: 'local', secretAccessKey: key, sessionToken: 'session' };
    const withSession = signed({ credentials });
    expect(isSigned(withSession, key, at)).toBe(true);
    expect(isSigned({ ...withSession, url: withSession.url.replace('session', 'other') }, key, at)).toBe(false);
    expect(isSigned(signed(), 'another key', at)).toBe(false);
  });
});

describe('a call with signed headers', () => {
  class Sha256 {
    readonly #hash;
    constructor(secret?: Parameters<typeof createHmac>[1]) {
      this.#hash = secret ? createHmac('sha256', secret) : createHash('sha256');
    }
    update(data: Uint8Array) {
      this.#hash.update(data);
    }
    async digest() {
      return new Uint8Array(this.#hash.digest());
    }
  }
  const signed = async (service: string, path = '/a%20b/c', body = '{"n":1}') => {
    const signer = new SignatureV4({
      service,
      region: 'us-east-1',
      sha256: Sha256 as never,
      credentials: { accessKeyId: 'local', secretAccessKey: key },
      uriEscapePath: service !== 's3',
    });
    const request = {
      method: 'POST',
      protocol: 'http:',
      hostname: 'localhost',
      path,
      body,
      query: { y: '2', x: '1' },
      headers: { host: 'localhost', 'x-amz-target': 'T.Do' },
    };
    const { headers } = await signer.sign(request);
    return { method: 'POST', url: `${path}?y=2&x=1`, headers, body: Buffer.from(body) } as CheckedRequest;
  };

  it.each(['dynamodb', 's3', 'ses'])('to %s is valid, whatever the time is, and not with another key', async (to) => {
    const request = await signed(to);
    expect(isSigned(request, key, 0)).toBe(true);
    expect(isSigned(request, 'another key', 0)).toBe(false);
  });

  it('is not valid with another method, path, query, header or body', async () => {
    const request = await signed('dynamodb');
    const { authorization = '', ...headers } = request.headers;
    const changes: Partial<CheckedRequest>[] = [
      { method: 'GET' },
      { url: request.url.replace('/c', '/d') },
      { url: request.url.replace('x=1', 'x=2') },
      { headers: { ...request.headers, 'x-amz-target': 'T.Other' } },
      { headers: { ...request.headers, 'x-amz-date': '20261121T120000Z' } },
      { headers },
      { headers: { ...headers, authorization: 'Bearer x' } },
      { headers: { ...headers, authorization: authorization.replace('us-east-1', 'eu-west-1') } },
      {
        headers: {
          ...headers,
          authorization: authorization.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
        },
      },
    ];
    for (const change of changes) expect(isSigned({ ...request, ...change }, key, 0)).toBe(false);
    const named = 'x-amz-content-sha256' in request.headers;
    expect(isSigned({ ...request, body: Buffer.from('{"n":2}') }, key, 0)).toBe(named);
  });

  it('needs its body for the check unless its digest is in a header', () => {
    expect(needsBody({ headers: { authorization: 'x' } })).toBe(true);
    expect(needsBody({ headers: { authorization: 'x', 'x-amz-content-sha256': 'y' } })).toBe(false);
    expect(needsBody({ headers: {} })).toBe(false);
  });
});
