import fc from 'fast-check';
import type { ZodType } from 'zod';
import { type AnyEndpoint, isRaw } from '#shared/http/endpoint.ts';
import { newAdvertiser, newWorld, startApp } from '#test/kit/harness.ts';
import { origin, pathOf, wellFormed } from './ask.ts';

export type Sent = {
  raw?: string | Uint8Array<ArrayBuffer>;
  search?: string;
  path?: string;
  headers?: [string, string][];
};

let cases = 0;
export const fuzzedCases = () => cases;

export async function fuzzed() {
  const app = await startApp(await newWorld());
  const advertiser = await newAdvertiser(app);
  const sid = await advertiser.click();

  async function call(endpoint: AnyEndpoint, { raw, search = '', path = pathOf(endpoint), headers = [] }: Sent) {
    cases++;
    const own = endpoint.auth === 'conversionKey' ? advertiser.key : advertiser.headers;
    const request = new Request(`${origin}${path}${search}`, {
      method: endpoint.method,
      headers: new Headers([...headers, ...Object.entries(endpoint.auth === 'pixelKey' ? {} : own)]),
      ...(raw !== undefined && endpoint.method !== 'GET' && { body: raw }),
    });
    const answer = await wellFormed(await app.send(request), endpoint);
    expect(answer.status).toBeLessThan(500);
    const declared = endpoint.responses[answer.status] as ZodType | undefined;
    if (answer.status < 400 && declared && !isRaw(declared)) expect(declared.parse(answer.json)).toEqual(answer.json);
    return answer;
  }
  return { advertiser, sid, call };
}

const numberLiteral = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.stringMatching(/^(0|[1-9][0-9]{0,400})$/),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.[0-9]{1,400}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,5}$/)),
  )
  .map((parts) => parts.join(''));
export const odd = [
  '\ud800',
  '\u0000',
  '',
  ' ',
  '__proto__',
  'constructor',
  '\ufeff',
  'x'.repeat(5000),
  '😀'.repeat(600),
  'pk_',
  'https://',
  'http://[',
  '{"sid":1}',
  '%7B%22',
];
export const nested = (open: string, close: string, inner: string, depth: number) => open.repeat(depth) + inner + close.repeat(depth);
export const jsonText = fc.oneof(
  fc.json({ stringUnit: 'binary', maxDepth: 3 }),
  numberLiteral,
  fc.constantFrom(...odd).map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', '[]', '{}', '[null]', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":1}}', '{"rawJSON":"1"}'),
  fc.nat(60).map((depth) => nested('{"a":', '}', '1', depth)),
);
