import { type Check, expected, type Looked } from './check.ts';

const madeUpKey = 'sk_live_000000000000000000000000';
const json = { 'content-type': 'application/json' };

async function answer({ url, fetch }: Looked, path: string, init: RequestInit = {}) {
  const response = await fetch(url + path, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

const isOurError = ({ text }: { text: string }) => /"code":"[a-z_]+"/.test(text);

export const addressChecks: readonly Check[] = [
  {
    name: 'health',
    about: 'The API answers through the gateway.',
    async look(looked) {
      const { status } = await answer(looked, '/health');
      expected(status === 200, `/health is ${status}.`);
      return 'status 200';
    },
  },
  {
    name: 'documentation',
    about: 'The pages and the OpenAPI document are there.',
    async look(looked) {
      const page = await answer(looked, '/docs');
      const document = await answer(looked, '/openapi.json');
      expected(page.status === 200, `/docs is ${page.status}.`);
      expected(/"openapi": ?"3/.test(document.text), `/openapi.json is ${document.status}.`);
      return `${document.text.length} characters of OpenAPI`;
    },
  },
  {
    name: 'console',
    about: "The console's page comes with its security policy.",
    async look(looked) {
      const { status, headers } = await answer(looked, '/console/');
      expected(status === 200, `/console/ is ${status}.`);
      const policy = headers.get('content-security-policy') ?? '';
      expected(policy.includes("default-src 'none'") || policy.includes("default-src 'self'"), 'no policy');
      return 'with a content security policy';
    },
  },
  {
    name: 'pixel-script',
    about: 'The script of the pixel may be kept by browsers.',
    async look(looked) {
      const { status, headers } = await answer(looked, '/pixel/p.js');
      expected(status === 200, `/pixel/p.js is ${status}.`);
      const cacheControl = headers.get('cache-control') ?? '';
      expected(cacheControl.includes('max-age=3600'), `cache-control is "${cacheControl}".`);
      return cacheControl;
    },
  },
  {
    name: 'conversions-url',
    about: 'The Conversion API answers at its function URL behind CloudFront, and knows its token.',
    async look(looked) {
      const headers = { ...json, authorization: `Bearer ${madeUpKey}` };
      const response = await answer(looked, '/api/v1/pixel/server-events', {
        method: 'POST',
        headers,
        body: '{}',
      });
      expected(response.status === 401 && isOurError(response), `${response.status} ${response.text.slice(0, 100)}`);
      expected(response.headers.has('www-authenticate'), 'no www-authenticate beside the 401');
      return 'a made-up key is 401, in our form';
    },
  },
  {
    name: 'pixel-url',
    about: 'Clicks reach the function of the pixel at its URL behind CloudFront.',
    async look(looked) {
      const body = JSON.stringify({ key: 'pk_live_made_up', url: 'https://shop.example/' });
      const response = await answer(looked, '/api/v1/pixel/sessions', {
        method: 'POST',
        headers: json,
        body,
      });
      const isRefused = response.status >= 400 && response.status < 500 && isOurError(response);
      expected(isRefused, `${response.status} ${response.text.slice(0, 100)}`);
      return `a made-up key is ${response.status}, in our form`;
    },
  },
  {
    name: 'one-path-two-functions',
    about: 'Events of browsers go to the pixel, and accounts read them through the gateway, at one path.',
    async look(looked) {
      const posted = await answer(looked, '/api/v1/pixel/events', {
        method: 'POST',
        headers: json,
        body: '{}',
      });
      const response = await answer(looked, '/api/v1/pixel/events');
      expected(posted.status === 401 && isOurError(posted), `POST is ${posted.status}.`);
      expected(response.status === 401 && isOurError(response), `GET is ${response.status}.`);
      return 'both are 401 without a key or a sign-in, in our form';
    },
  },
  {
    name: 'unknown-path',
    about: 'A path that nobody has is 404 in our form, not the form of the gateway.',
    async look(looked) {
      const { status, text } = await answer(looked, '/api/v1/nothing-here');
      expected(status === 404 && isOurError({ text }), `${status} ${text.slice(0, 100)}`);
      return '404, in our form';
    },
  },
];
